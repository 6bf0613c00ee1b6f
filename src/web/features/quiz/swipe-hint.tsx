import { MoveHorizontal } from 'lucide-react'
import { memo, useEffect, useState } from 'react'
import { SWIPE_HINT_DELAY_MS, SWIPE_HINT_SHOW_MS } from '#domain/constants.ts'
import { quiz as texts } from '#web/texts/quiz.ts'

/** Says once that cards can be swiped: a moment after the first one appears, for a short while. */
export const SwipeHint = memo(() => {
	const [shown, setShown] = useState(false)
	useEffect(() => {
		const show = setTimeout(() => setShown(true), SWIPE_HINT_DELAY_MS)
		const hide = setTimeout(() => setShown(false), SWIPE_HINT_DELAY_MS + SWIPE_HINT_SHOW_MS)
		return () => {
			clearTimeout(show)
			clearTimeout(hide)
		}
	}, [])
	return (
		<p
			role="status"
			className="pointer-events-none absolute inset-x-0 -top-12 flex justify-center empty:hidden"
		>
			{shown && (
				<span className="flex animate-hint items-center gap-2 rounded-full bg-neutral px-4 py-2 text-sm text-neutral-content">
					<MoveHorizontal aria-hidden="true" className="size-4" />
					<span>{texts.swipeHint}</span>
				</span>
			)}
		</p>
	)
})
