import { useState } from 'react'
import type { QuizType } from '#domain/types.ts'
import { useCapability } from '#web/app/capabilities.ts'
import { lastingStorage } from '#web/app/storage.ts'
import { quiz as texts } from '#web/texts/en/quiz.ts'
import { Dialog } from '#web/ui/dialog.tsx'

const REMEMBERED = 'evenhand.tutorialSeen'

const { swipe, tapFive, tapTwo, skip, tick, submitAll } = texts.tutorial

const LINES: Readonly<Record<QuizType, readonly string[]>> = {
	SCALE: [swipe, tapFive, skip],
	BINARY: [tapTwo, skip],
	POLICY_PICK: [tick, submitAll],
}

/** With a full storage, the tutorial shows again next time. */
const rememberSeen = (): void => {
	try {
		lastingStorage.setItem(REMEMBERED, 'true')
	} catch (full) {
		reportError(full)
	}
}

/** State of the tutorial, shown until it is confirmed once on this device. */
export const useTutorial = () => {
	const [open, setOpen] = useState(() => lastingStorage.getItem(REMEMBERED) === null)
	return {
		open,
		/** Closes it until the next visit. */
		skip: () => setOpen(false),
		remember: () => {
			setOpen(false)
			rememberSeen()
		},
	}
}

interface TutorialProps {
	readonly quizType: QuizType
	readonly tutorial: ReturnType<typeof useTutorial>
}

export const Tutorial = ({ quizType, tutorial }: TutorialProps) => {
	const canSkip = useCapability('skip')
	const lines = LINES[quizType].filter((line) => line !== skip || canSkip)
	return (
		<Dialog title={texts.howToAnswer} onClose={tutorial.skip}>
			<ul className="mt-4 grid list-disc gap-3 ps-5 marker:text-primary">
				{lines.map((line) => (
					<li key={line}>{line}</li>
				))}
			</ul>
			<button
				type="button"
				className="btn btn-primary btn-block mt-6 text-base"
				onClick={tutorial.remember}
			>
				{texts.gotIt}
			</button>
		</Dialog>
	)
}
