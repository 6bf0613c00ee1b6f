import { memo, type RefObject, useEffect, useId, useRef } from 'react'
import { policyLength } from '#domain/policies.ts'
import { extraction } from '#web/texts/en/admin/extraction.ts'
import { categoryName, policies as policyTexts } from '#web/texts/en/admin/policies.ts'
import { concernCount, type Names } from '../kit/neutrality.tsx'
import { StatusButtons } from '../policies/policy-tools.tsx'
import { isUntouched, type PolicyStatus, type ReviewPolicy } from './review-policies.ts'
import type { ReviewEvent } from './review-reducer.ts'

const texts = extraction.review

const STATUS_LOOKS: Readonly<Record<PolicyStatus, string>> = {
	PENDING: 'badge-ghost',
	VALIDATED: 'badge-success',
	NEEDS_REVIEW: 'badge-warning',
	REJECTED: 'badge-error',
}

const StatusBadge = ({ status }: { readonly status: PolicyStatus }) => (
	<span className={`badge badge-sm ${STATUS_LOOKS[status]}`}>{policyTexts.statuses[status]}</span>
)

interface RowProps {
	readonly policy: ReviewPolicy
	readonly number: number
	readonly selected: boolean
	readonly ticked: boolean
	readonly names: Names
	readonly dispatch: (event: ReviewEvent) => void
	readonly onOpen: () => void
}

const Remarks = ({ policy, names }: Pick<RowProps, 'policy' | 'names'>) => {
	const { text, category } = policy.values
	const length = policyLength(text)
	const concerns = concernCount(text, names)
	return (
		<span className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs">
			<StatusBadge status={policy.values.validationStatus} />
			<span className="text-muted">{categoryName(category)}</span>
			{isUntouched(policy) && (policy.proposal?.rewording.length || length === 'fits') && (
				<span className="font-medium text-warning">
					{policy.proposal?.rewording.length ? texts.needsRewording : texts.unsure}
				</span>
			)}
			{length !== 'fits' && (
				<span className="font-semibold text-error">
					{length === 'short' ? texts.tooShort : texts.tooLong}
				</span>
			)}
			{concerns > 0 && (
				<span className="font-medium text-warning">{texts.concernCount(concerns)}</span>
			)}
		</span>
	)
}

// Memoized: every keystroke renders the list, but changes only one row.
const Row = memo((props: RowProps) => {
	const { policy, number, selected, ticked, dispatch, onOpen } = props
	const { id, values, removed } = policy
	return (
		<li
			className={`flex items-stretch border-t border-base-300 first:border-t-0 ${selected ? 'bg-primary/10' : ''}`}
		>
			<label className="grid min-h-12 w-11 shrink-0 cursor-pointer place-items-center">
				<input
					type="checkbox"
					checked={ticked}
					tabIndex={selected ? 0 : -1}
					aria-label={texts.tick(number)}
					className="checkbox checkbox-sm checkbox-primary border-edge"
					onChange={({ target }) => dispatch({ type: 'tick', ids: [id], on: target.checked })}
				/>
			</label>
			<button
				type="button"
				data-policy={id}
				tabIndex={selected ? 0 : -1}
				aria-current={selected ? 'true' : undefined}
				className={`min-w-0 flex-1 scroll-my-20 border-s-4 py-2.5 ps-2.5 pe-3 text-start outline-offset-[-3px] hover:bg-base-200 ${selected ? 'border-primary' : 'border-transparent'}`}
				onClick={() => {
					dispatch({ type: 'select', id })
					onOpen()
				}}
			>
				<span className={`line-clamp-2 text-sm wrap-anywhere ${removed ? 'line-through' : ''}`}>
					<span className="me-1.5 text-muted tabular-nums">{number}</span>
					<span>{values.text || texts.noStatement}</span>
				</span>
				<Remarks policy={policy} names={props.names} />
			</button>
		</li>
	)
})

interface PolicyListProps extends Pick<RowProps, 'names' | 'dispatch' | 'onOpen'> {
	readonly shown: readonly ReviewPolicy[]
	readonly numbers: ReadonlyMap<string, number>
	readonly selected: string | null
	readonly ticked: readonly string[]
	readonly empty: string
	/** Number of weak proposals that nobody has edited or decided. */
	readonly weak: number
	readonly weakShown: boolean
}

/** List with a roving tabindex: Tab reaches the open policy, shortcuts reach the others. */
export const PolicyList = (props: PolicyListProps) => {
	const { shown, numbers, selected, ticked, empty, names, dispatch, onOpen } = props
	const { weak, weakShown } = props
	const list = useRef<HTMLUListElement>(null)
	const marks = new Set(ticked)
	const last = useRef(selected)
	useEffect(() => {
		if (last.current === selected) return
		last.current = selected
		const row = list.current?.querySelector(`[data-policy="${CSS.escape(selected ?? '')}"]`)
		row?.scrollIntoView({ block: 'nearest' })
	}, [selected])
	return (
		<>
			{shown.length === 0 ? (
				<p className="px-4 py-8 text-center text-muted">{empty}</p>
			) : (
				<ul
					ref={list}
					data-policy-list
					aria-label={texts.list}
					className="max-h-[70dvh] min-h-64 overflow-y-auto overscroll-contain lg:max-h-[calc(100dvh-19rem)]"
				>
					{shown.map((policy) => (
						<Row
							key={policy.id}
							policy={policy}
							number={numbers.get(policy.id) ?? 0}
							selected={policy.id === selected}
							ticked={marks.has(policy.id)}
							names={names}
							dispatch={dispatch}
							onOpen={onOpen}
						/>
					))}
				</ul>
			)}
			{weak > 0 && shown.some((policy) => !isUntouched(policy)) && (
				<button
					type="button"
					aria-expanded={weakShown}
					className="min-h-12 w-full border-t border-base-300 px-4 py-2 text-start font-medium text-primary underline underline-offset-4 hover:bg-base-200"
					onClick={() => dispatch({ type: 'weak', shown: !weakShown })}
				>
					{weakShown ? texts.foldWeak(weak) : texts.moreWeak(weak)}
				</button>
			)}
		</>
	)
}

export interface PolicyHeadProps {
	readonly policy: ReviewPolicy
	/** Position among the shown policies, counted from 1. */
	readonly at: number
	readonly of: number
	readonly heading: RefObject<HTMLHeadingElement | null>
	readonly dispatch: (event: ReviewEvent) => void
	readonly onStatus: (status: PolicyStatus) => void
	readonly onRemove: () => void
	readonly onStep: (by: 1 | -1) => void
	readonly onList: () => void
}

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
