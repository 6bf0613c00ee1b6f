import type { ReactNode } from 'react'
import type { AttemptResults, CandidateResult } from '#device/results.ts'
import { BAR_MIN_PERCENT } from '#domain/limits.ts'
import { type Band, bandOf, isShareOfPicks, roundPercentage, scoringOf } from '#domain/score.ts'
import { results as texts } from '#web/texts/en/results.ts'
import {
	agreedText,
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

/** `brief`: figure and bar only, for lists. */
type Size = 'brief' | 'normal' | 'large'

const FIGURE: Readonly<Record<Size, string>> = {
	brief: 'font-semibold',
	normal: 'font-serif text-2xl font-semibold',
	large: 'font-serif text-[1.6rem] leading-tight font-semibold',
}

interface AlignmentProps {
	readonly candidate: Pick<CandidateResult, 'percentage' | 'low' | 'high' | 'lines'>
	readonly attempt: AttemptResults['attempt']
	readonly size?: Size
	/** Avatar and name, in the row of the figure. */
	readonly children?: ReactNode
}

/** Range of an interval on the bar: two ends and a line, which need no color. */
const Range = ({ low, high }: Interval) => (
	<div
		className="absolute inset-y-0 flex items-center border-x-2 border-base-content"
		style={{ insetInlineStart: `${low}%`, width: `${high - low}%` }}
	>
		<div className="w-full border-t-2 border-base-content" />
	</div>
)

interface BarProps {
	/** 0 to 100. */
	readonly figure: number
	readonly fill: string
	readonly className?: string
	readonly children?: ReactNode
}

export const Bar = ({ figure, fill, className = 'h-3', children }: BarProps) => (
	<div
		aria-hidden="true"
		className={`relative mt-2 overflow-hidden rounded-full bg-base-300 forced-colors:border ${className}`}
	>
		<div
			className={`h-full origin-left animate-grow rounded-full rtl:origin-right forced-colors:bg-[Highlight] ${fill}`}
			style={{ width: `${Math.max(BAR_MIN_PERCENT, figure)}%` }}
		/>
		{children}
	</div>
)

const HEAD = 'flex flex-wrap items-center gap-x-3 gap-y-1'

/**
 * Alignment with a candidate: figure and bar, then band, counts, and the interval of unknown positions. In a POLICY_PICK,
 * the figure is the count of picks.
 */
export const AlignmentFigure = ({
	candidate,
	attempt,
	size = 'normal',
	children,
}: AlignmentProps) => {
	const { percentage } = candidate
	if (percentage === null) {
		return (
			<>
				{children && <div className={HEAD}>{children}</div>}
				<p className="mt-2 text-muted">{noScoreText(candidate)}</p>
			</>
		)
	}
	const brief = size === 'brief'
	const figure = roundPercentage(percentage)
	const band = bandOf(figure)
	const words = bandText(figure, attempt.quizType)
	const picks = picksOf(attempt, candidate)
	const interval = intervalOf(attempt, candidate)
	const agreed = agreedText(attempt, candidate)
	const answered = answeredText(candidate)
	const share = isShareOfPicks(scoringOf(attempt))
	const countOf = brief ? texts.picks : texts.yourPicks
	return (
		<>
			<div className={HEAD}>
				{children}
				<p className={`ms-auto tabular-nums ${FIGURE[size]}`}>
					<span>{picks ? countOf(picks.own, picks.all) : percentText(figure)}</span>
				</p>
			</div>
			<Bar
				figure={figure}
				fill={words ? FILL[band] : 'bg-primary'}
				className={size === 'large' ? 'h-4' : 'h-3'}
			>
				{interval && <Range {...interval} />}
			</Bar>
			{picks && (
				<p className={`mt-1 text-muted tabular-nums ${brief ? 'text-sm' : ''}`}>
					<span>
						{share && !brief ? texts.couldGive(percentText(figure)) : percentText(figure)}
					</span>
				</p>
			)}
			{words && !brief && <p className={`mt-2 font-semibold ${TEXT[band]}`}>{words}</p>}
			{agreed && !brief && <p className="mt-1">{agreed}</p>}
			{interval && <p className="mt-1 text-sm text-muted">{intervalText(interval)}</p>}
			{answered && !brief && <p className="mt-1 text-sm text-muted">{answered}</p>}
		</>
	)
}
