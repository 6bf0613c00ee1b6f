import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { RESULTS_REDIRECT_MS } from '#domain/constants.ts'
import { results as texts } from '#web/texts/results.ts'
import { failureDetail } from '#web/ui/failure-detail.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeletons } from '#web/ui/skeletons.tsx'
import { ResultsView } from './results-view.tsx'
import { useBackToElections } from './use-back-to-elections.ts'
import { useFreshCompletion } from './use-fresh-completion.ts'
import { useResults } from './use-results.ts'

const ToElections = () => (
	<Link to="/elections" replace className="btn">
		{texts.backToElections}
	</Link>
)

interface ProblemProps {
	readonly text: string
	/** What is known of the cause. */
	readonly detail?: string
	readonly onRetry?: () => void
}

const Problem = ({ text, detail = '', onRetry }: ProblemProps) => (
	<Notice title={text} text={detail} tone="error" level={1}>
		{onRetry && (
			<button type="button" className="btn btn-primary" onClick={onRetry}>
				{texts.retry}
			</button>
		)}
		<ToElections />
	</Notice>
)

/** Nothing to show: says so, and goes on to My Activity by itself. */
const Empty = () => {
	const navigate = useNavigate()
	useEffect(() => {
		const timer = setTimeout(() => {
			navigate({ to: '/activity', replace: true }).catch(reportError)
		}, RESULTS_REDIRECT_MS)
		return () => clearTimeout(timer)
	}, [navigate])
	return <Notice title={texts.none} level={1} />
}

interface ResultsProps {
	readonly attemptId: string
	/** The page was opened right after the last answer. */
	readonly fresh: boolean
	/** Called once a fresh completion is dealt with. */
	readonly onSettled: () => void
}

const Results = ({ attemptId, fresh, onSettled }: ResultsProps) => {
	const isLeaving = useBackToElections()
	const failed = useFreshCompletion(attemptId, fresh, () => {
		if (!isLeaving()) onSettled()
	})
	const { state, retry } = useResults(attemptId, fresh)
	if (failed) return <Problem text={texts.completeFailed} onRetry={() => location.reload()} />
	switch (state.kind) {
		case 'reading':
			return null
		case 'loading':
			return <Skeletons label={texts.loading} />
		case 'slow':
			return <Problem text={texts.slow} onRetry={retry} />
		case 'failed':
			return <Problem text={texts.failed} detail={failureDetail(state.failure)} onRetry={retry} />
		case 'empty':
			return <Empty />
		case 'ready':
			return <ResultsView results={state.results} gap={state.gap} onRetry={retry} />
	}
}

interface ResultsScreenProps extends Omit<ResultsProps, 'attemptId'> {
	/** By either of its ids; null where the address names none. */
	readonly attemptId: string | null
}

/** How closely the voter aligns with each candidate. */
export const ResultsScreen = ({ attemptId, ...props }: ResultsScreenProps) => (
	<Page title={texts.title} width="narrow">
		{attemptId === null ? (
			<Problem text={texts.noId} />
		) : (
			<Results attemptId={attemptId} {...props} />
		)}
	</Page>
)
