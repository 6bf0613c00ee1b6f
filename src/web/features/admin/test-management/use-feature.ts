import { useState } from 'react'
import { testManagement } from '#contract/test-management.ts'
import { call } from '#web/app/client.ts'
import { uuid } from '#web/app/uuid.ts'
import { testManagement as texts } from '#web/texts/admin/test-management.ts'
import { toast } from '#web/ui/toasts-show.ts'
import { faultText } from '../faults.ts'
import { type Read, useRead } from '../lists/use-read.ts'
import { useOneAtATime } from '../use-one-at-a-time.ts'

export interface Feature {
	readonly read: Read<unknown>
	/** Whether the knowledge test is open to the public; null until that is known. */
	readonly enabled: boolean | null
	readonly busy: boolean
	toggle(enabled: boolean): void
}

/** The knowledge test as a whole: whether it is open to the public, and what opens and closes it. */
export const useFeature = (): Feature => {
	const read = useRead('feature', (signal) => call(testManagement.featureStatus, {}, { signal }))
	const { busy, run } = useOneAtATime()
	const [now, setNow] = useState<boolean | null>(null)
	const act = async (enabled: boolean): Promise<void> => {
		const query = { enabled: enabled ? 'true' : 'false' } as const
		const reply = await call(testManagement.toggle, { query }, { idempotencyKey: uuid() })
		if (!reply.ok) return toast(faultText(reply.error, texts.toggleFailed))
		setNow(enabled)
		toast(enabled ? texts.wasEnabled : texts.wasDisabled, 'good')
	}
	return {
		read,
		enabled: now ?? read.value?.featureEnabled ?? null,
		busy,
		toggle: (enabled) => run(() => act(enabled)),
	}
}
