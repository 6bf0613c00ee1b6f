import { Navigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { progress } from '#domain/attempt.ts'
import type { Failure } from '#http/failure.ts'
import type { StoredAttempt } from '#local/db.ts'
import { local } from '#web/app/local.ts'
import { quiz as texts } from '#web/texts/quiz.ts'
import { failureDetail } from '#web/ui/failure-detail.ts'
import { Page } from '#web/ui/page.tsx'
import { Skeletons } from '#web/ui/skeletons.tsx'
import { useLive } from '#web/ui/use-live.ts'
import { useRefresh } from '#web/ui/use-refresh.ts'
import { ErrorCard } from './error-card.tsx'
import { Finishing } from './finishing.tsx'
import { PickQuestion } from './pick-question.tsx'
import { StatementQuestion } from './statement-question.tsx'

const isUnknown = (failure: Failure): boolean =>
	failure.kind === 'problem' && [400, 403, 404].includes(failure.status)

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

interface UnreadProps {
	/** Its history is here, its statements are not. */
	readonly known: boolean
	readonly failure: Failure
}

/** The server was asked for the attempt, and did not say. */
const Unread = ({ known, failure }: UnreadProps) => {
	if (isUnknown(failure)) return <ErrorCard text={texts.noSession} />
	return known ? (
		<ErrorCard text={texts.questionFailed} detail={texts.stateFailed} />
	) : (
		<ErrorCard text={texts.loadFailed} detail={failureDetail(failure)} />
	)
}

/** An attempt under way. What it shows is what the device has stored; the server is asked beside it. */
export const AttemptScreen = ({ attemptId }: { readonly attemptId: string }) => {
	const live = useLive(() => local.attempts.find(attemptId), [attemptId])
	const refused = useLive(async () => (await local.outbox.refused()).length, ['refused'])
	// A refusal says that the server knows more of this attempt: it may be completed, or left behind, elsewhere.
	const refresh = useRefresh(`${attemptId}/${refused.data ?? 0}`, () =>
		local.attempts.refresh(attemptId),
	)
	const attempt = live.data
	if (attempt && attempt.statements.length > 0 && !attempt.superseded) {
		return (
			<Page title={attempt.quizName || texts.title} width="narrow">
				<h1 className="sr-only">{attempt.quizName || texts.title}</h1>
				<Questions attempt={attempt} />
			</Page>
		)
	}
	if (attempt?.superseded) return <ErrorCard text={texts.noSession} />
	if (refresh.failure) return <Unread known={Boolean(attempt)} failure={refresh.failure} />
	if (live.status === 'ready' && !refresh.refreshing) {
		return <ErrorCard text={attempt ? texts.noMore : texts.noSession} />
	}
	return (
		<Page title={texts.title} width="narrow">
			{live.status === 'ready' && <Skeletons label={texts.loading} count={1} />}
		</Page>
	)
}
