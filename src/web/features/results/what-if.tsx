import { unweighted } from '#domain/explain.ts'
import { type ScoreLine, scoringOf } from '#domain/score.ts'
import type { AttemptResults } from '#local/results.ts'
import { results as texts } from '#web/texts/results.ts'
import { figureText } from './words.ts'

interface WhatIfProps {
	readonly attempt: AttemptResults['attempt']
	readonly lines: readonly ScoreLine[]
	/** The result as it stands. */
	readonly percentage: number | null
	readonly on: boolean
	readonly onChange: (on: boolean) => void
}

/** The choice to see a figure unweighted, marked as what it is not. */
export const WhatIf = ({ attempt, lines, percentage, on, onChange }: WhatIfProps) => {
	const alike = new Set(lines.map((line) => line.weight)).size < 2
	const other = unweighted(lines, scoringOf(attempt)).percentage
	const why = alike ? ` ${texts.alike}` : ''
	return (
		<>
			<label className="flex min-h-12 cursor-pointer items-center gap-3">
				<input
					type="checkbox"
					className="checkbox checkbox-primary border-edge"
					checked={on}
					onChange={(event) => onChange(event.target.checked)}
				/>
				{texts.unweighted}
			</label>
			<div role="status">
				{on && (
					<p className="mb-3 rounded-field border-2 border-dashed border-edge px-4 py-3 text-sm">
						<strong className="font-semibold">{texts.whatIfAll}</strong>
						<span>{` ${texts.whatIfText(figureText(other, attempt.quizType), figureText(percentage, attempt.quizType))}${why}`}</span>
					</p>
				)}
			</div>
		</>
	)
}
