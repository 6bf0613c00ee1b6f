import { Keyboard, Plus, RotateCcw } from 'lucide-react'
import { uuid } from '#web/app/api.ts'
import { extraction } from '#web/texts/en/admin/extraction.ts'
import { changeText } from './review-policies.ts'
import type { ReviewEvent, ReviewState } from './review-reducer.ts'

const texts = extraction.review

interface ReviewButtonsProps {
	readonly state: ReviewState
	readonly dispatch: (event: ReviewEvent) => void
	readonly onUndo: () => void
	readonly onAdded: () => void
	readonly onKeys: () => void
}

export const ReviewButtons = ({ state, dispatch, onUndo, onAdded, onKeys }: ReviewButtonsProps) => {
	const last = state.past.at(-1)
	return (
		<div className="flex flex-wrap gap-2">
			<button
				type="button"
				className="btn"
				aria-disabled={!last}
				aria-label={last ? texts.undoOf(changeText(last)) : texts.undo}
				title={last ? texts.undoOf(changeText(last)) : texts.nothingToUndo}
				onClick={onUndo}
			>
				<RotateCcw aria-hidden="true" className="size-5 shrink-0" />
				<span>{texts.undo}</span>
			</button>
			<button
				type="button"
				className="btn"
				onClick={() => {
					dispatch({ type: 'add', id: uuid() })
					onAdded()
				}}
			>
				<Plus aria-hidden="true" className="size-5 shrink-0" />
				<span>{texts.add}</span>
			</button>
			<button
				type="button"
				aria-label={texts.keys}
				aria-haspopup="dialog"
				className="btn btn-ghost max-sm:px-3"
				onClick={onKeys}
			>
				<Keyboard aria-hidden="true" className="size-5 shrink-0" />
				<span className="max-sm:hidden">{texts.keys}</span>
			</button>
		</div>
	)
}
