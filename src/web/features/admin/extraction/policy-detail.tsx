import type { RefObject } from 'react'
import type { StoredSource } from '#contract/policy-extraction.ts'
import { POLICY_CATEGORIES } from '#domain/types.ts'
import { categoryName } from '#web/texts/admin/categories.ts'
import { extraction } from '#web/texts/admin/extraction.ts'
import { policies as policyTexts } from '#web/texts/admin/policies.ts'
import { SelectInput, TextInput } from '../forms/fields.tsx'
import type { Read } from '../lists/use-read.ts'
import { type Names, namedWords } from '../neutrality/concerns.ts'
import { OverrideReason } from '../neutrality/override-reason.tsx'
import { Figures } from './figures.tsx'
import { PolicyHead, type PolicyHeadProps } from './policy-head.tsx'
import type { PolicyValues } from './review-policy.ts'
import { lacksReason } from './review-view.ts'
import { SourcePane } from './source-pane.tsx'
import { StatementField } from './statement-field.tsx'

const texts = extraction.review

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

interface PolicyDetailProps extends PolicyHeadProps {
	readonly names: Names
	readonly source: Read<StoredSource | null>
	readonly field: RefObject<HTMLTextAreaElement | null>
	/** Hears that a field was left by its key: the review's keys work again. */
	readonly onEscape: () => void
}

/** One policy: its statement beside its place in the source, and all that is kept of it. */
export const PolicyDetail = (props: PolicyDetailProps) => {
	const { policy, names, source, field, dispatch, onEscape } = props
	const { id, values, proposal } = policy
	const edit = (part: Partial<PolicyValues>): void => dispatch({ type: 'edit', id, part })
	const settle = (): void => dispatch({ type: 'settle' })
	const named = namedWords(values.text, names)
	const { overrideReason } = values
	return (
		<div className="@container min-w-0 rounded-box border border-base-300 bg-surface shadow-paper">
			<PolicyHead {...props} />
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
				{values.validationStatus === 'VALIDATED' && named.length > 0 && (
					// biome-ignore lint/a11y/noStaticElementInteractions: it hears that the field inside was left.
					<div onBlur={settle}>
						<OverrideReason
							names={named}
							bound={{
								value: overrideReason,
								error: lacksReason(policy, names) ? texts.noReason(1) : undefined,
								onValue: (reason) => edit({ overrideReason: reason }),
							}}
						/>
					</div>
				)}
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
				<Figures
					policy={policy}
					onEdit={edit}
					onTake={(part) => dispatch({ type: 'edit', id, part, taken: true })}
					onLeave={settle}
				/>
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
