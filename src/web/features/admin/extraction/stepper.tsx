import { extraction as texts } from '#web/texts/admin/extraction.ts'
import { canGoTo, type Progress, STEPS, type Step, stepNumber, stepTitle } from './steps.ts'

interface StepperProps {
	readonly now: Step
	readonly progress: Progress
	/** Left out where there is only one step yet. */
	readonly onGo?: (step: Step) => void
}

const CIRCLE =
	'grid size-8 shrink-0 place-items-center rounded-full border-2 text-sm font-semibold tabular-nums'

const lookOf = (step: Step, now: Step): string => {
	if (step === now) return 'border-primary bg-primary text-primary-content'
	return stepNumber(step) < stepNumber(now)
		? 'border-primary text-primary'
		: 'border-edge text-muted'
}

const Mark = ({ step, now }: { readonly step: Step; readonly now: Step }) => (
	<>
		<span aria-hidden="true" className={`${CIRCLE} ${lookOf(step, now)}`}>
			{stepNumber(step) < stepNumber(now) ? '✓' : stepNumber(step)}
		</span>
		<span className="max-md:sr-only">{stepTitle(step)}</span>
		{stepNumber(step) < stepNumber(now) && <span className="sr-only"> ({texts.done})</span>}
	</>
)

const LINE = 'flex min-h-12 min-w-12 items-center justify-center gap-2 rounded-field px-2 text-sm'

/** Where one is of the five steps, and the way to those that can be gone to. */
export const Stepper = ({ now, progress, onGo }: StepperProps) => (
	<nav aria-label={texts.steps.label} className="mb-6">
		<ol className="flex items-center justify-between gap-1 rounded-box border border-base-300 bg-surface p-1.5 shadow-paper md:p-2">
			{STEPS.map((step) => (
				<li key={step} className="min-w-0">
					{canGoTo(step, now, progress) ? (
						<button
							type="button"
							className={`${LINE} font-medium hover:bg-base-200`}
							onClick={() => onGo?.(step)}
						>
							<Mark step={step} now={now} />
						</button>
					) : (
						<span
							aria-current={step === now ? 'step' : undefined}
							className={`${LINE} ${step === now ? 'font-semibold text-primary' : 'text-muted'}`}
						>
							<Mark step={step} now={now} />
						</span>
					)}
				</li>
			))}
		</ol>
	</nav>
)
