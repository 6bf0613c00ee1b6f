import { Link, Navigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { progress } from '#domain/attempt.ts'
import type { Failure } from '#http/failure.ts'
import type { StoredAttempt } from '#local/db.ts'
import { local } from '#web/app/local.ts'
import { quiz as texts } from '#web/texts/quiz.ts'
import { failureDetail, isUnknown, notCountedText } from '#web/ui/failure-detail.ts'
import { Page } from '#web/ui/page.tsx'
import { Skeletons } from '#web/ui/skeletons.tsx'
import { useLive } from '#web/ui/use-live.ts'
import { useRefresh } from '#web/ui/use-refresh.ts'
import { ErrorCard } from './error-card.tsx'
import { Finishing } from './finishing.tsx'
import { PickQuestion } from './pick-question.tsx'
import { StatementQuestion } from './statement-question.tsx'

const toResults = (attempt: StoredAttempt) => ({
	quizAttemptId: attempt.serverId ?? attempt.id,
	compareQuizId: attempt.compareQuizId,
})

const Questions = ({ attempt }: { readonly attempt: StoredAttempt }) => {
	const finished = progress(attempt).isComplete || attempt.status === 'COMPLETED'
	// Completed before this page opened: there is nothing to wait for.
	const wasCompleted = useRef(attempt.status === 'COMPLETED')
	if (wasCompleted.current) return <Navigate to="/results" search={toResults(attempt)} replace />
	if (finished) return <Finishing attempt={attempt} />
	const { quizType } = attempt
	return quizType === 'POLICY_PICK' ? (
		<PickQuestion attempt={attempt} />
	) : (
		<StatementQuestion attempt={attempt} quizType={quizType} />
	)
}

interface DeadProps {
	readonly quizId: string
	readonly text: string
}

/** An attempt that cannot be answered any more: loading its page again would not help. */
const Dead = ({ quizId, text }: DeadProps) => (
	<ErrorCard text={text}>
		<Link
			to="/quiz/$compareQuizId"
			params={{ compareQuizId: quizId }}
			search={{}}
			replace
			className="btn btn-primary"
		>
			{texts.backToQuiz}
		</Link>
	</ErrorCard>
)

interface UnreadProps {
	readonly quizId: string
	/** Its history is here, its statements are not. */
	readonly known: boolean
	readonly failure: Failure
}

/** The server was asked for the attempt, and did not say. */
const Unread = ({ quizId, known, failure }: UnreadProps) => {
	if (isUnknown(failure)) return <Dead quizId={quizId} text={texts.noSession} />
	return known ? (
		<ErrorCard text={texts.questionFailed} detail={texts.stateFailed} />
	) : (
		<ErrorCard text={texts.loadFailed} detail={failureDetail(failure)} />
	)
}

interface AttemptScreenProps {
	readonly quizId: string
	/** By either of its ids. */
	readonly attemptId: string
	/** Called with the server's id of the attempt once the device knows it. */
	readonly onSettled: (serverId: string) => void
}

/** An attempt under way. What it shows is what the device has stored; the server is asked beside it. */
export const AttemptScreen = ({ quizId, attemptId, onSettled }: AttemptScreenProps) => {
	const live = useLive(() => local.attempts.find(attemptId), [attemptId])
	const refused = useLive(async () => (await local.outbox.refused()).length, ['refused'])
	// A refusal says that the server knows more of this attempt: it may be completed, or left behind, elsewhere.
	const refresh = useRefresh(`${attemptId}/${refused.data ?? 0}`, () =>
		local.attempts.refresh(attemptId),
	)
	const attempt = live.data
	const serverId = attempt?.serverId ?? null
	useEffect(() => {
		if (serverId !== null) onSettled(serverId)
	}, [serverId, onSettled])
	if (attempt && attempt.statements.length > 0 && !attempt.superseded) {
		return (
			<Page title={attempt.quizName || texts.title} width="narrow">
				<h1 className="sr-only">{attempt.quizName || texts.title}</h1>
				<Questions attempt={attempt} />
			</Page>
		)
	}
	if (attempt?.superseded) {
		return <Dead quizId={quizId} text={notCountedText(attempt) ?? texts.noSession} />
	}
	if (refresh.failure) {
		return <Unread quizId={quizId} known={Boolean(attempt)} failure={refresh.failure} />
	}
	if (live.status === 'ready' && !refresh.refreshing) {
		return <Dead quizId={quizId} text={attempt ? texts.noMore : texts.noSession} />
	}
	return (
		<Page title={texts.title} width="narrow">
			{live.status === 'ready' && <Skeletons label={texts.loading} count={1} />}
		</Page>
	)
}
