import { useState } from 'react'
import { unweighted, unweightedLines, weightParts } from '#domain/explain.ts'
import { type Figure, type ScoreLine, scoringOf } from '#domain/score.ts'
import type { Statement } from '#domain/types.ts'
import type { AttemptResults, CandidateResult } from '#local/results.ts'
import { results as texts } from '#web/texts/results.ts'
import { Fold } from './fold.tsx'
import { ScoredLine } from './scored-line.tsx'
import { WhatIf } from './what-if.tsx'
import { agreementText, numberText, percentText } from './words.ts'

/** What a line adds to a score: "1.5 × 0.75 = 1.125". */
export const countsText = ({ weight, agreement }: ScoreLine): string =>
	agreement === null
		? texts.notCounted
		: `${numberText(weight)} × ${numberText(agreement)} = ${numberText(weight * agreement)}`

/** How the lines make a figure: "12.25 ÷ 20 × 100 = 61.3%". */
export const sumText = ({ weightedAgreement, totalWeight, percentage }: Figure): string =>
	`${numberText(weightedAgreement)} ÷ ${numberText(totalWeight)} × 100 = ${percentText(percentage ?? 0)}`

const categories: Readonly<Record<string, string>> = texts.categories

/** A statement's weight with what it was made of: "1.65 (importance 1.1 × Economy 1.5)"; alone where that is not known. */
const weightText = (statement: Statement): string => {
	const parts = weightParts(statement)
	const weight = numberText(statement.weight)
	if (parts === null) return weight
	const { importance, category, categoryWeight } = parts
	const name = categories[category] ?? category
	return texts.weightOf(weight, numberText(importance), name, numberText(categoryWeight))
}

interface WhyProps {
	readonly candidate: CandidateResult
	/** Whose the candidate is one of. */
	readonly results: Pick<AttemptResults, 'attempt' | 'quotes'>
}

/** The arithmetic behind a candidate's figure, line by line; unweighted on demand. */
export const Why = ({ candidate, results }: WhyProps) => {
	const { attempt, quotes } = results
	const { quizType, statements } = attempt
	const [equal, setEqual] = useState(false)
	const { percentage, totalWeight } = candidate
	const lines = equal ? unweightedLines(candidate.lines) : candidate.lines
	const asked = new Map(statements.map((statement) => [statement.policyId, statement]))
	const weightOf = ({ policyId, weight }: ScoreLine): string => {
		const statement = equal ? undefined : asked.get(policyId)
		return statement ? weightText(statement) : numberText(weight)
	}
	const figure = equal ? unweighted(candidate.lines, scoringOf(attempt)) : candidate
	return (
		<Fold title={texts.why}>
			<p className="text-sm text-muted">{`${agreementText(attempt)} ${texts.weighed}`}</p>
			<WhatIf
				attempt={attempt}
				lines={candidate.lines}
				percentage={percentage}
				on={equal}
				onChange={setEqual}
			/>
			<ul className="divide-y divide-base-300 border-t border-base-300">
				{lines.map((line) => (
					<ScoredLine
						key={line.policyId}
						line={line}
						quizType={quizType}
						quote={quotes.get(line.policyId)}
						facts={{
							[texts.weight]: weightOf(line),
							[texts.counts]: countsText(line),
						}}
					/>
				))}
			</ul>
			{percentage !== null && totalWeight > 0 && (
				<p className="border-t-2 border-base-content/40 py-3 font-medium tabular-nums">
					{`${equal ? `${texts.whatIf} ` : ''}${sumText(figure)}`}
				</p>
			)}
		</Fold>
	)
}
