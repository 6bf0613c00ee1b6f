import { Link, Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isPast, placeText } from '#domain/jurisdiction.ts'
import { type Failure, failureText } from '#http/failure.ts'
import type { QuizIntro } from '#local/compare-quizzes.ts'
import type { StoredElection } from '#local/db.ts'
import { local } from '#web/app/local.ts'
import { elections as texts } from '#web/texts/elections.ts'
import { contentLanguage, said } from '#web/texts/language.ts'
import { dayText } from '#web/ui/dates.ts'
import { NeedsConnection } from '#web/ui/needs-connection.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeletons } from '#web/ui/skeletons.tsx'
import { StaleNote } from '#web/ui/stale-note.tsx'
import { useLive } from '#web/ui/use-live.ts'
import { useOnline } from '#web/ui/use-online.ts'
import { isOffline, type Refresh, useRefresh } from '#web/ui/use-refresh.ts'
import { PackBar } from './pack-bar.tsx'
import { QuizList } from './quiz-list.tsx'
import { preloadLogos } from './save-pack.ts'

/** Stores what the quizzes need. A single one is opened at once, and its page does that. */
const store = async (electionId: string, showAll: boolean): Promise<void> => {
	const quizzes = await local.compareQuizzes.activeOf(electionId)
	if (quizzes?.length === 1 && !showAll) return
	await local.packs.refresh(electionId)
	await preloadLogos(electionId)
}

/** Reads the election and its quizzes. An unknown election is the answer that counts, so it is asked for first. */
const read = async (electionId: string, showAll: boolean) => {
	const election = await local.elections.refresh(electionId)
	if (!election.ok) return election
	const quizzes = await local.compareQuizzes.refreshOf(electionId)
	// Also where this page has moved on to a quiz by then; its own status says what came of it.
	if (quizzes.ok) store(electionId, showAll).catch(reportError)
	return quizzes
}

const ReturnToElections = ({ look = 'btn-primary' }: { readonly look?: string }) => (
	<Link to="/elections" className={`btn ${look}`}>
		{texts.back}
	</Link>
)

const isNotFound = (failure: Failure | null): boolean =>
	failure?.kind === 'problem' && (failure.status === 404 || failure.status === 400)

const Heading = ({ election }: { readonly election: StoredElection | null }) => (
	<header className="mb-6 wrap-anywhere">
		{election ? (
			<h1 lang={contentLanguage} className="text-3xl font-semibold sm:text-4xl">
				{election.name}
			</h1>
		) : (
			<h1 className="text-3xl font-semibold sm:text-4xl">{texts.quizzes}</h1>
		)}
		{election && (
			<p className="mt-2 text-muted">
				{[
					dayText(election.electionDate),
					placeText(election),
					isPast(election, local.elections.today()) ? texts.past : '',
				]
					.filter(Boolean)
					.join(' · ')}
			</p>
		)}
	</header>
)

interface QuizzesProps {
	readonly intros: readonly QuizIntro[]
	readonly showAll: boolean
	readonly refresh: Refresh
	/** Shown below the quizzes. */
	readonly children: ReactNode
}

const Quizzes = ({ intros, showAll, refresh, children }: QuizzesProps) => {
	const [only] = intros
	if (intros.length === 1 && only && !showAll) {
		return <Navigate to="/quiz/$compareQuizId" params={{ compareQuizId: only.quiz.id }} replace />
	}
	return (
		<>
			<StaleNote refresh={refresh} byDay />
			{intros.length > 0 && (
				<>
					<QuizList intros={intros} />
					{children}
				</>
			)}
			{intros.length === 0 && !refresh.refreshing && (
				<Notice title={texts.noQuizzes} text={texts.lookLater}>
					<ReturnToElections />
				</Notice>
			)}
		</>
	)
}

const FirstRead = ({ refresh }: { readonly refresh: Refresh }) => {
	const { failure, retry } = refresh
	if (failure === null) return <Skeletons label={texts.loadingQuizzes} count={2} />
	if (isOffline(failure)) {
		return (
			<NeedsConnection
				title={texts.quizzesNeedConnection}
				text={texts.quizzesNeedConnectionWhy}
				onRetry={retry}
			>
				<ReturnToElections look="" />
			</NeedsConnection>
		)
	}
	return (
		<Notice title={said(failureText(failure, texts.loadFailed))} tone="error">
			<button type="button" className="btn btn-primary" onClick={retry}>
				{texts.retry}
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
			intros: await local.compareQuizzes.introsOf(electionId),
			status: await local.packs.status(electionId),
		}),
		[electionId],
	)
	const refresh = useRefresh(electionId, () => read(electionId, showAll))
	const offline = !useOnline() || isOffline(refresh.failure)

	if (isNotFound(refresh.failure)) {
		return (
			<Page title={texts.notFound}>
				<Notice title={texts.notFound} level={1}>
					<ReturnToElections />
				</Notice>
			</Page>
		)
	}
	if (live.status === 'loading') return <Page title={null}>{null}</Page>
	const { election, intros, status } = live.data
	const name = election?.name ?? texts.quizzes
	if (election === null && intros === null && refresh.failure === null) {
		// How high the heading is follows from the name: until that is known it has no place.
		return (
			<Page title={name}>
				<FirstRead refresh={refresh} />
			</Page>
		)
	}
	return (
		<Page title={name}>
			<Heading election={election} />
			{intros === null ? (
				<FirstRead refresh={refresh} />
			) : (
				<Quizzes intros={intros} showAll={showAll} refresh={refresh}>
					<PackBar
						{...{ electionId, name, status, offline }}
						folded
						className="mt-6 rounded-field border border-base-300 ps-4 pe-2"
					/>
				</Quizzes>
			)}
		</Page>
	)
}
