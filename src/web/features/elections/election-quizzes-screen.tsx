import { Link, Navigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { placeText } from '#domain/jurisdiction.ts'
import { type Failure, failureText } from '#http/failure.ts'
import type { StoredElection, StoredQuiz } from '#local/db.ts'
import { local } from '#web/app/local.ts'
import { dayText } from '#web/ui/dates.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeletons } from '#web/ui/skeletons.tsx'
import { StaleNote } from '#web/ui/stale-note.tsx'
import { useLive } from '#web/ui/use-live.ts'
import { type Refresh, useRefresh } from '#web/ui/use-refresh.ts'
import { QuizList } from './quiz-list.tsx'

/** Reads the election and its quizzes. An unknown election is the answer that counts, so it is asked for first. */
const read = async (electionId: string) => {
	const election = await local.elections.refresh(electionId)
	return election.ok ? local.compareQuizzes.refreshOf(electionId) : election
}

const ReturnToElections = () => (
	<Link to="/elections" className="btn btn-primary">
		Return to Elections
	</Link>
)

const isNotFound = (failure: Failure | null): boolean =>
	failure?.kind === 'problem' && (failure.status === 404 || failure.status === 400)

const Heading = ({ election }: { readonly election: StoredElection | null }) => (
	<header className="mb-6">
		<h1 className="text-3xl font-semibold sm:text-4xl">{election?.name ?? 'Quizzes'}</h1>
		{election && (
			<p className="mt-2 text-muted">
				{[dayText(election.electionDate), placeText(election)].filter(Boolean).join(' · ')}
			</p>
		)}
	</header>
)

interface QuizzesProps {
	readonly quizzes: readonly StoredQuiz[]
	readonly showAll: boolean
	readonly refresh: Refresh
}

const Quizzes = ({ quizzes, showAll, refresh }: QuizzesProps) => {
	const [only] = quizzes
	if (quizzes.length === 1 && only && !showAll) {
		return <Navigate to="/quiz/$compareQuizId" params={{ compareQuizId: only.id }} replace />
	}
	return (
		<>
			<StaleNote refresh={refresh} />
			{quizzes.length > 0 && <QuizList quizzes={quizzes} />}
			{quizzes.length === 0 && !refresh.refreshing && (
				<Notice title="No Active Compare Quizzes Available" text="Please look in again later.">
					<ReturnToElections />
				</Notice>
			)}
		</>
	)
}

const FirstRead = ({ refresh }: { readonly refresh: Refresh }) => {
	const { failure, retry } = refresh
	if (failure === null) return <Skeletons label="Loading quizzes" count={2} />
	return (
		<Notice title={failureText(failure, 'Failed to load data. Please try again.')} tone="error">
			<button type="button" className="btn btn-primary" onClick={retry}>
				Retry
			</button>
			<ReturnToElections />
		</Notice>
	)
}

interface ElectionQuizzesScreenProps {
	readonly electionId: string
	/** Lists even a single quiz instead of opening it. */
	readonly showAll: boolean
}

/** The active quizzes of an election. */
export const ElectionQuizzesScreen = ({ electionId, showAll }: ElectionQuizzesScreenProps) => {
	const live = useLive(
		async () => ({
			election: await local.elections.get(electionId),
			quizzes: await local.compareQuizzes.activeOf(electionId),
		}),
		[electionId],
	)
	const refresh = useRefresh(electionId, () => read(electionId))
	// A single quiz is opened at once, and its page stores what it asks.
	const several = (live.data?.quizzes?.length ?? 0) > 1
	useEffect(() => {
		if (several) local.compareQuizzes.refreshPackages(electionId).catch(reportError)
	}, [several, electionId])

	if (isNotFound(refresh.failure)) {
		return (
			<Page title="Election Not Found">
				<Notice title="Election Not Found" level={1}>
					<ReturnToElections />
				</Notice>
			</Page>
		)
	}
	if (live.status === 'loading') return <Page title={null}>{null}</Page>
	const { election, quizzes } = live.data
	return (
		<Page title={election?.name ?? 'Quizzes'}>
			<Heading election={election} />
			{quizzes === null ? (
				<FirstRead refresh={refresh} />
			) : (
				<Quizzes quizzes={quizzes} showAll={showAll} refresh={refresh} />
			)}
		</Page>
	)
}
