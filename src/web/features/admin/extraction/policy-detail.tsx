import { type RefObject, useId } from 'react'
import type { StoredSource } from '#contract/policy-extraction.ts'
import { POLICY_STATUSES } from '#domain/policies.ts'
import { POLICY_CATEGORIES } from '#domain/types.ts'
import { categoryName } from '#web/texts/admin/categories.ts'
import { extraction } from '#web/texts/admin/extraction.ts'
import { policies as policyTexts } from '#web/texts/admin/policies.ts'
import { SelectInput, TextInput } from '../forms/fields.tsx'
import type { Read } from '../lists/use-read.ts'
import { Figures } from './figures.tsx'
import type { PolicyStatus, PolicyValues, ReviewPolicy } from './review-policy.ts'
import type { ReviewEvent } from './review-state.ts'
import { SourcePane } from './source-pane.tsx'
import { StatementField } from './statement-field.tsx'

const texts = extraction.review

/** What a button of a status looks like while it is the policy's. */
const PRESSED: Readonly<Record<PolicyStatus, string>> = {
	PENDING: 'aria-pressed:bg-base-300',
	VALIDATED: 'aria-pressed:bg-success aria-pressed:text-success-content',
	NEEDS_REVIEW: 'aria-pressed:bg-warning aria-pressed:text-warning-content',
	REJECTED: 'aria-pressed:bg-error aria-pressed:text-error-content',
}

interface StatusButtonsProps {
	readonly status: PolicyStatus
	readonly onStatus: (status: PolicyStatus) => void
}

const StatusButtons = ({ status, onStatus }: StatusButtonsProps) => (
	<fieldset aria-label={texts.status} className="flex flex-wrap gap-2">
		{POLICY_STATUSES.map((each) => (
			<button
				key={each}
				type="button"
				aria-pressed={each === status}
				className={`btn ${PRESSED[each]}`}
				onClick={() => onStatus(each)}
			>
				{texts.actions[each]}
			</button>
		))}
	</fieldset>
)

const Kinds = ({
	values,
	reasons,
	onEdit,
}: {
	readonly values: PolicyValues
	readonly reasons: readonly string[]
	readonly onEdit: (part: Partial<PolicyValues>) => void
}) => (
	<div className="grid gap-x-6 gap-y-4 @lg:grid-cols-2">
		<div>
			<SelectInput
				label={texts.category}
				options={POLICY_CATEGORIES.map((value) => ({ value, label: categoryName(value) }))}
				bound={{
					value: values.category,
					error: undefined,
					onValue: (category) => onEdit({ category }),
				}}
			/>
			{reasons.length > 0 && (
				<details className="text-sm">
					<summary className="flex min-h-11 cursor-pointer items-center text-primary underline underline-offset-4">
						{texts.whyCategory}
					</summary>
					<ul className="list-disc ps-5 text-muted">
						{reasons.map((reason) => (
							<li key={reason} className="wrap-anywhere">
								{reason}
							</li>
						))}
					</ul>
				</details>
			)}
		</div>
		<SelectInput
			label={texts.priority}
			options={policyTexts.priorities.map((label, index) => ({
				value: String(index + 1),
				label: texts.priorityOf(index + 1, label),
			}))}
			bound={{
				value: String(values.priority),
				error: undefined,
				onValue: (priority) => onEdit({ priority: Number(priority) }),
			}}
		/>
	</div>
)

interface PolicyDetailProps {
	readonly policy: ReviewPolicy
	readonly at: number
	readonly of: number
	readonly names: readonly string[]
	readonly source: Read<StoredSource | null>
	readonly field: RefObject<HTMLTextAreaElement | null>
	readonly heading: RefObject<HTMLHeadingElement | null>
	readonly dispatch: (event: ReviewEvent) => void
	readonly onStatus: (status: PolicyStatus) => void
	readonly onRemove: () => void
	readonly onStep: (by: 1 | -1) => void
	/** Back to the list, on a phone. */
	readonly onList: () => void
	/** Hears that a field was left by its key: the review's keys work again. */
	readonly onEscape: () => void
}

const Head = (props: PolicyDetailProps) => {
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

/** One policy: its statement beside its place in the source, and all that is kept of it. */
export const PolicyDetail = (props: PolicyDetailProps) => {
	const { policy, names, source, field, dispatch, onEscape } = props
	const { id, values, proposal } = policy
	const edit = (part: Partial<PolicyValues>): void => dispatch({ type: 'edit', id, part })
	const settle = (): void => dispatch({ type: 'settle' })
	return (
		<div className="@container min-w-0 rounded-box border border-base-300 bg-surface shadow-paper">
			<Head {...props} />
			{/* Another policy's reasons are not open because this one's were. */}
			{/* biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of the fields inside. */}
			<div
				key={id}
				className="grid gap-5 p-3 sm:p-4"
				onKeyDown={({ key, target }) => {
					if (key === 'Escape' && target instanceof HTMLElement && !target.closest('dialog'))
						onEscape()
				}}
			>
				<div className="grid items-start gap-5 @xl:grid-cols-2">
					<StatementField
						field={field}
						text={values.text}
						names={names}
						onText={(text) => edit({ text })}
						onLeave={settle}
					/>
					<SourcePane proposal={proposal} source={source} />
				</div>
				<Kinds values={values} reasons={proposal?.reasons.category ?? []} onEdit={edit} />
				<Figures policy={policy} onEdit={edit} onLeave={settle} />
				{/* biome-ignore lint/a11y/noStaticElementInteractions: it hears that the field inside was left. */}
				<div onBlur={settle}>
					<TextInput
						label={texts.keywords}
						hint={texts.keywordsHint}
						bound={{
							value: values.keywords,
							error: undefined,
							onValue: (keywords) => edit({ keywords }),
						}}
					/>
				</div>
			</div>
		</div>
	)
}
