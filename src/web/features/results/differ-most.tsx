import { useState } from 'react'
import { differences, distance } from '#domain/explain.ts'
import type { ScoreLine } from '#domain/score.ts'
import type { QuizType } from '#domain/types.ts'
import { results as texts } from '#web/texts/results.ts'
import { Fold } from './fold.tsx'
import { ScoredLine } from './scored-line.tsx'
import { numberText } from './words.ts'

/** So many differences are shown at first. */
export const FEW = 3

/** How far an answer is from the candidate's side: "1.5 × (1 − 0.25) = 1.125". */
const distanceText = (line: ScoreLine): string =>
	`${numberText(line.weight)} × (1 − ${numberText(line.agreement ?? 0)}) = ${numberText(distance(line))}`

interface DifferMostProps {
	readonly lines: readonly ScoreLine[]
	readonly quizType: QuizType
}

/** The statements on which voter and candidate differ, the widest difference first: a few, and all on demand. */
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
