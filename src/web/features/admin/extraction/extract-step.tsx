import type { ExtractionResult } from '#contract/policy-extraction.ts'
import { extraction } from '#web/texts/admin/extraction.ts'
import { ProgressBar } from '#web/ui/bar.tsx'
import { LeftOut } from './dropped.tsx'
import { Running } from './extract-running.tsx'
import type { RunState } from './run-extraction.ts'
import { StepFrame } from './step-frame.tsx'

const texts = extraction.extract

const percentText = (part: number): string => `${Math.round(100 * part)} %`

const Found = ({ result }: { readonly result: ExtractionResult }) => {
	const { policies, confidenceScore, methodology } = result
	return (
		<>
			<p role="status" className="font-serif text-2xl font-semibold text-success">
				{texts.found(policies.length)}
			</p>
			{confidenceScore !== null && (
				<div className="mt-4">
					<p className="mb-1.5 font-medium">{texts.confidence(percentText(confidenceScore))}</p>
					<ProgressBar
						label={texts.confidence('')}
						percentage={Math.round(100 * Math.min(1, confidenceScore))}
					/>
					<p className="mt-1.5 text-sm text-muted">{texts.confidenceWhy}</p>
				</div>
			)}
			{methodology && (
				<div className="mt-5">
					<h3 className="font-semibold">{texts.methodology}</h3>
					<p className="mt-1 max-w-prose whitespace-pre-line text-muted wrap-anywhere">
						{methodology}
					</p>
				</div>
			)}
		</>
	)
}

/** What is wrong with how an extraction ended; null where nothing is. */
const troubleOf = (state: RunState | null): string | null => {
	if (state === null) return texts.missing
	if (state.kind === 'failed') return state.message
	if (state.kind !== 'ended') return null
	const { status, policies, warnings, errors } = state.result
	const said = [...errors, ...warnings].join(' ')
	if (policies.length === 0 && (status === 'FAILED' || errors.length > 0)) {
		return texts.failed(said || texts.unknown)
	}
	if (policies.length === 0) return texts.warned(said || texts.nothing)
	return said === '' && status === 'SUCCESS' ? null : texts.warned(said || status)
}

interface WaysProps {
	readonly again: (() => void) | null
	readonly review: (() => void) | null
	readonly manual: (() => void) | null
}

const Ways = ({ again, review, manual }: WaysProps) => (
	<div className="mt-6 flex flex-wrap gap-3">
		{review && (
			<button type="button" className="btn btn-primary" onClick={review}>
				{texts.review}
			</button>
		)}
		{again && (
			<button type="button" className={review ? 'btn' : 'btn btn-primary'} onClick={again}>
				{texts.again}
			</button>
		)}
		{manual && (
			<button type="button" className="btn" onClick={manual}>
				{texts.manual}
			</button>
		)}
	</div>
)

interface ExtractStepProps {
	/** Null where there is nothing to extract from: a reload has lost the file, say. */
	readonly state: RunState | null
	readonly onCancel: () => void
	readonly onAgain: () => void
	readonly onManual: () => void
	readonly onReview: () => void
	readonly onBack: () => void
}

/** The third step: the extraction runs by itself, says what it does, and what came of it. */
export const ExtractStep = (props: ExtractStepProps) => {
	const { state, onCancel, onAgain, onManual, onReview, onBack } = props
	const trouble = troubleOf(state)
	const result = state?.kind === 'ended' ? state.result : null
	const found = result !== null && result.policies.length > 0
	const cancelled = state?.kind === 'cancelled'
	return (
		<StepFrame
			step="extract"
			onBack={onBack}
			next={
				<button type="button" className="btn" disabled={!found} onClick={onReview}>
					{extraction.next}
				</button>
			}
		>
			{state?.kind === 'running' && <Running state={state} onCancel={onCancel} />}
			{cancelled && <p role="status">{texts.cancelled}</p>}
			{trouble !== null && (
				<p
					role="alert"
					className={`mb-5 rounded-field border px-4 py-3 font-medium wrap-anywhere ${found ? 'border-warning bg-warning/15' : 'border-error bg-error/10 text-error'}`}
				>
					{trouble}
				</p>
			)}
			{found && <Found result={result} />}
			{result && <LeftOut leftOut={result.leftOut} />}
			{state?.kind !== 'running' && (
				<Ways
					again={trouble !== null || cancelled ? onAgain : null}
					review={found ? onReview : null}
					manual={trouble !== null || cancelled ? onManual : null}
				/>
			)}
		</StepFrame>
	)
}
