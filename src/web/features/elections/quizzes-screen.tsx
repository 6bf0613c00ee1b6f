import { Link, Navigate } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { StoredElection } from '#device/db.ts'
import type { QuizIntro } from '#device/elections.ts'
import { isPast, placeText } from '#domain/jurisdiction.ts'
import { minutesFor, progress } from '#domain/quiz.ts'
import { type Failure, isOffline } from '#http/failure.ts'
import { local } from '#web/app/local.ts'
import { elections as texts } from '#web/texts/en/elections.ts'
import { contentLanguage } from '#web/texts/language.ts'
import { failureText } from '#web/ui/failure-text.ts'
import { candidatesText, dayText, momentText, QUIZ_TYPE_LABELS } from '#web/ui/format.ts'
import { useOnline } from '#web/ui/hooks.ts'
import { useLive } from '#web/ui/live.ts'
import { Notice, Skeletons } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { type Refresh, useRefresh } from '#web/ui/refresh.ts'
import { NeedsConnection, StaleNote } from '#web/ui/stale-note.tsx'
import { PackBar, preloadLogos } from './offline-pack.tsx'

const stateOf = ({ inProgress, completed }: QuizIntro): string | null => {
	if (inProgress) {
		const { answered, total } = inProgress.reported ?? progress(inProgress)
		return texts.inProgress(answered, total)
	}
	return completed && texts.completed(momentText(completed.completedAt))
}

const minutesOf = ({ quiz, validation, inProgress }: QuizIntro): string | null => {
	if (inProgress) {
		const { answered, total } = inProgress.reported ?? progress(inProgress)
		return texts.minutesLeft(minutesFor(inProgress.quizType, total - answered))
	}
	const minutes = minutesFor(quiz.quizType, validation?.policyCount ?? 0)
	return minutes > 0 ? texts.minutes(minutes) : null
}

const QuizCard = ({ intro }: { readonly intro: QuizIntro }) => {
	const { id, name, quizType, candidateIds } = intro.quiz
	const state = stateOf(intro)
	return (
		<Link
			to="/quiz/$compareQuizId"
			params={{ compareQuizId: id }}
			className="flex h-full items-center gap-4 rounded-box border border-base-300 bg-surface p-5 shadow-paper transition-colors hover:border-primary"
		>
			<span className="min-w-0 flex-1 wrap-anywhere">
				<span
					lang={contentLanguage}
					className="block font-serif text-xl leading-snug font-semibold"
				>
					{name}
				</span>
				<span className="mt-2 flex flex-wrap gap-2">
					<span className="badge badge-outline">{QUIZ_TYPE_LABELS[quizType]}</span>
					<span className="badge badge-ghost">{candidatesText(candidateIds.length)}</span>
				</span>
				<span className="mt-2 block">{texts.types[quizType]}</span>
				{/* Reserve the line to avoid a layout shift when the statements load. */}
				<span className="mt-2 flex min-h-6 flex-wrap gap-x-3 text-sm text-muted">
					<span>{minutesOf(intro)}</span>
					{/* Last, so that nothing moves when the history arrives. */}
					{state && <span className="font-semibold text-primary">{state}</span>}
				</span>
			</span>
			<ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted rtl:-scale-x-100" />
		</Link>
	)
}

const QuizList = ({ intros }: { readonly intros: readonly QuizIntro[] }) => (
	<ul className="grid gap-4 sm:grid-cols-2">
		{intros.map((intro, index) => (
			<li
				key={intro.quiz.id}
				// The last of an odd number fills its row.
				className={index % 2 === 0 && index === intros.length - 1 ? 'sm:col-span-2' : ''}
			>
				<QuizCard intro={intro} />
			</li>
		))}
	</ul>
)

/** Stores the quizzes for offline use. A single quiz opens at once, and its page stores it. */
const store = async (electionId: string, showAll: boolean): Promise<void> => {
	const quizzes = await local.compareQuizzes.activeOf(electionId)
	if (quizzes?.length === 1 && !showAll) return
	await local.packs.refresh(electionId)
	await preloadLogos(electionId)
}

/** Refreshes the election, then its quizzes. The election goes first: its 404 decides what the page shows. */
const read = async (electionId: string, showAll: boolean) => {
	const election = await local.elections.refresh(electionId)
	if (!election.ok) return election
	const quizzes = await local.compareQuizzes.refreshOf(electionId)
	// Not awaited: saving continues when the page redirects to a quiz. The pack's status shows failures.
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
		<Notice title={failureText(failure, texts.loadFailed)} tone="error">
			<button type="button" className="btn btn-primary" onClick={retry}>
				{texts.retry}
			</button>
			<ReturnToElections />
		</Notice>
	)
}

interface ElectionQuizzesScreenProps {
	readonly electionId: string
	readonly showAll: boolean
}

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
		// Omit the heading: its height depends on the name, which is not loaded yet.
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
