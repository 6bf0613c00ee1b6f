import { useMemo, useState } from 'react'
import type { AttemptResults } from '#device/results.ts'
import { firmnessOf } from '#domain/firmness.ts'
import { differences, distance, type ScoreLine, saysNothing } from '#domain/score.ts'
import type { QuizType } from '#domain/types.ts'
import { results as texts } from '#web/texts/en/results.ts'
import { Fold, ScoredLine } from './why.tsx'
import { type FirmnessText, firmnessText, numberText } from './words.ts'

/**
 * Text on how firm the first place is, calculated on this device.
 * @returns null without a top match or a second candidate, or if the server ranks another candidate first.
 */
export const firmnessWords = ({ attempt, candidates }: AttemptResults): FirmnessText | null => {
	if (saysNothing(attempt)) return null
	const firmness = firmnessOf(attempt, attempt.candidateIds, attempt.seed)
	if (firmness === null) return null
	const shown = candidates.flatMap(({ rank, candidateId }) => (rank === 1 ? [candidateId] : []))
	const ids = firmness.candidateIds
	const first: readonly string[] = firmness.kind === 'shared' ? ids : ids.slice(0, 1)
	if (first.length !== shown.length || !first.every((id) => shown.includes(id))) return null
	const names = ids.map(
		(id) => candidates.find(({ candidateId }) => candidateId === id)?.name ?? texts.candidate,
	)
	return firmnessText(firmness, names, attempt.quizType)
}

export const useFirmness = (results: AttemptResults): FirmnessText | null =>
	useMemo(() => firmnessWords(results), [results])

export const HowFirm = ({ results }: { readonly results: AttemptResults }) => {
	const words = useFirmness(results)
	if (words === null) return null
	return (
		<section className="mt-6 rounded-box border border-base-300 bg-surface p-5 shadow-paper">
			<h2 className="text-xl font-semibold">{texts.howFirm}</h2>
			<p className="mt-2 font-medium">{words.finding}</p>
			<p className="mt-1 text-sm text-muted">{words.meaning}</p>
		</section>
	)
}

/** Number of differences shown at first. */
export const FEW = 3

/** Weighted distance from the candidate's position: "1.5 × (1 − 0.25) = 1.125". */
const distanceText = (line: ScoreLine): string =>
	`${numberText(line.weight)} × (1 − ${numberText(line.agreement ?? 0)}) = ${numberText(distance(line))}`

interface DifferMostProps {
	readonly lines: readonly ScoreLine[]
	readonly quizType: QuizType
}

/** Statements on which user and candidate differ most, largest difference first. */
export const DifferMost = ({ lines, quizType }: DifferMostProps) => {
	const [all, setAll] = useState(false)
	const found = differences(quizType, lines)
	if (found.length === 0) return null
	return (
		<Fold title={texts.differMost}>
			<ul className="divide-y divide-base-300 border-t border-base-300">
				{found.slice(0, all ? found.length : FEW).map((line) => (
					<ScoredLine
						key={line.policyId}
						line={line}
						quizType={quizType}
						facts={{ [texts.difference]: distanceText(line) }}
					/>
				))}
			</ul>
			{found.length > FEW && (
				<button
					type="button"
					className="btn btn-ghost btn-block"
					aria-expanded={all}
					onClick={() => setAll(!all)}
				>
					{all ? texts.showWidest(FEW) : texts.showDifferences(found.length)}
				</button>
			)}
		</Fold>
	)
}
