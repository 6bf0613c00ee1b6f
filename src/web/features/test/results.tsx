import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { TestSummary } from '#domain/knowledge-test.ts'
import type { OutboxEntry } from '#local/db.ts'
import { sendVisitors } from '#web/app/tests.ts'
import { Notice } from '#web/ui/notice.tsx'
import { AnswersPicture } from './answers-picture.tsx'
import { type Figures, figuresOf, figureTexts, outcomesOf, readSummary } from './figures.ts'
import { ResultsActions } from './results-actions.tsx'
import { type KnownOutcome, useOutcome } from './use-outcome.ts'

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
			<Figure name="correct" value={totals} />
			<Figure name="accuracy" value={accuracy} />
			<Figure name="average time" value={time} />
		</dl>
	)
}

const StandingNote = ({ figures }: { readonly figures: Figures }) => (
	<p role="status" className="mt-2 text-muted empty:hidden">
		{figures.state === 'waiting' &&
			'Your results are waiting for the server. They fill in by themselves.'}
		{figures.state === 'estimated' && <span className="badge">Estimated on this device</span>}
	</p>
)

const WHAT: Readonly<Record<string, string>> = {
	'test.guess': 'A guess',
	'test.complete': 'The end of the test',
	'test.feedback': 'Your feedback',
}

const Refused = ({ entries }: { readonly entries: readonly OutboxEntry[] }) =>
	entries.length > 0 && (
		<section role="alert" className="mt-6 rounded-box border border-base-300 bg-base-200 p-5">
			<h2 className="text-lg font-semibold">Not accepted</h2>
			<p className="mt-1 text-muted">The server did not accept this. Nothing else is affected.</p>
			<ul className="mt-2 list-disc pl-5">
				{entries.map(({ seq, command, reason }) => (
					<li key={seq}>
						{WHAT[command] ?? 'Something of this test'}: {reason ?? 'no reason was given'}
					</li>
				))}
			</ul>
		</section>
	)

/** The figures to show, by what is known where. Null while that is being looked up, or the server is asked. */
const shownOf = (known: KnownOutcome, carried: TestSummary | null): Figures | null => {
	const { session, waiting, elsewhere, refresh } = known
	if (session === undefined) return null
	if (session) return figuresOf(session, waiting)
	const summary = elsewhere?.summary ?? carried
	if (summary) return { state: 'confirmed', summary }
	return refresh.failure ? { state: 'waiting' } : null
}

const NotFound = () => (
	<Notice title="These results are not on this device" level={1}>
		<Link to="/test" className="btn btn-primary">
			Take the test
		</Link>
	</Notice>
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
	const outcomes = session
		? outcomesOf(session)
		: (elsewhere?.policyResults.map(({ correct }) => correct) ?? [])
	const summary = figures.state === 'waiting' ? null : figures.summary
	return (
		<>
			<h1 ref={heading} tabIndex={-1} className="text-3xl font-semibold">
				Your results
			</h1>
			<StandingNote figures={figures} />
			{summary && <Summary summary={summary} />}
			{outcomes.length > 0 && <AnswersPicture outcomes={outcomes} />}
			<Refused entries={refused} />
			<ResultsActions sessionId={sessionId} summary={summary} known={Boolean(session)} />
		</>
	)
}

interface ResultsProps {
	readonly sessionId: string
	/** The summary that the address carries, as JSON. */
	readonly carried: string | null
}

/** What a test has come to. */
export const Results = ({ sessionId, carried }: ResultsProps) => {
	const known = useOutcome(sessionId)
	const figures = shownOf(known, readSummary(carried))
	useEffect(() => void sendVisitors().catch(() => undefined), [])
	if (figures === null) return <p role="status">Loading your results</p>
	if (known.session === null && figures.state === 'waiting') return <NotFound />
	return <Found sessionId={sessionId} known={known} figures={figures} />
}
