import type { Extraction } from '#contract/policy-extraction.ts'
import { EXTRACTION_STAGES, type ExtractionStage } from '#domain/extraction-limits.ts'
import { extraction } from '#web/texts/admin/extraction.ts'
import { ProgressBar } from '#web/ui/bar.tsx'
import { numberText } from '#web/ui/numbers.ts'
import type { RunState } from './run-extraction.ts'

const texts = extraction.extract

/** What only some extractions do: where it is not under way, it is not announced. */
const OPTIONAL: readonly ExtractionStage[] = ['fetch', 'improve']

/** The stages of an extraction: `improve` needs a model, `fetch` an address. */
const stagesOf = (extraction: Extraction): readonly ExtractionStage[] =>
	EXTRACTION_STAGES.filter(
		(stage) =>
			!OPTIONAL.includes(stage) ||
			extraction.stage === stage ||
			(stage === 'fetch' && extraction.kind === 'URL'),
	)

/** @param offset of a stage from the one that runs: less than 0 is done. */
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

/** What an extraction that is under way says. */
export const Running = ({
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
