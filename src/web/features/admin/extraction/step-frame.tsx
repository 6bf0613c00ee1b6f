import { type ReactNode, useEffect, useRef } from 'react'
import { extraction as texts } from '#web/texts/admin/extraction.ts'
import { type Step, stepNumber, stepTitle } from './steps.ts'

interface StepFrameProps {
	readonly step: Step
	/** Whether somebody has come to it within the wizard, and not by opening the page. */
	readonly moved?: boolean
	/** What is done at it, in a line. */
	readonly why?: string
	/** Whether it is framed; one with frames of its own is not. */
	readonly framed?: boolean
	/** What can be done at all of it, beside its title. */
	readonly actions?: ReactNode
	readonly children: ReactNode
	/** Left out at the first step, where nothing is behind. */
	readonly onBack?: (() => void) | undefined
	/** The way on. */
	readonly next?: ReactNode
	/** Left out where the step has other ways on. */
	readonly footless?: boolean
}

/** One step of the wizard: its title, which has the focus when it is come to, and the ways back and on. */
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
		// Whoever has just opened the page begins at its beginning.
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
