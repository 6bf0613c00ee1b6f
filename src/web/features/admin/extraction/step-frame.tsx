import { type ReactNode, useEffect, useRef } from 'react'
import { extraction as texts } from '#web/texts/en/admin/extraction.ts'
import { canGoTo, type Progress, STEPS, type Step, stepNumber, stepTitle } from './steps.ts'

interface StepFrameProps {
	readonly step: Step
	/** False if the page was opened at this step directly. */
	readonly moved?: boolean
	readonly why?: string
	readonly framed?: boolean
	readonly actions?: ReactNode
	readonly children: ReactNode
	readonly onBack?: (() => void) | undefined
	readonly next?: ReactNode
	readonly footless?: boolean
}

/** Frame of a wizard step. Focuses the title on navigation within the wizard. */
export const StepFrame = (props: StepFrameProps) => {
	const {
		step,
		why,
		framed = true,
		actions,
		children,
		moved = true,
		onBack,
		next,
		footless = false,
	} = props
	const heading = useRef<HTMLHeadingElement>(null)
	const first = useRef(!moved)
	useEffect(() => {
		// Leave the focus at the top of the page on first load.
		if (!first.current) heading.current?.focus({ preventScroll: true })
		heading.current?.scrollIntoView({ block: 'nearest' })
	}, [])
	return (
		<section
			aria-labelledby="step-title"
			className={
				framed ? 'rounded-box border border-base-300 bg-surface p-4 shadow-paper sm:p-6' : ''
			}
		>
			<div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
				<div className="min-w-0">
					<h2
						ref={heading}
						id="step-title"
						tabIndex={-1}
						className="scroll-mt-24 text-xl font-semibold"
					>
						<span className="mb-0.5 block font-sans text-sm font-medium tracking-normal text-muted">
							{texts.stepOf(stepNumber(step))}
						</span>
						<span>{stepTitle(step)}</span>
					</h2>
					{why && <p className="mt-1 text-muted">{why}</p>}
				</div>
				{actions}
			</div>
			<div className="mt-5">{children}</div>
			{!footless && (
				<div className="mt-6 flex flex-wrap items-center justify-between gap-3 border-t border-base-300 pt-4">
					<button type="button" className="btn" disabled={!onBack} onClick={onBack}>
						{texts.back}
					</button>
					{next}
				</div>
			)}
		</section>
	)
}

interface StepperProps {
	readonly now: Step
	readonly progress: Progress
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
