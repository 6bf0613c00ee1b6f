import { useId } from 'react'
import { type Measures, measure } from '#domain/extraction/measure.ts'
import { IMPORTANCE_MAX, IMPORTANCE_MIN } from '#domain/limits.ts'
import { COMPLEXITY_MAX, SCORE_MAX } from '#domain/policies.ts'
import { extraction } from '#web/texts/en/admin/extraction.ts'
import { BAND_LOOKS, type Band, scoreBand } from '../policies/policy-card.tsx'
import type { PolicyValues, ReviewPolicy } from './review-policies.ts'

const BAND_ACCENTS: Readonly<Record<Band, string>> = {
	good: 'accent-success',
	fair: 'accent-primary',
	weak: 'accent-warning',
	poor: 'accent-error',
}

/** Band of a score. @param lowIsGood true for bias, where 0 is best */
export const bandOf = (score: number, lowIsGood: boolean): Band =>
	scoreBand(lowIsGood ? SCORE_MAX - score : score)

const figureTexts = extraction.review

type FigureName =
	| 'importance'
	| 'complexityLevel'
	| 'clarityScore'
	| 'biasScore'
	| 'effectivenessScore'

interface Figure {
	readonly name: FigureName
	readonly label: string
	readonly measured: keyof Measures
	readonly min: number
	readonly max: number
	readonly step: number
	readonly bands: Readonly<Record<Band, string>> | null
}

const FIGURES: readonly Figure[] = [
	{
		name: 'importance',
		label: figureTexts.importance,
		measured: 'importance',
		min: IMPORTANCE_MIN,
		max: IMPORTANCE_MAX,
		step: 0.1,
		bands: null,
	},
	{
		name: 'complexityLevel',
		label: figureTexts.complexity,
		measured: 'complexity',
		min: 1,
		max: COMPLEXITY_MAX,
		step: 1,
		bands: null,
	},
	...(['clarity', 'bias', 'effectiveness'] as const).map((measured) => ({
		name: `${measured}Score` as const,
		label: figureTexts[measured],
		measured,
		min: 0,
		max: SCORE_MAX,
		step: 0.1,
		bands: figureTexts.bands[measured],
	})),
]

const numberOf = (value: number): string => String(Math.round(10 * value) / 10)

interface FigureInputProps {
	readonly figure: Figure
	readonly value: number
	readonly measurement: { readonly value: number; readonly reasons: readonly string[] }
	readonly onValue: (value: number) => void
	readonly onTake: (value: number) => void
	readonly onLeave: () => void
}

const Reasons = ({
	figure,
	value,
	measurement,
	onTake,
}: Omit<FigureInputProps, 'onLeave' | 'onValue'>) => (
	<details className="text-sm">
		<summary className="flex min-h-11 cursor-pointer items-center text-primary underline underline-offset-4">
			{figureTexts.why(figure.label)}
		</summary>
		<ul className="mb-1 list-disc ps-5 text-muted">
			{measurement.reasons.map((reason) => (
				<li key={reason} className="wrap-anywhere">
					{reason}
				</li>
			))}
			{measurement.reasons.length === 0 && <li>{figureTexts.noReasons}</li>}
		</ul>
		<p className="flex flex-wrap items-center gap-2 pb-2">
			<span>{figureTexts.measuredNow(numberOf(measurement.value))}</span>
			{numberOf(measurement.value) !== numberOf(value) && (
				<button
					type="button"
					className="btn btn-sm min-h-11"
					aria-label={figureTexts.takeFor(numberOf(measurement.value), figure.label)}
					onClick={() => onTake(measurement.value)}
				>
					{figureTexts.take(numberOf(measurement.value))}
				</button>
			)}
		</p>
	</details>
)

const FigureInput = ({
	figure,
	value,
	measurement,
	onValue,
	onTake,
	onLeave,
}: FigureInputProps) => {
	const id = useId()
	const { name, label, min, max, step, bands } = figure
	const band = bandOf(value, name === 'biasScore')
	const look = bands ? band : 'fair'
	const word = bands?.[band]
	const shown = figureTexts.outOf(numberOf(value), max)
	return (
		<div className="min-w-0">
			<div className="flex flex-wrap items-baseline justify-between gap-x-3">
				<label htmlFor={id} className="font-medium">
					{label}
				</label>
				<span className="text-sm tabular-nums">
					{word && <span className={`font-semibold ${BAND_LOOKS[look]}`}>{`${word} · `}</span>}
					<span>{shown}</span>
				</span>
			</div>
			<input
				id={id}
				type="range"
				min={min}
				max={max}
				step={step}
				value={value}
				aria-valuetext={word ? `${shown}, ${word}` : shown}
				className={`h-11 w-full cursor-pointer ${BAND_ACCENTS[look]}`}
				onChange={({ target }) => onValue(Number(target.value))}
				onBlur={onLeave}
			/>
			<Reasons figure={figure} value={value} measurement={measurement} onTake={onTake} />
		</div>
	)
}

interface FiguresProps {
	readonly policy: ReviewPolicy
	readonly onEdit: (part: Partial<PolicyValues>) => void
	readonly onTake: (part: Partial<PolicyValues>) => void
	readonly onLeave: () => void
}

export const Figures = ({ policy, onEdit, onTake, onLeave }: FiguresProps) => {
	const { values, proposal } = policy
	const asProposed = proposal !== null && proposal.text === values.text
	// An edited statement is measured by its text alone, without the quote.
	const measured = measure(values.text, asProposed ? (proposal.quote ?? values.text) : values.text)
	const measurementOf = ({ measured: key, name }: Figure) => {
		const reasons = proposal?.reasons[key]
		const proposed =
			name === 'importance'
				? (proposal?.importance ?? proposal?.suggestedImportance)
				: proposal?.[name]
		// Show the proposal's reasons while the statement is unchanged.
		return asProposed && reasons && typeof proposed === 'number'
			? { value: proposed, reasons }
			: measured[key]
	}
	return (
		<div className="grid gap-x-6 gap-y-3 @lg:grid-cols-2 @4xl:grid-cols-3">
			{FIGURES.map((figure) => (
				<FigureInput
					key={figure.name}
					figure={figure}
					value={values[figure.name]}
					measurement={measurementOf(figure)}
					onValue={(value) => onEdit({ [figure.name]: value })}
					onTake={(value) => onTake({ [figure.name]: value })}
					onLeave={onLeave}
				/>
			))}
		</div>
	)
}
