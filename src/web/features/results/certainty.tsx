import { Scale } from 'lucide-react'
import { useMemo } from 'react'
import type { AttemptResults } from '#device/results.ts'
import { chanceOf } from '#domain/certainty.ts'
import { isSurelyAhead, saysNothing } from '#domain/score.ts'
import { results as texts } from '#web/texts/en/results.ts'
import { CARD } from './top-match.tsx'
import { clarityText, firmnessTexts, intervalOf } from './words.ts'

export interface Certainty {
	readonly finding: string
	readonly details: readonly string[]
}

/** Effect of unknown positions on the first place; null if no position is unknown. */
const unknownText = ({ attempt, candidates }: AttemptResults): string | null => {
	const intervals = candidates.map((candidate) => intervalOf(attempt, candidate))
	const unknown = intervals.reduce((sum, interval) => sum + (interval?.unknown ?? 0), 0)
	if (unknown === 0) return null
	const first = candidates.filter(({ rank }) => rank === 1)
	const others = candidates.filter(({ rank }) => rank !== null && rank > 1)
	const [top] = first
	return top && first.length === 1 && others.every((other) => isSurelyAhead(top, other))
		? texts.surelyAhead(top.name)
		: texts.notSurely(unknown)
}

/**
 * Texts on how certain the first place is: more than chance, firm against small changes, and against unknown positions.
 * Calculated on this device with 2,000 shuffles, so call it once per results.
 * @returns null without a top match or a second candidate, or if the server ranks another candidate first.
 */
export const certaintyOf = (results: AttemptResults): Certainty | null => {
	const { attempt, candidates, firmness } = results
	if (firmness === null || saysNothing(attempt)) return null
	const chance = chanceOf(attempt, attempt.candidateIds, attempt.seed)
	if (chance === null) return null
	const shown = candidates.flatMap(({ rank, candidateId }) => (rank === 1 ? [candidateId] : []))
	const ids = firmness.candidateIds
	const first: readonly string[] = firmness.kind === 'shared' ? ids : ids.slice(0, 1)
	if (first.length !== shown.length || !first.every((id) => shown.includes(id))) return null
	const names = ids.map(
		(id) => candidates.find(({ candidateId }) => candidateId === id)?.name || texts.candidate,
	)
	const { finding, cases } = clarityText(chance, names)
	const details = [cases, ...firmnessTexts(firmness, names), unknownText(results)]
	return { finding, details: details.filter((text) => text !== null) }
}

export const useCertainty = (results: AttemptResults): Certainty | null =>
	useMemo(() => certaintyOf(results), [results])

export const HowCertain = ({ certainty }: { readonly certainty: Certainty | null }) =>
	certainty && (
		<section className={`${CARD} mt-5 bg-base-200`}>
			<h2 className="flex items-center gap-3 text-xl font-semibold">
				<Scale aria-hidden="true" className="size-7 shrink-0" />
				<span>{texts.howCertain}</span>
			</h2>
			<p className="mt-3 text-lg leading-snug font-semibold">{certainty.finding}</p>
			<ul className="mt-2 grid gap-1">
				{certainty.details.map((text) => (
					<li key={text} className="text-sm text-muted first:text-base first:text-base-content">
						{text}
					</li>
				))}
			</ul>
		</section>
	)
