import { type RefObject, useId } from 'react'
import { extraction } from '#web/texts/admin/extraction.ts'
import { StatusButtons } from '../policies/review-tools.tsx'
import type { PolicyStatus, ReviewPolicy } from './review-policy.ts'
import type { ReviewEvent } from './review-state.ts'

const texts = extraction.review

export interface PolicyHeadProps {
	readonly policy: ReviewPolicy
	/** Its place among those that are shown. */
	readonly at: number
	readonly of: number
	readonly heading: RefObject<HTMLHeadingElement | null>
	readonly dispatch: (event: ReviewEvent) => void
	readonly onStatus: (status: PolicyStatus) => void
	readonly onRemove: () => void
	readonly onStep: (by: 1 | -1) => void
	/** Back to the list, on a phone. */
	readonly onList: () => void
}

/** Which policy is opened, the ways to its neighbours, and what is decided about it. */
export const PolicyHead = (props: PolicyHeadProps) => {
	const id = useId()
	const { policy, at, of, heading, dispatch, onStatus, onRemove, onStep, onList } = props
	return (
		<div className="border-b border-base-300 p-3 sm:p-4">
			<div className="mb-3 flex flex-wrap items-center gap-2">
				<button type="button" className="btn me-auto lg:hidden" onClick={onList}>
					{texts.toList}
				</button>
				<h3
					ref={heading}
					id={id}
					tabIndex={-1}
					className="scroll-mt-24 text-lg font-semibold max-lg:basis-full max-lg:order-first lg:me-auto"
				>
					{texts.position(at, of)}
				</h3>
				<button
					type="button"
					className="btn btn-ghost"
					disabled={at <= 1}
					onClick={() => onStep(-1)}
				>
					{texts.previous}
				</button>
				<button
					type="button"
					className="btn btn-ghost"
					disabled={at >= of}
					onClick={() => onStep(1)}
				>
					{texts.next}
				</button>
			</div>
			<div className="flex flex-wrap gap-2">
				<StatusButtons status={policy.values.validationStatus} onStatus={onStatus} />
				{!policy.removed && (
					<button type="button" className="btn btn-ghost ms-auto text-error" onClick={onRemove}>
						{texts.remove}
					</button>
				)}
			</div>
			{policy.removed && (
				<div className="mt-3 flex flex-wrap items-center gap-3 rounded-field border border-warning bg-warning/15 px-4 py-2">
					<p className="min-w-0 flex-1 font-medium">{texts.isRemoved}</p>
					<button
						type="button"
						className="btn"
						onClick={() => dispatch({ type: 'bring-back', ids: [policy.id] })}
					>
						{texts.bringBack}
					</button>
				</div>
			)}
		</div>
	)
}
