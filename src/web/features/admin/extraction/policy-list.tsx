import { memo, useEffect, useRef } from 'react'
import { policyLength } from '#domain/policies.ts'
import { categoryName } from '#web/texts/admin/categories.ts'
import { extraction } from '#web/texts/admin/extraction.ts'
import { policies as policyTexts } from '#web/texts/admin/policies.ts'
import { concernCount, type Names } from '../neutrality/concerns.ts'
import type { PolicyStatus, ReviewPolicy } from './review-policy.ts'
import type { ReviewEvent } from './review-state.ts'

const texts = extraction.review

const STATUS_LOOKS: Readonly<Record<PolicyStatus, string>> = {
	PENDING: 'badge-ghost',
	VALIDATED: 'badge-success',
	NEEDS_REVIEW: 'badge-warning',
	REJECTED: 'badge-error',
}

/** A status as a word in its colour. */
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
	/** Hears that it was opened: on a phone it takes the list's place. */
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

// One letter typed draws the list: the rows that it does not concern stay as they are.
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
	/** The place of each in the source, by its id. */
	readonly numbers: ReadonlyMap<string, number>
	readonly selected: string | null
	readonly ticked: readonly string[]
	/** What is said where nothing is shown. */
	readonly empty: string
}

/** The policies, of which one is opened. The Tab key comes to that one; the others are gone to by the review's keys. */
export const PolicyList = (props: PolicyListProps) => {
	const { shown, numbers, selected, ticked, empty, names, dispatch, onOpen } = props
	const list = useRef<HTMLUListElement>(null)
	const marks = new Set(ticked)
	const last = useRef(selected)
	useEffect(() => {
		// Whoever has just opened the page begins at its beginning.
		if (last.current === selected) return
		last.current = selected
		const row = list.current?.querySelector(`[data-policy="${CSS.escape(selected ?? '')}"]`)
		row?.scrollIntoView({ block: 'nearest' })
	}, [selected])
	if (shown.length === 0) return <p className="px-4 py-8 text-center text-muted">{empty}</p>
	return (
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
	)
}
