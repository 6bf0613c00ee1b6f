import { AttemptScreen } from './attempt-screen.tsx'
import { IntroScreen } from './intro-screen.tsx'

interface QuizScreenProps {
	readonly quizId: string
	/** The attempt to answer; null shows the intro. */
	readonly attemptId: string | null
}

/** A quiz: its intro, or the attempt that is under way. */
export const QuizScreen = ({ quizId, attemptId }: QuizScreenProps) =>
	attemptId === null ? (
		<IntroScreen quizId={quizId} />
	) : (
		<AttemptScreen key={attemptId} attemptId={attemptId} />
	)
