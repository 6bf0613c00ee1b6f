import type { Result } from '#domain/types.ts'
import type { CallOptions } from '#http/client.ts'
import type { Failure } from '#http/failure.ts'
import { uuid } from '#web/app/uuid.ts'
import { common } from '#web/texts/admin/common.ts'
import { toast } from '#web/ui/toasts-show.ts'
import { faultText } from '../faults.ts'

export interface Undoable {
	/** What was done: "“Texas 2026” was deleted." */
	readonly text: string
	/** What it was done to. */
	readonly name: string
	/** Takes it back. */
	readonly undo: (options: CallOptions) => Promise<Result<unknown, Failure>>
	/** Hears that it was taken back. */
	readonly onUndone: () => void
}

const takeBack = async ({ name, undo, onUndone }: Undoable): Promise<void> => {
	const reply = await undo({ idempotencyKey: uuid() })
	if (!reply.ok) {
		toast(`${common.undoFailed(name)} ${faultText(reply.error, '')}`.trim())
		return
	}
	toast(common.undone(name), 'good')
	onUndone()
}

/** Says what was done, with a button that takes it back. */
export const sayWithUndo = async (done: Undoable): Promise<void> => {
	const { showToast } = await import('#web/ui/toasts.tsx')
	const run = (): void => void takeBack(done).catch(reportError)
	showToast({ text: done.text, tone: 'good', action: { label: common.undo, run } })
}
