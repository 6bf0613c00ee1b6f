import { Link } from '@tanstack/react-router'
import { Printer, ReceiptText, Share2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import type { AttemptResults, CandidateResult } from '#device/results.ts'
import { BAR_MIN_PERCENT } from '#domain/limits.ts'
import { progress } from '#domain/quiz.ts'
import {
	type Band,
	bandOf,
	isShareOfPicks,
	roundPercentage,
	saysNothing,
	scoringOf,
} from '#domain/score.ts'
import { results as texts } from '#web/texts/en/results.ts'
import { CandidateAvatar } from '#web/ui/candidate-avatar.tsx'
import { momentText } from '#web/ui/format.ts'
import { useIsPrinting } from '#web/ui/printing.ts'
import { notCountedText } from '#web/ui/stale-note.tsx'
import { DifferMost, HowFirm } from './firmness.tsx'
import { PrintSheet } from './print-sheet.tsx'
import { receiptOf, ShareDialog, saveReceipt } from './share-dialog.tsx'
import { Why } from './why.tsx'
import { bandText, noScoreText, percentText, picksOf, rankText } from './words.ts'

const BUTTON =
	'btn btn-outline h-auto min-h-12 flex-col gap-1 px-3 py-3 text-sm sm:flex-row sm:text-base sm:gap-2'
const ICON = { 'aria-hidden': true, className: 'size-5' } as const

const Actions = ({ results }: { readonly results: AttemptResults }) => {
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
			{sharing && <ShareDialog results={results} onClose={() => setSharing(false)} />}
		</section>
	)
}

const FILL: Readonly<Record<Band, string>> = {
	strong: 'bg-success',
	moderate: 'bg-moderate',
	low: 'bg-error',
}
const TEXT: Readonly<Record<Band, string>> = {
	strong: 'text-success',
	moderate: 'text-warning',
	low: 'text-error',
}

interface AlignmentProps {
	readonly candidate: Pick<CandidateResult, 'percentage' | 'lines'>
	readonly attempt: AttemptResults['attempt']
	readonly size?: 'normal' | 'large'
}

/** Alignment with a candidate: percentage, band and bar, after the count in a POLICY_PICK. */
export const AlignmentFigure = ({ candidate, attempt, size = 'normal' }: AlignmentProps) => {
	const { percentage } = candidate
	if (percentage === null) {
		return <p className="mt-2 text-muted">{noScoreText(candidate)}</p>
	}
	const figure = roundPercentage(percentage)
	const band = bandOf(figure)
	const words = bandText(figure, attempt.quizType)
	const picks = picksOf(attempt, candidate)
	const large = size === 'large'
	const share = isShareOfPicks(scoringOf(attempt))
	const big = 'font-serif font-semibold tabular-nums'
	return (
		<div className="mt-2">
			{picks && (
				<p className={`${big} ${large ? 'text-4xl' : 'text-2xl'}`}>
					{texts.yourPicks(picks.own, picks.all)}
				</p>
			)}
			<p className="flex flex-wrap items-baseline justify-between gap-x-3">
				<span
					className={
						picks ? 'text-muted tabular-nums' : `${big} ${large ? 'text-5xl' : 'text-2xl'}`
					}
				>
					{picks && share ? texts.couldGive(percentText(figure), picks.all) : percentText(figure)}
				</span>
				{words && <span className={`font-semibold ${TEXT[band]}`}>{words}</span>}
			</p>
			<div
				aria-hidden="true"
				className={`mt-2 overflow-hidden rounded-full bg-base-300 forced-colors:border ${large ? 'h-4' : 'h-3'}`}
			>
				<div
					className={`h-full origin-left animate-grow rounded-full rtl:origin-right forced-colors:bg-[Highlight] ${words ? FILL[band] : 'bg-primary'}`}
					style={{ width: `${Math.max(BAR_MIN_PERCENT, figure)}%` }}
				/>
			</div>
		</div>
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
							<DifferMost lines={candidate.lines} quizType={attempt.quizType} />
						</div>
					)}
				</li>
			))}
		</ol>
	)
}

interface Tab {
	readonly label: string
	readonly panel: (show: (index: number) => void) => ReactNode
}

