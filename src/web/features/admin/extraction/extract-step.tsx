import type { Extraction, ExtractionResult } from '#contract/admin/extraction.ts'
import { EXTRACTION_STAGES, type ExtractionStage } from '#domain/limits.ts'
import { extraction } from '#web/texts/en/admin/extraction.ts'
import { numberText } from '#web/ui/format.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { LeftOutText } from './discarded.tsx'
import type { RunState } from './run-extraction.ts'
import { StepFrame } from './step-frame.tsx'

const texts = extraction.extract

/** Stages that are listed only while they run. */
const OPTIONAL: readonly ExtractionStage[] = ['fetch', 'improve']

/** Stages of an extraction. `improve` needs a model, `fetch` a URL. */
const stagesOf = (extraction: Extraction): readonly ExtractionStage[] =>
	EXTRACTION_STAGES.filter(
		(stage) =>
			!OPTIONAL.includes(stage) ||
			extraction.stage === stage ||
			(stage === 'fetch' && extraction.kind === 'URL'),
	)

/** @param offset distance from the running stage; negative means done */
const stateText = (offset: number, counts: string): string => {
	if (offset < 0) return texts.stageDone
	return offset === 0 ? counts || texts.stageNow : ''
}

const Stages = ({ extraction }: { readonly extraction: Extraction }) => {
	const stages = stagesOf(extraction)
	const at = extraction.stage === null ? -1 : stages.indexOf(extraction.stage)
	const { done, total } = extraction
	const counts = total > 1 ? texts.ofTotal(numberText(done), numberText(total)) : ''
	const part = total > 0 ? Math.min(1, done / total) : 0
	return (
		<>
			<ProgressBar
				label={texts.title}
				percentage={Math.round((100 * (Math.max(0, at) + part)) / stages.length)}
			/>
			<ol className="mt-4 grid gap-1">
				{stages.map((stage, index) => (
					<li
						key={stage}
						aria-current={index === at ? 'step' : undefined}
						className={`flex items-baseline gap-3 rounded-field px-3 py-1.5 ${index === at ? 'bg-primary/10 font-semibold text-primary' : index < at ? '' : 'text-muted'}`}
					>
						<span aria-hidden="true" className="w-4 shrink-0 text-center">
							{index < at ? '✓' : index === at ? '›' : '·'}
						</span>
						<span className="min-w-0 flex-1">{texts.stages[stage]}</span>
						<span className="shrink-0 text-sm tabular-nums">{stateText(index - at, counts)}</span>
					</li>
				))}
			</ol>
		</>
	)
}

const Running = ({
	state,
	onCancel,
}: {
	readonly state: Extract<RunState, { kind: 'running' }>
	readonly onCancel: () => void
}) => {
	const { extraction: now, lost } = state
	const stage = now?.stage ?? null
	return (
		<>
			<p role="status" className="mb-4 font-medium">
				{stage === null ? texts.starting : `${texts.stages[stage]}…`}
			</p>
			{now ? (
				<Stages extraction={now} />
			) : (
				<div className="h-2 w-full overflow-hidden rounded-full bg-base-300">
					<div className="h-full w-1/3 animate-pulse rounded-full bg-primary" />
				</div>
			)}
			<p
				role="alert"
				className="mt-4 rounded-field border border-warning bg-warning/15 px-4 py-3 font-medium empty:hidden"
			>
				{lost && texts.lost}
			</p>
			<button type="button" className="btn mt-5" onClick={onCancel}>
				{texts.cancel}
			</button>
		</>
	)
}

const percentText = (part: number): string => `${Math.round(100 * part)} %`

const Found = ({ result }: { readonly result: ExtractionResult }) => {
	const { policies, confidenceScore, methodology, usual } = result
	const weak = policies.filter((policy) => policy.weak).length
	return (
		<>
			<p role="status" className="font-serif text-2xl font-semibold text-success">
				{texts.found(policies.length)}
			</p>
			{weak > 0 && <p className="mt-1 text-muted">{texts.foundWeak(weak)}</p>}
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
			{usual && (
				<p className="mt-5 max-w-prose">
					{texts.usual(percentText(usual.first.usable), percentText(usual.first.unusable))}
				</p>
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

const troubleOf = (state: RunState | null): string | null => {
	if (state === null) return texts.missing
	if (state.kind === 'failed') return state.message
	if (state.kind !== 'ended') return null
	const { status, policies, warnings, errors } = state.result
	const message = [...errors, ...warnings].join(' ')
	if (policies.length === 0 && (status === 'FAILED' || errors.length > 0)) {
		return texts.failed(message || texts.unknown)
	}
	if (policies.length === 0) return texts.warned(message || texts.nothing)
	return message === '' && status === 'SUCCESS' ? null : texts.warned(message || status)
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
	/** Null if there is nothing to extract, e.g. after a reload lost the file. */
	readonly state: RunState | null
	readonly onCancel: () => void
	readonly onAgain: () => void
	readonly onManual: () => void
	readonly onReview: () => void
	readonly onBack: () => void
}

/** Third step: starts automatically, shows progress and the result. */
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
			{result && <LeftOutText leftOut={result.leftOut} />}
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
