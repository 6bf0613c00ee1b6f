import { BAR_MIN_PERCENT } from '#domain/constants.ts'
import { type Band, bandOf } from '#domain/score.ts'
import { results as texts } from '#web/texts/results.ts'
import { percentText, rounded } from './words.ts'

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
	/** 0 to 100; null where none of the candidate's statements was answered. */
	readonly percentage: number | null
	readonly size?: 'normal' | 'large'
}

/** An alignment: the figure, its band in words and colour, and a bar. */
export const AlignmentFigure = ({ percentage, size = 'normal' }: AlignmentProps) => {
	if (percentage === null) {
		return <p className="mt-2 text-muted">{texts.noScoreText}</p>
	}
	const figure = rounded(percentage)
	const band = bandOf(figure)
	const large = size === 'large'
	return (
		<div className="mt-2">
			<p className="flex flex-wrap items-baseline justify-between gap-x-3">
				<span
					className={`font-serif font-semibold tabular-nums ${large ? 'text-5xl' : 'text-2xl'}`}
				>
					{percentText(figure)}
				</span>
				<span className={`font-semibold ${TEXT[band]}`}>{texts.bands[band]}</span>
			</p>
			<div
				aria-hidden="true"
				className={`mt-2 overflow-hidden rounded-full bg-base-300 forced-colors:border ${large ? 'h-4' : 'h-3'}`}
			>
				<div
					className={`h-full origin-left animate-grow rounded-full rtl:origin-right forced-colors:bg-[Highlight] ${FILL[band]}`}
					style={{ width: `${Math.max(BAR_MIN_PERCENT, figure)}%` }}
				/>
			</div>
		</div>
	)
}
