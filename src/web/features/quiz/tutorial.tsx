import { useEffect, useState } from 'react'
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

interface TutorialProps {
	readonly quizType: QuizType
	/** Called when there is nothing (more) to explain. */
	readonly onDone: () => void
}

/** How to answer, on top of the first quiz until "Got it!" is pressed on this device. */
export const Tutorial = ({ quizType, onDone }: TutorialProps) => {
	const [open, setOpen] = useState(() => lastingStorage.getItem(REMEMBERED) === null)
	// biome-ignore lint/correctness/useExhaustiveDependencies: told once, whoever listens.
	useEffect(() => {
		if (!open) onDone()
	}, [open])
	if (!open) return null
	const remember = (): void => {
		lastingStorage.setItem(REMEMBERED, 'true')
		setOpen(false)
	}
	return (
		<Dialog title="How to answer" onClose={() => setOpen(false)}>
			<ul className="mt-4 grid list-disc gap-3 pl-5 marker:text-primary">
				{LINES[quizType].map((line) => (
					<li key={line}>{line}</li>
				))}
			</ul>
			<button type="button" className="btn btn-primary btn-block mt-6 text-base" onClick={remember}>
				Got it!
			</button>
		</Dialog>
	)
}
