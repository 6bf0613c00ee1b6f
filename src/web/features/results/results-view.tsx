import { Link } from '@tanstack/react-router'
import { useLayoutEffect, useRef, useState } from 'react'
import type { AttemptResults } from '#local/results.ts'
import { results as texts } from '#web/texts/results.ts'
import { momentText } from '#web/ui/dates.ts'
import { notCountedText } from '#web/ui/failure-detail.ts'
import { useIsPrinting } from '#web/ui/printing.ts'
import { Actions } from './actions.tsx'
import { HowFirm } from './firmness.tsx'
import { PrintSheet } from './print-sheet.tsx'
import { Ranking } from './ranking.tsx'
import { Tabs } from './tabs.tsx'
import { TopMatch } from './top-match.tsx'

/** Ends a sentence; a server's own text may have its full stop already. */
const withStop = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

/**
 * Marks figures as the device's own. Once the server has confirmed them while somebody looks it says that, in the same
 * place: what stands below does not move.
 */
const Estimated = ({ results }: { readonly results: AttemptResults }) => {
	const { estimated, attempt } = results
	const notCounted = notCountedText(attempt)
	const [shown, setShown] = useState(estimated)
	const [height, setHeight] = useState(0)
	const box = useRef<HTMLParagraphElement>(null)
	if (estimated && !shown) setShown(true)
	useLayoutEffect(() => {
		if (estimated) setHeight(box.current?.offsetHeight ?? 0)
	}, [estimated])
	if (!shown) return null
	return (
		<p
			ref={box}
			role="status"
			className="mt-4 rounded-field bg-base-200 px-4 py-3 text-sm"
			style={estimated ? {} : { minHeight: height }}
		>
			<strong className="font-semibold">
				{withStop(notCounted ?? (estimated ? texts.estimated : texts.confirmed))}
			</strong>
			<span>{` ${notCounted ? texts.notCountedText : estimated ? texts.estimatedText : texts.confirmedText}`}</span>
		</p>
	)
}

const Heading = ({ results }: { readonly results: AttemptResults }) => {
	const { quizName, electionName, completedAt } = results.attempt
	const details = [electionName, momentText(completedAt)].filter(Boolean)
	return (
		<header className="mb-6">
			<p className="text-muted">{quizName}</p>
			<h1 className="mt-1 text-3xl font-semibold sm:text-4xl">{texts.yours}</h1>
			{details.length > 0 && <p className="mt-2 text-sm text-muted">{details.join(' · ')}</p>}
			<Estimated results={results} />
		</header>
	)
}

const Gap = ({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) => (
	<div
		role="alert"
		className="mb-5 flex items-center gap-3 rounded-field border border-base-300 bg-base-200 py-1 ps-4 pe-1 text-sm"
	>
		<p className="flex-1">{text}</p>
		<button type="button" className="btn btn-ghost" onClick={onRetry}>
			{texts.retry}
		</button>
	</div>
)

const Retake = () => (
	<Link to="/elections" className="btn btn-outline text-base">
		{texts.retake}
	</Link>
)

const Summary = ({
	results,
	onAll,
}: {
	readonly results: AttemptResults
	/** Opens the list of all. */
	readonly onAll: () => void
}) => (
	<>
		<TopMatch results={results} />
		<HowFirm results={results} />
		<div className="mt-6 grid gap-3 sm:grid-cols-2">
			<button type="button" className="btn btn-primary text-base" onClick={onAll}>
				{texts.viewAll}
			</button>
			<Retake />
		</div>
	</>
)

const All = ({ results }: { readonly results: AttemptResults }) => (
	<>
		<Ranking results={results} />
		<div className="mt-6 grid">
			<Retake />
		</div>
	</>
)

interface ResultsViewProps {
	readonly results: AttemptResults
	/** What the server would not say of them, in words. */
	readonly gap: string | null
	readonly onRetry: () => void
}

/** The results: the best match first, everybody on the second tab, and what can be done with them. */
export const ResultsView = ({ results, gap, onRetry }: ResultsViewProps) => {
	const printing = useIsPrinting()
	return (
		<div className="animate-rise">
			<Heading results={results} />
			{gap && <Gap text={gap} onRetry={onRetry} />}
			<Tabs
				label={texts.title}
				tabs={[
					{
						label: texts.summary,
						panel: (show) => <Summary results={results} onAll={() => show(1)} />,
					},
					{ label: texts.all, panel: () => <All results={results} /> },
				]}
			/>
			<Actions results={results} />
			{printing && <PrintSheet results={results} />}
		</div>
	)
}
