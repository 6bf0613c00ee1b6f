import { useState } from 'react'
import { type TestConfiguration, testManagement } from '#contract/test-management.ts'
import { call } from '#web/app/client.ts'
import { uuid } from '#web/app/uuid.ts'
import { testManagement as texts } from '#web/texts/admin/test-management.ts'
import { toast } from '#web/ui/toasts-show.ts'
import { faultText } from '../faults.ts'
import type { Read } from '../lists/use-read.ts'
import { useOneAtATime } from '../use-one-at-a-time.ts'

type List = readonly TestConfiguration[]

export interface Activation {
	/** The list as it is, also before it was read again. */
	readonly list: List | null
	/** The id of the pair that is being activated. */
	readonly activating: string | null
	activate(id: string): void
}

/** The list once a pair is the active one: no other is. */
const withActive = (list: List, id: string): List =>
	list.map((row) => ({ ...row, isActive: row.id === id }))

/** Has the knowledge test ask about one pair instead of another. The list is read again afterwards. */
export const useActivation = ({ value, reload }: Read<List>): Activation => {
	const { run } = useOneAtATime()
	const [activating, setActivating] = useState<string | null>(null)
	/** What was activated since the list was read. */
	const [since, setSince] = useState<{ readonly id: string; readonly read: List | null } | null>(
		null,
	)
	const act = async (id: string): Promise<void> => {
		setActivating(id)
		const reply = await call(
			testManagement.activate,
			{ params: { id } },
			{ idempotencyKey: uuid() },
		)
		setActivating(null)
		if (!reply.ok) return toast(faultText(reply.error, texts.activateFailed))
		setSince({ id, read: value })
		toast(texts.activated, 'good')
		reload()
	}
	return {
		list: value && since?.read === value ? withActive(value, since.id) : value,
		activating,
		activate: (id) => run(() => act(id)),
	}
}
