import { Link, Navigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { progress } from '#domain/attempt.ts'
import type { Failure } from '#http/failure.ts'
import type { StoredAttempt } from '#local/db.ts'
import { local } from '#web/app/local.ts'
import { Notice } from '#web/ui/notice.tsx'
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

/** There is no attempt to answer, here or on the server. */
const NoSession = () => (
	<Page title="Quiz" width="narrow">
		<Notice title="No valid quiz session found. Please restart the quiz." tone="error" level={1}>
			<Link to="/elections" className="btn btn-primary">
				Back to Elections
			</Link>
		</Notice>
	</Page>
)

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
	return attempt.quizType === 'POLICY_PICK' ? (
		<PickQuestion attempt={attempt} />
	) : (
		<StatementQuestion attempt={attempt} />
	)
}

/** An attempt under way. What it shows is what the device has stored; the server is asked beside it. */
export const AttemptScreen = ({ attemptId }: { readonly attemptId: string }) => {
	const live = useLive(() => local.attempts.find(attemptId), [attemptId])
	const refused = useLive(async () => (await local.outbox.counts()).refused, ['refused'])
	// A refusal says that the server knows more of this attempt: it may be completed, or left behind, elsewhere.
	const refresh = useRefresh(`${attemptId}/${refused.data ?? 0}`, () =>
		local.attempts.refresh(attemptId),
	)
	const attempt = live.data
	if (attempt && attempt.statements.length > 0 && !attempt.superseded) {
		return (
			<Page title={attempt.quizName || 'Quiz'} width="narrow">
				<h1 className="sr-only">{attempt.quizName || 'Quiz'}</h1>
				<Questions attempt={attempt} />
			</Page>
		)
	}
	if (attempt?.superseded) return <NoSession />
	if (refresh.failure) {
		if (isUnknown(refresh.failure)) return <NoSession />
		return <ErrorCard text="Failed to load quiz attempt. Please try again." />
	}
	if (live.status === 'ready' && !refresh.refreshing) return <NoSession />
	return (
		<Page title="Quiz" width="narrow">
			{live.status === 'ready' && <Skeletons label="Loading quiz" count={1} />}
		</Page>
	)
}
