import { useState } from 'react'
import type { QuizType } from '#domain/types.ts'
import { lastingStorage } from '#web/app/storage.ts'
import { Dialog } from '#web/ui/dialog.tsx'

const REMEMBERED = 'evenhand.tutorialSeen'

const LINES: Readonly<Record<QuizType, readonly string[]>> = {
	SCALE: [
		'Swipe the card right to agree, left to disagree. The further you swipe, the stronger your answer.',
		'Or tap one of the five answers. On a keyboard, use 1 to 5 or the arrow keys.',
		'You can go back and change an answer until the last one is given.',
	],
	BINARY: [
		'Tap Agree or Disagree. On a keyboard, use the arrow keys.',
		'You can go back and change an answer until the last one is given.',
	],
	POLICY_PICK: [
		'Tick the policies that you want, six or more.',
		'When you are done, submit them all at once.',
	],
}

/** Whether the tutorial still has to be shown on this device, and the two ways of leaving it. */
export const useTutorial = () => {
	const [open, setOpen] = useState(() => lastingStorage.getItem(REMEMBERED) === null)
	return {
		open,
		/** Closes it for now; it comes again next time. */
		skip: () => setOpen(false),
		remember: () => {
			lastingStorage.setItem(REMEMBERED, 'true')
			setOpen(false)
		},
	}
}

interface TutorialProps {
	readonly quizType: QuizType
	readonly tutorial: ReturnType<typeof useTutorial>
}

/** How to answer, on top of the first quiz until "Got it!" is pressed on this device. */
export const Tutorial = ({ quizType, tutorial }: TutorialProps) =>
	tutorial.open && (
		<Dialog title="How to answer" onClose={tutorial.skip}>
			<ul className="mt-4 grid list-disc gap-3 pl-5 marker:text-primary">
				{LINES[quizType].map((line) => (
					<li key={line}>{line}</li>
				))}
			</ul>
			<button
				type="button"
				className="btn btn-primary btn-block mt-6 text-base"
				onClick={tutorial.remember}
			>
				Got it!
			</button>
		</Dialog>
	)
