import type { UseQueryResult } from '@tanstack/react-query'
import { type RefObject, useId } from 'react'
import type { StoredSource } from '#contract/admin/extraction.ts'
import { POLICY_TEXT_MAX } from '#domain/limits.ts'
import { countWords, POLICY_WORDS, policyLength } from '#domain/policies.ts'
import { POLICY_CATEGORIES } from '#domain/types.ts'
import { extraction } from '#web/texts/en/admin/extraction.ts'
import { categoryName, policies as policyTexts } from '#web/texts/en/admin/policies.ts'
import { SelectInput, TextInput } from '../kit/fields.tsx'
import {
	type Names,
	Neutrality,
	namedWords,
	OverrideReason,
	type Placed,
	placedConcerns,
} from '../kit/neutrality.tsx'
import { Figures } from './review-figures.tsx'
import { PolicyHead, type PolicyHeadProps } from './review-list.tsx'
import { lacksReason, type PolicyValues } from './review-policies.ts'
import { SourcePane } from './source-pane.tsx'

const texts = extraction.review

const LENGTHS = {
	fits: { word: texts.lengthOk, look: 'text-success' },
	short: { word: texts.tooShort, look: 'font-semibold text-error' },
	long: { word: texts.tooLong, look: 'font-semibold text-error' },
} as const

const REWORDING: Readonly<Record<string, string>> = texts.rewording

/** Says why the quote is proposed instead of a statement. */
const WhyReword = ({ reasons }: { readonly reasons: readonly string[] }) => (
	<div className="rounded-field border border-warning bg-warning/15 px-4 py-3">
		<p className="font-medium">{texts.whyReword}</p>
		<ul className="mt-1 list-disc ps-5">
			{reasons.map((reason) => (
				<li key={reason}>{REWORDING[reason] ?? REWORDING.other}</li>
			))}
		</ul>
	</div>
)

interface StatementFieldProps {
	readonly field: RefObject<HTMLTextAreaElement | null>
	readonly text: string
	readonly names: Names
	readonly onText: (text: string) => void
	readonly onLeave: () => void
}

const StatementField = ({ field, text, names, onText, onLeave }: StatementFieldProps) => {
	const id = useId()
	const length = policyLength(text)
	const concerns = placedConcerns(text, names)
	const show = ({ start, end }: Placed): void => {
		field.current?.focus()
		field.current?.setSelectionRange(start, end)
	}
	return (
		<div>
			<label htmlFor={id} className="mb-1.5 block font-medium">
				{texts.statement}
			</label>
			<textarea
				ref={field}
				id={id}
				rows={5}
				value={text}
				maxLength={POLICY_TEXT_MAX}
				aria-invalid={length !== 'fits'}
				aria-describedby={`${id}-length`}
				className={`block w-full resize-y rounded-field border bg-surface px-3 py-2.5 text-base leading-relaxed ${length === 'fits' ? 'border-edge' : 'border-error'}`}
				onChange={({ target }) => onText(target.value)}
				onBlur={onLeave}
			/>
			<p id={`${id}-length`} className="mt-1.5 flex flex-wrap justify-between gap-x-3 text-sm">
				<span className="tabular-nums">
					<span>{`${texts.wordsOf(countWords(text))} `}</span>
					<span className={LENGTHS[length].look}>{`– ${LENGTHS[length].word}`}</span>
				</span>
				<span className="text-muted">
					{texts.lengthHint(POLICY_WORDS.least, POLICY_WORDS.most)}
				</span>
			</p>
			<Neutrality
				text={text}
				concerns={concerns}
				othersKnown={names.others !== null}
				onShow={show}
			/>
		</div>
	)
}

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
	readonly source: UseQueryResult<StoredSource | null>
	readonly field: RefObject<HTMLTextAreaElement | null>
	/** Called on Escape in a field, to re-enable the shortcuts. */
	readonly onEscape: () => void
}

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
			{/* The key resets the expanded reasons when the policy changes. */}
			{/* biome-ignore lint/a11y/noStaticElementInteractions: catches bubbling key events of the fields. */}
			<div
				key={id}
				className="grid gap-5 p-3 sm:p-4"
				onKeyDown={({ key, target }) => {
					if (key === 'Escape' && target instanceof HTMLElement && !target.closest('dialog'))
						onEscape()
				}}
			>
				{proposal !== null && proposal.rewording.length > 0 && values.text === proposal.text && (
					<WhyReword reasons={proposal.rewording} />
				)}
				{values.validationStatus === 'VALIDATED' && named.length > 0 && (
					// biome-ignore lint/a11y/noStaticElementInteractions: catches the bubbling blur of the field.
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
				{/* biome-ignore lint/a11y/noStaticElementInteractions: catches the bubbling blur of the field. */}
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
