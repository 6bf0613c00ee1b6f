import { manageQuizzes } from '#contract/manage-quizzes.ts'
import { call } from '#web/app/client.ts'
import { common } from '#web/texts/admin/common.ts'
import { quizzes as texts } from '#web/texts/admin/quizzes.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeletons } from '#web/ui/skeletons.tsx'
import { hasStatus } from '../faults.ts'
import { WIDE } from '../forms/record-dialog.tsx'
import { ReadFailed } from '../lists/list-frame.tsx'
import { useRead } from '../lists/use-read.ts'
import { FairnessView } from './fairness-view.tsx'
import type { QuizValues } from './quiz-values.ts'

/** What is switched on once its fairness has been seen. */
export interface Activation {
	/** What the button says that does it. */
	readonly label: string
	readonly busy: boolean
	/** Why it failed; null where it did not. */
	readonly error: string | null
	readonly onConfirm: () => void
}

interface FairnessDialogProps {
	readonly quiz: Pick<QuizValues, 'name' | 'electionId' | 'quizType' | 'candidateIds'>
	/** Left out where it is only looked at. */
	readonly activation?: Activation
	readonly onClose: () => void
}

interface ButtonsProps extends Pick<FairnessDialogProps, 'activation' | 'onClose'> {
	/** Whether there is something to judge by. */
	readonly ready: boolean
}

const Buttons = ({ activation, ready, onClose }: ButtonsProps) => {
	if (activation === undefined) {
		return (
			<div className="mt-6 flex justify-end">
				<button type="button" className="btn btn-primary" onClick={onClose}>
					{common.close}
				</button>
			</div>
		)
	}
	const { label, busy, error, onConfirm } = activation
	return (
		<>
			{ready && <p className="mt-6 font-semibold">{texts.fairness.confirm}</p>}
			<p role="alert" className="mt-3 font-medium text-error empty:hidden">
				{error}
			</p>
			<div className="mt-4 flex flex-wrap justify-end gap-3">
				<button type="button" className="btn" aria-disabled={busy} onClick={onClose}>
					{common.cancel}
				</button>
				<button
					type="button"
					className="btn btn-primary"
					aria-disabled={!ready || busy}
					onClick={() => {
						if (ready && !busy) onConfirm()
					}}
				>
					{busy ? texts.fairness.activating : label}
				</button>
			</div>
		</>
	)
}

/** How fair a quiz would be; where it is to be switched on, that is confirmed here. */
export const FairnessDialog = ({ quiz, activation, onClose }: FairnessDialogProps) => {
	const { name, electionId, quizType, candidateIds } = quiz
	const body = { candidateIds: [...candidateIds], quizType, electionId }
	const { value, failure, reload } = useRead(JSON.stringify(body), (signal) =>
		call(manageQuizzes.preview, { body }, { signal }),
	)
	// One that cannot tell does not keep anybody from switching a quiz on.
	const lacking = hasStatus(failure, 404)
	const close = (): void => {
		if (!activation?.busy) onClose()
	}
	return (
		<Dialog
			title={texts.fairness.title(name || texts.fairness.unnamed)}
			onClose={close}
			className={WIDE}
		>
			{value && <FairnessView preview={value} />}
			{!value && !failure && <Skeletons label={texts.fairness.working} count={2} />}
			{lacking && <p className="mt-4">{texts.fairness.lacking}</p>}
			{failure && !lacking && (
				<ReadFailed failure={failure} failed={texts.fairness.failed} onRetry={reload} />
			)}
			<Buttons
				{...(activation && { activation })}
				ready={value !== null || lacking}
				onClose={close}
			/>
		</Dialog>
	)
}