const Tabs = ({ tabs, label }: { readonly tabs: readonly Tab[]; readonly label: string }) => {
	const [chosen, setChosen] = useState(0)
	const id = useId()
	const list = useRef<HTMLDivElement>(null)

	const show = (index: number): void => {
		setChosen(index)
		list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
	}
	const onKeyDown = (event: KeyboardEvent): void => {
		const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
		const step = { ArrowRight: forward, ArrowLeft: -forward }[event.key]
		if (step === undefined) return
		event.preventDefault()
		show((chosen + step + tabs.length) % tabs.length)
	}
	return (
		<>
			<div
				ref={list}
				role="tablist"
				aria-label={label}
				className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] gap-1 rounded-field bg-base-200 p-1"
			>
				{tabs.map((tab, index) => (
					<button
						key={tab.label}
						type="button"
						role="tab"
						id={`${id}-tab-${index}`}
						aria-selected={index === chosen}
						aria-controls={`${id}-panel`}
						tabIndex={index === chosen ? 0 : -1}
						className="min-h-12 rounded-lg px-4 font-medium text-muted aria-selected:bg-raised aria-selected:text-primary aria-selected:shadow-paper forced-colors:aria-selected:bg-[Highlight] forced-colors:aria-selected:text-[HighlightText] forced-colors:aria-selected:forced-color-adjust-none"
						onClick={() => setChosen(index)}
						onKeyDown={onKeyDown}
					>
						{tab.label}
					</button>
				))}
			</div>
			<div
				role="tabpanel"
				id={`${id}-panel`}
				aria-labelledby={`${id}-tab-${chosen}`}
				className="mt-6"
			>
				{tabs[chosen]?.panel(show)}
			</div>
		</>
	)
}

interface CardProps {
	readonly candidate: CandidateResult
	readonly attempt: AttemptResults['attempt']
}

const Card = ({ candidate, attempt }: CardProps) => (
	<li className="rounded-box border border-base-300 bg-surface p-[min(1.5rem,6vw)] shadow-paper">
		<div className="flex flex-wrap items-center gap-4">
			<CandidateAvatar name={candidate.name} logo={candidate.logo} className="size-18 text-2xl" />
			<div className="min-w-0 flex-1 basis-36 wrap-anywhere">
				<h3 className="text-2xl leading-tight font-semibold">{candidate.name}</h3>
				{candidate.party && <p className="text-muted">{candidate.party}</p>}
			</div>
		</div>
		<div className="mt-4">
			<AlignmentFigure candidate={candidate} attempt={attempt} size="large" />
		</div>
	</li>
)

const basisText = ({ attempt, candidates }: AttemptResults): string | null => {
	if (attempt.statements.length === 0) return null
	const picked = attempt.selection?.length
	const { answered, total } = progress(attempt)
	const what = picked === undefined ? texts.answered(answered, total) : texts.picked(picked, total)
	return `${what}, ${texts.compared(candidates.length)}`
}

/** Best match, several if tied, or a note if the answers favor no candidate. */
export const TopMatch = ({ results }: { readonly results: AttemptResults }) => {
	const first = results.candidates.filter((candidate) => candidate.rank === 1)
	const basis = basisText(results)
	if (first.length === 0) {
		return <p className="text-muted">{texts.nobody}</p>
	}
	if (saysNothing(results.attempt)) {
		return (
			<section>
				<h2 className="mb-3 text-xl font-semibold">{texts.noTopMatch}</h2>
				<p>{texts.saysNothing[results.attempt.quizType]}</p>
				{basis && <p className="mt-3 text-sm text-muted">{basis}</p>}
			</section>
		)
	}
	return (
		<section>
			<h2 className="mb-3 text-xl font-semibold">
				{first.length === 1 ? texts.topMatch : texts.topTie(first.length)}
			</h2>
			<ul className="grid gap-4">
				{first.map((candidate) => (
					<Card
						key={candidate.candidateId ?? candidate.name}
						candidate={candidate}
						attempt={results.attempt}
					/>
				))}
			</ul>
			{basis && <p className="mt-3 text-sm text-muted">{basis}</p>}
		</section>
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

const Summary = ({
	results,
	onAll,
}: {
	readonly results: AttemptResults
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
	/** Error text for data that the server did not deliver. */
	readonly gap: string | null
	readonly onRetry: () => void
}

/** Results with the tabs "summary" and "all", and actions to share or print. */
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
