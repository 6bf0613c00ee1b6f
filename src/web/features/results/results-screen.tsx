import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { RESULTS_REDIRECT_MS } from '#domain/constants.ts'
import { results as texts } from '#web/texts/results.ts'
import { failureDetail, isUnknown } from '#web/ui/failure-detail.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeletons } from '#web/ui/skeletons.tsx'
import { useAttemptAddress } from '#web/ui/use-attempt-address.ts'
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
	/** Null where asking again would not help: the voter is led to the attempts that there are. */
	readonly onRetry: (() => void) | null
}

const Problem = ({ text, detail = '', onRetry }: ProblemProps) => (
	<Notice title={text} text={detail} tone="error" level={1}>
		{onRetry === null ? (
			<Link to="/activity" className="btn btn-primary">
				{texts.myActivity}
			</Link>
		) : (
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

interface PageProps {
	/** By either of its ids. */
	readonly attemptId: string
	/** The page was opened right after the last answer. */
	readonly fresh: boolean
	/** Called once a fresh completion is dealt with. */
	readonly onCompleted: () => void
}

interface ResultsProps extends PageProps {
	/** Called with the server's id of the attempt once the device knows it. */
	readonly onSettled: (serverId: string) => void
}

const Results = ({ attemptId, fresh, onCompleted, onSettled }: ResultsProps) => {
	const isLeaving = useBackToElections()
	const failed = useFreshCompletion(attemptId, fresh, () => {
		if (!isLeaving()) onCompleted()
	})
	const { state, retry } = useResults(attemptId, fresh)
	const serverId = state.kind === 'ready' ? state.results.attempt.serverId : null
	useEffect(() => {
		if (serverId !== null && !isLeaving()) onSettled(serverId)
	}, [serverId, isLeaving, onSettled])
	if (failed) return <Problem text={texts.completeFailed} onRetry={() => location.reload()} />
	switch (state.kind) {
		case 'reading':
			return null
		case 'loading':
			return <Skeletons label={texts.loading} />
		case 'slow':
			return <Problem text={texts.slow} onRetry={retry} />
		case 'failed':
			return (
				<Problem
					text={texts.failed}
					detail={failureDetail(state.failure)}
					onRetry={isUnknown(state.failure) ? null : retry}
				/>
			)
		case 'empty':
			return <Empty />
		case 'ready':
			return <ResultsView results={state.results} gap={state.gap} onRetry={retry} />
	}
}

interface ByAddressProps extends PageProps {
	/** Replaces the attempt's id in the address. */
	readonly onRename: (serverId: string) => Promise<void>
}

const ByAddress = ({ attemptId, onRename, ...props }: ByAddressProps) => {
	const { id, settle } = useAttemptAddress(attemptId, onRename)
	return <Results key={id} attemptId={id} onSettled={settle} {...props} />
}

interface ResultsScreenProps extends Omit<ByAddressProps, 'attemptId'> {
	/** Null where the address names none. */
	readonly attemptId: string | null
}

/** How closely the voter aligns with each candidate. */
export const ResultsScreen = ({ attemptId, ...props }: ResultsScreenProps) => (
	<Page title={texts.title} width="narrow">
		{attemptId === null ? (
			<Problem text={texts.noId} onRetry={null} />
		) : (
			<ByAddress attemptId={attemptId} {...props} />
		)}
	</Page>
)
