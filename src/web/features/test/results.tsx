import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { lazy, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { knowledgeTest as calls, type TestResults } from '#contract/knowledge-test.ts'
import type { OutboxEntry, StoredTestSession } from '#device/db.ts'
import type { TestSummary } from '#domain/knowledge-test.ts'
import { call } from '#web/app/api.ts'
import { drainTestSync, tests } from '#web/app/knowledge-test.ts'
import { testEnds } from '#web/app/knowledge-test-end.ts'
import { testEnd } from '#web/texts/en/test-end.ts'
import { useWhileHere } from '#web/ui/address.ts'
import { useLive } from '#web/ui/live.ts'
import { Notice } from '#web/ui/notice.tsx'
import { LazyBoundary } from '#web/ui/page.tsx'
import { type Refresh, useRefresh } from '#web/ui/refresh.ts'
import { AboutLink } from './about-link.tsx'
import { type RefusedProps, ResultsActions } from './results-actions.tsx'
import {
	type Figures,
	figuresOf,
	figureTexts,
	isWaiting,
	type Mark,
	marksOf,
	readSummary,
	summaryOf,
} from './results-model.ts'
import { ToQuiz } from './to-quiz.tsx'

const SIGNS = { true: '✓', false: '✗', null: '?', refused: '!' } as const
const LOOKS = {
	true: 'border-success bg-success text-success-content',
	false: 'border-warning text-warning',
	null: 'border-edge text-muted',
	refused: 'border-error text-error',
} as const

const Sign = ({ outcome, children }: { readonly outcome: Mark; readonly children?: ReactNode }) => (
	<span
		className={`grid size-6 shrink-0 place-items-center rounded-full border-2 text-sm font-bold ${LOOKS[`${outcome}`]}`}
	>
		<span aria-hidden="true">{SIGNS[`${outcome}`]}</span>
		{children}
	</span>
)

/** Marks of all answers in order, distinguished by shape and text, not only color. */
export const AnswersPicture = ({ outcomes }: { readonly outcomes: readonly Mark[] }) => {
	const kinds = ([true, false, null, 'refused'] as const).filter((kind) => outcomes.includes(kind))
	return (
		<figure className="mt-6">
			<figcaption className="flex flex-wrap items-center gap-4 text-sm text-muted">
				<span className="font-semibold text-base-content">{testEnd.inOrder}</span>
				{kinds.map((kind) => (
					<span
						key={testEnd.marks[`${kind}`]}
						aria-hidden="true"
						className="flex items-center gap-2"
					>
						<Sign outcome={kind} />
						<span>{testEnd.marks[`${kind}`]}</span>
					</span>
				))}
			</figcaption>
			<ol className="mt-3 grid grid-cols-5 gap-2 text-sm text-muted tabular-nums sm:grid-cols-10">
				{outcomes.map((outcome, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: an answer's position identifies it.
					<li key={index} className="flex flex-wrap items-center gap-1">
						<span className="sr-only">{testEnd.answer} </span>
						<span>{index + 1}</span>
						<Sign outcome={outcome}>
							<span className="sr-only">: {testEnd.marks[`${outcome}`]}</span>
						</Sign>
					</li>
				))}
			</ol>
		</figure>
	)
}

export interface KnownOutcome {
	/** Null if not on this device; undefined while loading. */
	readonly session: StoredTestSession | null | undefined
	/** Commands that affect the results are unsent. */
	readonly waiting: boolean
	readonly refused: readonly OutboxEntry[]
	/** The server's results for a session that is not on this device. */
	readonly elsewhere: TestResults | null
	readonly refresh: Refresh
}

/** Follows a session on this device, and fetches the server's results once all commands are sent. */
export const useOutcome = (sessionId: string): KnownOutcome => {
	const live = useLive(() => tests.find(sessionId), ['test', sessionId], 'visitor')
	const unsent = useLive(() => testEnds.unsent(sessionId), ['unsent', sessionId], 'visitor')
	const [elsewhere, setElsewhere] = useState<TestResults | null>(null)
	const ready = live.status === 'ready' && unsent.status === 'ready'
	const waiting = isWaiting(unsent.data ?? [])
	const known = Boolean(live.data)

	const ask = async () => {
		if (known) return testEnds.refreshResults(sessionId)
		const reply = await call(calls.results, { params: { sessionId } })
		if (!reply.ok) return reply
		setElsewhere(reply.value)
		return { ok: true, value: null } as const
	}
	const name = `test/${sessionId}/${known}`
	const refresh = useRefresh(name, ready && !waiting ? ask : null, 'visitor')
	return {
		session: ready ? live.data : undefined,
		waiting,
		refused: (unsent.data ?? []).filter(({ state }) => state === 'refused'),
		elsewhere,
		refresh,
	}
}

const Figure = ({ name, value }: { readonly name: string; readonly value: string }) => (
	<div className="flex flex-col-reverse text-center">
		<dt className="text-sm text-muted">{name}</dt>
		<dd className="font-serif text-2xl font-semibold tabular-nums">{value}</dd>
	</div>
)

const Summary = ({ summary }: { readonly summary: TestSummary }) => {
	const { totals, accuracy, time } = figureTexts(summary)
	return (
		<dl className="mt-5 grid grid-cols-3 gap-3 rounded-box border border-base-300 bg-surface px-3 py-5 shadow-paper">
			<Figure name={testEnd.correct} value={totals} />
			<Figure name={testEnd.accuracy} value={accuracy} />
			<Figure name={testEnd.time} value={time} />
		</dl>
	)
}

interface StandingNoteProps {
	readonly figures: Figures
	readonly notCounted: boolean
}

const StandingNote = ({ figures, notCounted }: StandingNoteProps) => (
	<p role="status" className="mt-2 text-muted empty:hidden">
		{notCounted && <span className="block">{testEnd.notCounted}</span>}
		{figures.state === 'waiting' && <span>{`${testEnd.waiting}. ${testEnd.fillIn}`}</span>}
		{figures.state === 'estimated' && (
			<span className="badge border-base-300 bg-base-200">{testEnd.estimated}</span>
		)}
	</p>
)

const Refused = lazy(async () => ({ default: (await import('./results-actions.tsx')).Refused }))

/** Lazy list of refused commands. Stays mounted after the last one, to move the focus. */
const LateRefused = (props: RefusedProps) => {
	const [needed, setNeeded] = useState(false)
	if (!needed && props.entries.length > 0) setNeeded(true)
	if (!needed) return null
	return (
		<LazyBoundary
			failed={
				<p role="alert" className="mt-6 font-medium text-error">
					{testEnd.refusedReload}
				</p>
			}
		>
			<Refused {...props} />
		</LazyBoundary>
	)
}

/** Links to other tests with refused commands, which are not reachable otherwise. */
const RefusedElsewhere = ({ sessionId }: { readonly sessionId: string }) => {
	const { data = [] } = useLive(() => testEnds.refusedSessions(), ['refused'], 'visitor')
	const others = data.filter((id) => id !== sessionId)
	return others.map((id) => (
		<p key={id} className="mt-6">
			<span>{`${testEnd.refusedElsewhere} `}</span>
			<Link
				to="/test"
				search={{ returnToResults: true, sessionId: id }}
				className="font-medium text-primary underline"
			>
				{testEnd.seeWhat}
			</Link>
		</p>
	))
}

const shownOf = (known: KnownOutcome, carried: TestSummary | null): Figures | null => {
	const { session, waiting, elsewhere, refresh } = known
	if (session === undefined) return null
	if (session) return figuresOf(session, waiting)
	const summary = elsewhere?.summary ?? carried
	if (summary) return { state: 'confirmed', summary }
	return refresh.failure ? { state: 'waiting' } : null
}

const NotFound = () => (
	<>
		<Notice title={testEnd.notHere} level={1}>
			<Link to="/test" className="btn btn-primary">
				{testEnd.takeTest}
			</Link>
		</Notice>
		<AboutLink />
	</>
)

interface FoundProps {
	readonly sessionId: string
	readonly known: KnownOutcome
	readonly figures: Figures
}

const Found = ({ sessionId, known, figures }: FoundProps) => {
	const { session, elsewhere, refused } = known
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => heading.current?.focus({ preventScroll: true }), [])
	const toHeading = useCallback(() => heading.current?.focus(), [])
	const outcomes: readonly Mark[] = session
		? marksOf(session)
		: (elsewhere?.policyResults.map(({ correct }) => correct) ?? [])
	const summary = summaryOf(figures)
	return (
		<>
			<h1 ref={heading} tabIndex={-1} className="text-3xl font-semibold">
				{testEnd.yourResults}
			</h1>
			<StandingNote figures={figures} notCounted={session?.notCounted ?? false} />
			{summary && <Summary summary={summary} />}
			<section className="mt-5 grid gap-3">
				<h2 className="text-xl font-semibold">{testEnd.next}</h2>
				<ToQuiz electionId={session?.election?.id} />
			</section>
			{outcomes.length > 0 && <AnswersPicture outcomes={outcomes} />}
			{session && <LateRefused session={session} entries={refused} onEmpty={toHeading} />}
			<RefusedElsewhere sessionId={sessionId} />
			<ResultsActions sessionId={sessionId} summary={summary} known={Boolean(session)} />
			<AboutLink />
		</>
	)
}

interface ResultsProps {
	readonly sessionId: string
	/** Summary from the URL, as JSON. */
	readonly carried: string | null
}

export const Results = ({ sessionId, carried }: ResultsProps) => {
	const known = useOutcome(sessionId)
	const figures = shownOf(known, readSummary(carried))
	const { session, waiting, refused } = known
	const navigate = useWhileHere(useNavigate())
	const router = useRouter()
	const empty = session?.guesses.length === 0 && !waiting && refused.length === 0
	useEffect(() => {
		// The session has no guesses yet: continue the test.
		if (empty) navigate({ to: '/test', search: {}, replace: true }).catch(reportError)
	}, [empty, navigate])
	useEffect(() => {
		drainTestSync().catch(() => undefined)
		// Preload the details for offline use; the link retries a failure.
		router
			.preloadRoute({ to: '/test/results/$sessionId', params: { sessionId } })
			.catch(() => undefined)
	}, [router, sessionId])
	if (empty) return null
	if (figures === null) return <p role="status">{testEnd.loadingResults}</p>
	if (known.session === null && figures.state === 'waiting') return <NotFound />
	return <Found sessionId={sessionId} known={known} figures={figures} />
}
