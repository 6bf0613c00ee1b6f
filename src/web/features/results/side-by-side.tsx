import { Link } from '@tanstack/react-router'
import { ChevronDown, Printer } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import type { AttemptResults, CandidateResult } from '#device/results.ts'
import { byCodeUnit, createRandom, shuffle } from '#domain/draw.ts'
import { hasPositions } from '#domain/score.ts'
import { rescore } from '#domain/second-figure.ts'
import type { ResultsSearch } from '#web/app/search.ts'
import { results as texts } from '#web/texts/en/results.ts'
import { sideBySide } from '#web/texts/en/side-by-side.ts'
import { contentLanguage } from '#web/texts/language.ts'
import { useIsPrinting } from '#web/ui/printing.ts'
import { originText } from './print-sheet.tsx'
import { SideBySideTable, type Topic } from './side-by-side-table.tsx'
import { closenessOf, type Standing, StandingDialog, standingsOf } from './standings.tsx'
import { categoriesIn, categoryOf } from './words.ts'

/** Numbers of candidates that can be compared at once. */
const LEAST = 2
const MOST = 4
/** Columns for candidates at first, on a phone and on wider screens: Tailwind's `md`. */
const FIRST = { phone: 2, wide: 3 }
const wide = matchMedia('(min-width: 48rem)')

type Comparable = CandidateResult & { readonly candidateId: string }

/** Candidates with known positions, best first. None while their names are unknown. */
const comparableOf = ({ candidates, faceless }: AttemptResults): Comparable[] =>
	faceless
		? []
		: candidates.filter(
				(each): each is Comparable => each.candidateId !== null && each.lines.length > 0,
			)

export const canCompare = (results: AttemptResults): boolean =>
	comparableOf(results).length >= LEAST

/** Candidates in an order that is drawn by lot, the same each time for an attempt. */
const drawn = (candidates: readonly Comparable[], seed: string): Comparable[] =>
	shuffle(
		candidates.toSorted((a, b) => byCodeUnit(a.candidateId, b.candidateId)),
		createRandom(`${seed}/side-by-side`),
	)

const topicsOf = (
	{ attempt }: AttemptResults,
	candidates: readonly Comparable[],
	standings: readonly Standing[],
): Topic[] =>
	categoriesIn(standings.map(({ statement }) => statement)).map((category) => {
		const scored = rescore(attempt, attempt.candidateIds, attempt.seed, (statement) =>
			Number(categoryOf(statement) === category),
		)
		const figures = new Map(scored.map((each) => [each.candidateId, each.percentage]))
		const percentages = candidates.map(({ candidateId }) => figures.get(candidateId) ?? null)
		const inTopic = standings.filter(({ statement }) => categoryOf(statement) === category)
		return { category, percentages, standings: inTopic }
	})

type Filter = 'all' | 'theyDiffer' | 'youDiffer'

const MATCHES: Readonly<Record<Filter, (standing: Standing) => boolean>> = {
	all: () => true,
	theyDiffer: ({ stances }) => new Set(stances.flatMap(({ position }) => position ?? [])).size > 1,
	youDiffer: ({ own, stances }) =>
		own !== null && stances.some(({ position }) => position !== null && position !== own),
}

const FILTERS: readonly Filter[] = ['all', 'theyDiffer', 'youDiffer']

interface FiltersProps {
	readonly counts: Readonly<Record<Filter, number>>
	readonly chosen: Filter
	readonly onChoose: (filter: Filter) => void
}

const Filters = ({ counts, chosen, onChoose }: FiltersProps) => (
	<fieldset className="flex flex-wrap gap-2">
		<legend className="sr-only">{sideBySide.filters}</legend>
		{FILTERS.map((filter) => (
			<button
				key={filter}
				type="button"
				aria-pressed={filter === chosen}
				className="min-h-11 rounded-full border border-edge px-4 text-sm font-medium aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-primary-content"
				onClick={() => onChoose(filter)}
			>
				{sideBySide[filter](counts[filter])}
			</button>
		))}
	</fieldset>
)

interface ChooserProps {
	/** Best first. */
	readonly candidates: readonly Comparable[]
	readonly chosen: ReadonlySet<string>
	readonly onChoose: (chosen: ReadonlySet<string>) => void
}

const Chooser = ({ candidates, chosen, onChoose }: ChooserProps) => {
	const change = (candidateId: string, on: boolean): void => {
		const next = new Set(chosen)
		if (on) next.add(candidateId)
		else next.delete(candidateId)
		onChoose(next)
	}
	return (
		<details className="group rounded-field border border-edge">
			<summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 px-4 text-sm font-medium [&::-webkit-details-marker]:hidden">
				<span>{sideBySide.candidates(chosen.size, candidates.length)}</span>
				<ChevronDown
					aria-hidden="true"
					className="size-5 shrink-0 transition-transform group-open:rotate-180"
				/>
			</summary>
			<fieldset aria-label={sideBySide.choose} className="px-4 py-3">
				<legend className="text-sm text-muted">{sideBySide.choose}</legend>
				<div className="grid gap-x-4 sm:grid-cols-2">
					{candidates.map(({ candidateId, name }) => {
						const on = chosen.has(candidateId)
						return (
							<label key={candidateId} className="flex min-h-12 items-center gap-3 wrap-anywhere">
								<input
									type="checkbox"
									className="checkbox checkbox-primary shrink-0 border-edge"
									checked={on}
									disabled={on ? chosen.size <= LEAST : chosen.size >= MOST}
									onChange={(event) => change(candidateId, event.target.checked)}
								/>
								<span className="min-w-0">{name}</span>
							</label>
						)
					})}
				</div>
			</fieldset>
		</details>
	)
}

