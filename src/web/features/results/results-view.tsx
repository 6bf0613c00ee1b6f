import { Link } from '@tanstack/react-router'
import { Printer, ReceiptText, Share2 } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { AttemptResults } from '#device/results.ts'
import { results as texts } from '#web/texts/en/results.ts'
import { CandidateAvatar } from '#web/ui/candidate-avatar.tsx'
import { momentText } from '#web/ui/format.ts'
import { useIsPrinting } from '#web/ui/printing.ts'
import { notCountedText } from '#web/ui/stale-note.tsx'
import { AlignmentFigure } from './alignment-figure.tsx'
import { type Certainty, HowCertain, useCertainty } from './certainty.tsx'
import { PrintSheet } from './print-sheet.tsx'
import { receiptOf, ShareDialog, saveReceipt } from './share-dialog.tsx'
import { CompareLink } from './side-by-side.tsx'
import { Everyone } from './standings.tsx'
import { Tabs } from './tabs.tsx'
import { TopMatch } from './top-match.tsx'
import { DifferMost, Why } from './why.tsx'
import { rankText } from './words.ts'

const BUTTON =
	'btn btn-outline h-auto min-h-12 flex-col gap-1 px-3 py-3 text-sm sm:flex-row sm:text-base sm:gap-2'
const ICON = { 'aria-hidden': true, className: 'size-5' } as const

interface ContentProps {
	readonly results: AttemptResults
	readonly certainty: Certainty | null
}

const Actions = ({ results, certainty }: ContentProps) => {
	const [sharing, setSharing] = useState(false)
	const receipt = receiptOf(results)
	return (
		<section className="mt-8 border-t border-base-300 pt-6">
			<h2 className="text-xl font-semibold">{texts.keepOrShare}</h2>
			<div className="mt-3 flex flex-wrap gap-3 *:grow">
				<button type="button" className={BUTTON} onClick={() => setSharing(true)}>
					<Share2 {...ICON} />
					<span>{texts.share}</span>
				</button>
				<button type="button" className={BUTTON} onClick={() => print()}>
					<Printer {...ICON} />
					<span>{texts.print}</span>
				</button>
				{receipt && (
					<button type="button" className={BUTTON} onClick={() => saveReceipt(receipt)}>
						<ReceiptText {...ICON} />
						<span>{texts.receipt}</span>
					</button>
				)}
			</div>
			{receipt && <p className="mt-3 text-sm text-muted">{texts.receiptText}</p>}
			{sharing && (
				<ShareDialog results={results} certainty={certainty} onClose={() => setSharing(false)} />
			)}
		</section>
	)
}

const Ranking = ({ results }: { readonly results: AttemptResults }) => {
	const { candidates, attempt } = results
	return (
		<ol className="grid gap-4">
			{candidates.map((candidate) => (
				<li
					key={candidate.candidateId ?? candidate.name}
					className="rounded-box border border-base-300 bg-surface p-5 shadow-paper"
				>
					<div className="flex flex-wrap items-center gap-4">
						<CandidateAvatar name={candidate.name} logo={candidate.logo} />
						<div className="min-w-0 flex-1 basis-28 wrap-anywhere">
							<h2 className="text-xl leading-tight font-semibold">{candidate.name}</h2>
							{candidate.party && <p className="text-sm text-muted">{candidate.party}</p>}
						</div>
						<p className="self-start font-serif text-lg text-muted">
							<span className="sr-only">{texts.rank} </span>
							<span>{rankText(candidate, candidates)}</span>
						</p>
					</div>
					<AlignmentFigure candidate={candidate} attempt={attempt} />
					{candidate.lines.length > 0 && (
						<div className="mt-4 -mb-3">
							<Why candidate={candidate} results={results} />
							<DifferMost candidate={candidate} results={results} />
						</div>
					)}
				</li>
			))}
		</ol>
	)
}

const withStop = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

/** Marks results as estimated, then as confirmed by the server. Keeps its height to avoid a layout shift. */
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

const Summary = ({ results, certainty, onAll }: ContentProps & { readonly onAll: () => void }) => (
	<>
		<TopMatch results={results} />
		<HowCertain certainty={certainty} />
		<CompareLink results={results} />
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
		<Everyone results={results} />
		<div className="mt-6 grid">
			<Retake />
		</div>
	</>
)

interface ResultsViewProps {
	readonly results: AttemptResults
	/** Error text for data that the server did not deliver. */
	readonly gap: string | null
	readonly onRetry: () => void
}

export const ResultsView = ({ results, gap, onRetry }: ResultsViewProps) => {
	const printing = useIsPrinting()
	const certainty = useCertainty(results)
	return (
		<div className="animate-rise">
			<Heading results={results} />
			{gap && <Gap text={gap} onRetry={onRetry} />}
			<Tabs
				label={texts.title}
				tabs={[
					{
						label: texts.summary,
						panel: (show) => <Summary {...{ results, certainty }} onAll={() => show(1)} />,
					},
					{ label: texts.all, panel: () => <All results={results} /> },
				]}
			/>
			<Actions {...{ results, certainty }} />
			{printing && <PrintSheet {...{ results, certainty }} />}
		</div>
	)
}
