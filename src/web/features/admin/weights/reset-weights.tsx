import { useState } from 'react'
import { categoryWeights } from '#contract/category-weights.ts'
import { call } from '#web/app/client.ts'
import { uuid } from '#web/app/uuid.ts'
import { common } from '#web/texts/admin/common.ts'
import { weights as texts } from '#web/texts/admin/weights.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { faultText } from '../faults.ts'
import { useOneAtATime } from '../use-one-at-a-time.ts'

interface ResetWeightsProps {
	readonly onReset: () => void
	readonly onClose: () => void
}

/** Asks before all weights are reset: it cannot be undone. */
export const ResetWeights = ({ onReset, onClose }: ResetWeightsProps) => {
	const { busy, run } = useOneAtATime()
	const [error, setError] = useState<string | null>(null)
	const [idempotencyKey] = useState(uuid)
	const reset = async (): Promise<void> => {
		setError(null)
		const reply = await call(categoryWeights.reset, {}, { idempotencyKey })
		if (reply.ok) onReset()
		else setError(texts.resetFailed(faultText(reply.error, texts.tryAgain)))
	}
	const close = (): void => {
		if (!busy) onClose()
	}
	return (
		<Dialog title={texts.resetTitle} onClose={close}>
			<p className="mt-3">{texts.resetWhy}</p>
			<p role="alert" className="mt-3 font-medium text-error empty:hidden">
				{error}
			</p>
			<div className="mt-5 grid gap-3 sm:grid-cols-2">
				<button type="button" className="btn" aria-disabled={busy} onClick={close}>
					{common.cancel}
				</button>
				<button
					type="button"
					className="btn btn-error"
					aria-disabled={busy}
					onClick={() => run(reset)}
				>
					{busy ? texts.resetting : texts.reset}
				</button>
			</div>
		</Dialog>
	)
}
