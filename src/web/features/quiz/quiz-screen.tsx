import { useAttemptAddress } from '#web/ui/use-attempt-address.ts'
import { AttemptScreen } from './attempt-screen.tsx'
import { IntroScreen } from './intro-screen.tsx'

interface QuizScreenProps {
	readonly quizId: string
	/** The attempt to answer; null shows the intro. */
	readonly attemptId: string | null
	/** Replaces the attempt's id in the address. */
	readonly onRename: (serverId: string) => Promise<void>
}

interface UnderWayProps extends QuizScreenProps {
	readonly attemptId: string
}

const UnderWay = ({ quizId, attemptId, onRename }: UnderWayProps) => {
	const { id, settle } = useAttemptAddress(attemptId, onRename)
	return <AttemptScreen key={id} quizId={quizId} attemptId={id} onSettled={settle} />
}

/** A quiz: its intro, or the attempt that is under way. */
export const QuizScreen = ({ attemptId, ...props }: QuizScreenProps) =>
	attemptId === null ? (
		<IntroScreen quizId={props.quizId} />
	) : (
		<UnderWay attemptId={attemptId} {...props} />
	)
