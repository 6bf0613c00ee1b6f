import { Link, Navigate } from '@tanstack/react-router'
import { local } from '#web/app/local.ts'
import { quiz as texts } from '#web/texts/quiz.ts'
import { failureDetail, isUnknown } from '#web/ui/failure-detail.ts'
import { Page } from '#web/ui/page.tsx'
import { Skeletons } from '#web/ui/skeletons.tsx'
import { useLive } from '#web/ui/use-live.ts'
import { useRefresh } from '#web/ui/use-refresh.ts'
import { ErrorCard } from './error-card.tsx'

/** Finds an attempt by its id, here or on the server, and goes on with it on its quiz's page. */
export const ContinueScreen = ({ attemptId }: { readonly attemptId: string }) => {
	const live = useLive(() => local.attempts.find(attemptId), [attemptId])
	const missing = live.status === 'ready' && live.data === null
	const refresh = useRefresh(attemptId, missing ? () => local.attempts.refresh(attemptId) : null)
	if (live.data) {
		// Where nobody says which quiz it is of, the attempt is shown all the same: its page asks for nothing but its id.
		const compareQuizId = live.data.compareQuizId || attemptId
		return (
			<Navigate
				to="/quiz/$compareQuizId"
				params={{ compareQuizId }}
				search={{ attemptId: live.data.serverId ?? live.data.id }}
				replace
			/>
		)
	}
	if (refresh.failure && isUnknown(refresh.failure)) {
		return (
			<ErrorCard text={texts.noSession}>
				<Link to="/activity" className="btn btn-primary">
					{texts.myActivity}
				</Link>
			</ErrorCard>
		)
	}
	if (refresh.failure) {
		return <ErrorCard text={texts.loadFailed} detail={failureDetail(refresh.failure)} />
	}
	return (
		<Page title={texts.title} width="narrow">
			{missing && <Skeletons label={texts.loading} count={2} />}
		</Page>
	)
}