/** Meaning of the cells' colors and borders; only of those that occur. */
const Legend = ({ standings }: { readonly standings: readonly Standing[] }) => {
	const found = new Set(
		standings.flatMap(({ own, stances }) =>
			stances.map(({ position }) => closenessOf(own, position)),
		),
	)
	const shown = (['near', 'far'] as const).filter((each) => found.has(each))
	return (
		<ul className="side-by-side flex flex-wrap gap-x-4 text-sm text-muted">
			{shown.map((each) => (
				<li key={each} className="flex items-center gap-2">
					<span aria-hidden="true" className={`swatch ${each}`} />
					<span>{sideBySide[each]}</span>
				</li>
			))}
		</ul>
	)
}

/** Link from the results to the comparison; nothing with fewer than two candidates. */
export const CompareLink = ({ results }: { readonly results: AttemptResults }) =>
	canCompare(results) && (
		<Link
			to="."
			search={(search: ResultsSearch) => ({ ...search, view: 'side-by-side' as const })}
			className="btn btn-primary btn-block text-base"
		>
			{sideBySide.compare}
		</Link>
	)

interface SideBySideProps {
	readonly results: AttemptResults
	readonly onClose: () => void
	/** State of the figures, below the heading. */
	readonly children: ReactNode
}

/** Two to four candidates beside the voter, statement by statement. Needs results that {@link canCompare}. */
export const SideBySide = ({ results, onClose, children }: SideBySideProps) => {
	const { attempt } = results
	const printing = useIsPrinting()
	const all = useMemo(() => comparableOf(results), [results])
	const [chosen, setChosen] = useState<ReadonlySet<string>>(() => {
		const first = all.slice(0, wide.matches ? FIRST.wide : FIRST.phone)
		return new Set(first.map(({ candidateId }) => candidateId))
	})
	const [filter, setFilter] = useState<Filter>('all')
	const [opened, setOpened] = useState<Standing | null>(null)
	const { candidates, topics } = useMemo(() => {
		const shown = drawn(all, attempt.seed).filter(({ candidateId }) => chosen.has(candidateId))
		return { candidates: shown, topics: topicsOf(results, shown, standingsOf(results, shown)) }
	}, [results, attempt.seed, all, chosen])
	const standings = topics.flatMap((topic) => topic.standings)
	const count = (each: Filter): number => standings.filter(MATCHES[each]).length
	const counts = {
		all: standings.length,
		theyDiffer: count('theyDiffer'),
		youDiffer: count('youDiffer'),
	}
	const filtered = topics
		.map((topic) => ({ ...topic, standings: topic.standings.filter(MATCHES[filter]) }))
		.filter((topic) => topic.standings.length > 0)
	const table = { results, candidates, topics: filtered }
	const onlyOwners = !hasPositions(attempt, attempt.candidateIds)
	const figures = attempt.quizType === 'POLICY_PICK' ? sideBySide.onPicks : sideBySide.onTopics
	return (
		<div className="grid animate-rise gap-4">
			<header>
				<p lang={contentLanguage} className="text-muted">
					{attempt.quizName}
				</p>
				<h1 className="mt-1 text-3xl font-semibold">{sideBySide.title}</h1>
			</header>
			{children}
			<Filters counts={counts} chosen={filter} onChoose={setFilter} />
			{all.length > LEAST && <Chooser candidates={all} chosen={chosen} onChoose={setChosen} />}
			{onlyOwners && <p className="rounded-field bg-base-200 px-4 py-3">{sideBySide.ownersOnly}</p>}
			<Legend standings={standings} />
			{filtered.length > 0 ? (
				<SideBySideTable {...table} onOpen={setOpened} />
			) : (
				<p role="status" className="py-3">
					{filter === 'theyDiffer' ? sideBySide.theyAgree : sideBySide.youAgree}
				</p>
			)}
			<p className="text-sm text-muted">
				<span>{sideBySide.byLot}</span> <span>{sideBySide.tap}</span> <span>{figures}</span>
			</p>
			<div className="flex flex-wrap gap-3">
				<button type="button" className="btn btn-primary text-base" onClick={onClose}>
					{sideBySide.back}
				</button>
				<button type="button" className="btn btn-outline text-base" onClick={() => print()}>
					<Printer aria-hidden="true" className="size-5" />
					<span>{texts.print}</span>
				</button>
			</div>
			{opened && (
				<StandingDialog standing={opened} results={results} onClose={() => setOpened(null)} />
			)}
			{printing &&
				createPortal(
					<article className="print-sheet">
						<p>Evenhand</p>
						<h1>{`${sideBySide.title}: ${attempt.quizName}`}</h1>
						<p>{originText(results)}</p>
						<p>{sideBySide[filter](counts[filter])}</p>
						<SideBySideTable {...table} onOpen={null} />
						<p className="mt-4">{`${sideBySide.byLot} ${figures}`}</p>
					</article>,
					document.body,
				)}
		</div>
	)
}
