import type { AttemptResults, CandidateResult } from '#device/results.ts'
import { BAR_MIN_PERCENT } from '#domain/limits.ts'
import { type Band, bandOf, isShareOfPicks, roundPercentage, scoringOf } from '#domain/score.ts'
import { results as texts } from '#web/texts/en/results.ts'
import {
	answeredText,
	bandText,
	type Interval,
	intervalOf,
	intervalText,
	noScoreText,
	percentText,
	picksOf,
} from './words.ts'

/** Bar color by band. */
export const FILL: Readonly<Record<Band, string>> = {
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
	readonly candidate: Pick<CandidateResult, 'percentage' | 'low' | 'high' | 'lines'>
	readonly attempt: AttemptResults['attempt']
	readonly size?: 'normal' | 'large'
}

/** Range of an interval on the bar, outlined so that it needs no color. */
const Range = ({ low, high }: Interval) => (
	<div
		className="absolute inset-y-0 border-2 border-base-content"
		style={{ insetInlineStart: `${low}%`, width: `${high - low}%` }}
	/>
)

/**
 * Alignment with a candidate: percentage, band and bar, after the count in a POLICY_PICK, with the interval of unknown
 * positions and the number of answered statements if some are not.
 */
export const AlignmentFigure = ({ candidate, attempt, size = 'normal' }: AlignmentProps) => {
	const { percentage } = candidate
	if (percentage === null) {
		return <p className="mt-2 text-muted">{noScoreText(candidate)}</p>
	}
	const figure = roundPercentage(percentage)
	const band = bandOf(figure)
	const words = bandText(figure, attempt.quizType)
	const picks = picksOf(attempt, candidate)
	const interval = intervalOf(attempt, candidate)
	const answered = answeredText(candidate)
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
					{picks && share ? texts.couldGive(percentText(figure)) : percentText(figure)}
				</span>
				{words && <span className={`font-semibold ${TEXT[band]}`}>{words}</span>}
			</p>
			<div
				aria-hidden="true"
				className={`relative mt-2 overflow-hidden rounded-full bg-base-300 forced-colors:border ${large ? 'h-4' : 'h-3'}`}
			>
				<div
					className={`h-full origin-left animate-grow rounded-full rtl:origin-right forced-colors:bg-[Highlight] ${words ? FILL[band] : 'bg-primary'}`}
					style={{ width: `${Math.max(BAR_MIN_PERCENT, figure)}%` }}
				/>
				{interval && <Range {...interval} />}
			</div>
			{interval && <p className="mt-1 text-sm text-muted">{intervalText(interval)}</p>}
			{answered && <p className="mt-1 text-sm text-muted">{answered}</p>}
		</div>
	)
}
