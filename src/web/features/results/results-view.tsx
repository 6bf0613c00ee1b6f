import { Link } from '@tanstack/react-router'
import { Printer, ReceiptText, Share2 } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { StoredNotes } from '#device/db.ts'
import type { AttemptResults } from '#device/results.ts'
import { results as texts } from '#web/texts/en/results.ts'
import { contentLanguage } from '#web/texts/language.ts'
import { CandidateAvatar } from '#web/ui/candidate-avatar.tsx'
import { momentText } from '#web/ui/format.ts'
import { useIsPrinting } from '#web/ui/printing.ts'
import { notCountedText } from '#web/ui/stale-note.tsx'
import { Actions } from './actions.tsx'
import { AlignmentFigure } from './alignment-figure.tsx'
import { BoothNote, useNotes } from './booth-note.tsx'
import { type Certainty, HowCertain, useCertainty } from './certainty.tsx'
import { DifferMost } from './differ.tsx'
import { PrintSheet } from './print-sheet.tsx'
import { SeenBefore } from './seen-before.tsx'
import { receiptOf, ShareDialog, saveReceipt } from './share-dialog.tsx'
import { CompareLink } from './side-by-side.tsx'
import { Everyone } from './standings.tsx'
import { Tabs } from './tabs.tsx'
import { WhatYouThought } from './thought.tsx'
import { TieBreak } from './tie-break.tsx'
import { AllCandidates, CARD, TopMatch } from './top-match.tsx'
import { Why } from './why.tsx'
import { basisText, rankText } from './words.ts'

const BUTTON =
	'btn btn-outline h-auto min-h-12 flex-col gap-1 px-3 py-3 text-sm sm:flex-row sm:text-base sm:gap-2'
const ICON = { 'aria-hidden': true, className: 'size-5' } as const

interface ContentProps {
	readonly results: AttemptResults
	readonly certainty: Certainty | null
}

const KeepOrShare = ({ results, certainty }: ContentProps) => {
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
				<li key={candidate.candidateId ?? candidate.name} className={`${CARD} bg-surface`}>
					<AlignmentFigure candidate={candidate} attempt={attempt}>
						<p className="font-serif text-lg text-muted">
							<span className="sr-only">{texts.rank} </span>
							<span>{rankText(candidate, candidates)}</span>
						</p>
						<CandidateAvatar name={candidate.name} logo={candidate.logo} className="size-12" />
						<div className="min-w-0 flex-1 basis-28 wrap-anywhere">
							<h2 className="text-xl leading-tight font-semibold">{candidate.name}</h2>
							{candidate.party && <p className="text-sm text-muted">{candidate.party}</p>}
						</div>
					</AlignmentFigure>
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
export const Estimated = ({ results }: { readonly results: AttemptResults }) => {
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
			// The next start does not show that it was confirmed.
			data-transient={!estimated}
			className="mt-3 rounded-field bg-base-200 px-4 py-3 text-sm"
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
	const { attempt } = results
	return (
		<header className="mb-5">
			<p lang={contentLanguage} className="text-sm text-muted">
				{attempt.electionName || attempt.quizName}
			</p>
			<h1 className="mt-1 text-3xl font-semibold">{texts.yours}</h1>
			{/* Reserve the line to avoid a layout shift. */}
			<p className="mt-1 text-sm text-muted">{basisText(attempt) ?? '\u00a0'}</p>
			<Estimated results={results} />
		</header>
	)
}

/** Says which data the server did not deliver, with a retry. */
export const Gap = ({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) => (
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

/** Leads to the quiz's intro, which checks the quiz, asks for consent, and says that a new result replaces this one. */
const Leave = ({ quizId }: { readonly quizId: string }) => (
	<div className="mt-6 grid gap-3 sm:grid-cols-2">
		{quizId !== '' && (
			<Link
				to="/quiz/$compareQuizId"
				params={{ compareQuizId: quizId }}
				className="btn btn-outline text-base"
			>
				{texts.retake}
			</Link>
		)}
		<Link to="/elections" className="btn btn-ghost text-base">
			{texts.backToElections}
		</Link>
	</div>
)

const Notes = ({ attempt }: Pick<AttemptResults, 'attempt'>) => {
	const day = momentText(attempt.completedAt)
	return (
		<div className="mt-6 grid gap-2 text-sm text-muted">
			{attempt.quizType !== 'POLICY_PICK' && <p>{texts.sameSide}</p>}
			<p>
				<span lang={contentLanguage}>{attempt.quizName}</span>
				<span>{day && ` · ${day}`}</span>
			</p>
		</div>
	)
}

interface SummaryProps extends ContentProps {
	readonly notes: StoredNotes | null | undefined
	readonly onAll: () => void
}

const Summary = ({ results, certainty, notes, onAll }: SummaryProps) => (
	<>
		<TopMatch results={results} />
		<HowCertain certainty={certainty} />
		<AllCandidates results={results} onAll={onAll} />
		<Actions results={results} notes={notes}>
			<CompareLink results={results} />
		</Actions>
		<SeenBefore results={results} />
		<TieBreak results={results} notes={notes} />
		<WhatYouThought results={results} />
		<BoothNote results={results} notes={notes} />
		<Notes attempt={results.attempt} />
	</>
)

const All = ({ results }: { readonly results: AttemptResults }) => (
	<>
		<Ranking results={results} />
		<Everyone results={results} />
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
	const notes = useNotes(results.attempt.id)
	return (
		<div className="animate-rise">
			<Heading results={results} />
			{gap && <Gap text={gap} onRetry={onRetry} />}
			<Tabs
				label={texts.title}
				tabs={[
					{
						label: texts.summary,
						panel: (show) => <Summary {...{ results, certainty, notes }} onAll={() => show(1)} />,
					},
					{ label: texts.all, panel: () => <All results={results} /> },
				]}
			/>
			<KeepOrShare {...{ results, certainty }} />
			<Leave quizId={results.attempt.compareQuizId} />
			{printing && <PrintSheet {...{ results, certainty }} notes={notes} />}
		</div>
	)
}
