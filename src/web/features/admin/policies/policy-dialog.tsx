import { useState } from 'react'
import type { ManagedCandidate } from '#contract/manage-candidates.ts'
import { IMPORTANCE_MAX, IMPORTANCE_MIN } from '#domain/constants.ts'
import { COMPLEXITY_MAX, POLICY_STATUSES, PRIORITY_MAX, SCORE_MAX } from '#domain/policies.ts'
import { POLICY_CATEGORIES } from '#domain/types.ts'
import { call } from '#web/app/client.ts'
import { uuid } from '#web/app/uuid.ts'
import { categoryName } from '#web/texts/admin/categories.ts'
import { policies as texts } from '#web/texts/admin/policies.ts'
import { draftKey } from '../forms/drafts.ts'
import { SelectInput, TextArea, TextInput } from '../forms/fields.tsx'
import { RecordDialog } from '../forms/record-dialog.tsx'
import { type RecordForm, useRecordForm } from '../forms/use-record-form.ts'
import { placedConcerns } from '../neutrality/concerns.ts'
import { NamesUnread } from '../neutrality/names-unread.tsx'
import { Neutrality } from '../neutrality/neutrality.tsx'
import { useNames } from '../neutrality/use-names.ts'
import { lengthText } from './length.ts'
import { changesOf, createPolicy, type ListedPolicy, updatePolicy } from './plain.ts'
import {
	describePolicy,
	NEW_POLICY,
	type PolicyValues,
	policyVersion,
	priorityName,
	statusName,
	typedPolicy,
} from './policy-values.ts'
import { readPolicy } from './read.ts'

/** What the drafts of a candidate's policies are called. */
export const draftNoun = (candidateId: string): string => `policy-${candidateId}`

interface PolicyDialogProps {
	readonly candidate: ManagedCandidate
	/** Null for a new one. */
	readonly policy: ListedPolicy | null
	readonly onSaved: () => void
	readonly onClose: () => void
}

const usePolicyForm = ({
	candidate: { id: candidateId },
	policy,
	onSaved,
}: PolicyDialogProps): RecordForm<PolicyValues> => {
	// Given here, so that a call that is repeated makes no second one.
	const [newId] = useState(uuid)
	return useRecordForm({
		draft: draftKey(draftNoun(candidateId), policy?.id ?? null),
		nameOf: ({ text }) => text,
		initial: policy ? policyVersion(policy) : NEW_POLICY,
		schema: typedPolicy(policy),
		failed: policy ? texts.updateFailed : texts.createFailed,
		onSaved,
		send: (body, options) =>
			policy
				? call(updatePolicy, { params: { id: policy.id }, body: changesOf(policy, body) }, options)
				: call(createPolicy, { body: { ...body, candidateId, id: newId } }, options),
		...(policy && {
			reread: async () => {
				const now = await readPolicy(policy.id, candidateId)
				return now.ok ? { ok: true, value: policyVersion(now.value) } : now
			},
		}),
	})
}

const CATEGORIES = POLICY_CATEGORIES.map((value) => ({ value, label: categoryName(value) }))
const PRIORITIES = Array.from({ length: PRIORITY_MAX }, (_, index) => ({
	value: String(index + 1),
	label: priorityName(index + 1),
}))
const STATUSES = POLICY_STATUSES.map((value) => ({ value, label: statusName(value) }))
/** A new policy is not rejected at once. */
const NEW_STATUSES = STATUSES.filter(({ value }) => value !== 'REJECTED')

const SCORE = { min: 0, max: SCORE_MAX, step: 0.1 }
const COMPLEXITY = { min: 1, max: COMPLEXITY_MAX, step: 1 }
const IMPORTANCE = { min: IMPORTANCE_MIN, max: IMPORTANCE_MAX, step: 0.1 }

const Scores = ({ bind }: Pick<RecordForm<PolicyValues>, 'bind'>) => (
	<div className="grid grid-cols-2 gap-4">
		{(['clarityScore', 'biasScore', 'effectivenessScore'] as const).map((name) => (
			<TextInput
				key={name}
				label={texts.fields[name]}
				hint={texts.scoreHint}
				range={SCORE}
				bound={bind(name)}
			/>
		))}
		<TextInput
			label={texts.fields.complexityLevel}
			hint={texts.complexityHint}
			range={COMPLEXITY}
			bound={bind('complexityLevel')}
		/>
	</div>
)

/** What is not neutral in the text as it is typed. */
const TypedNeutrality = ({
	candidate,
	form,
}: Pick<PolicyDialogProps, 'candidate'> & { readonly form: RecordForm<PolicyValues> }) => {
	const known = useNames(candidate)
	const { text } = form.values
	if (text.trim() === '') return null
	return (
		<div>
			<NamesUnread known={known} />
			<Neutrality
				text={text}
				concerns={placedConcerns(text, known.names)}
				othersKnown={known.names.others !== null}
				onShow={({ start, end }) => {
					const field = form.ref.current?.querySelector('textarea')
					field?.focus()
					field?.setSelectionRange(start, end)
				}}
			/>
		</div>
	)
}

/** The form of a policy. */
export const PolicyDialog = (props: PolicyDialogProps) => {
	const { candidate, policy, onClose } = props
	const form = usePolicyForm(props)
	const { bind, values } = form
	return (
		<RecordDialog
			title={policy ? texts.editTitle : texts.createTitle}
			form={form}
			describe={describePolicy}
			onClose={onClose}
		>
			<TextArea
				label={texts.fields.text}
				hint={texts.textHint(lengthText(values.text))}
				bound={bind('text')}
			/>
			<TypedNeutrality candidate={candidate} form={form} />
			<div className="grid gap-4 sm:grid-cols-2">
				<SelectInput label={texts.fields.category} options={CATEGORIES} bound={bind('category')} />
				<SelectInput
					label={texts.fields.validationStatus}
					options={policy ? STATUSES : NEW_STATUSES}
					bound={bind('validationStatus')}
				/>
				<TextInput
					label={texts.fields.importance}
					hint={texts.importanceHint}
					range={IMPORTANCE}
					bound={bind('importance')}
				/>
				<SelectInput label={texts.fields.priority} options={PRIORITIES} bound={bind('priority')} />
			</div>
			<Scores bind={bind} />
			<TextInput
				label={texts.fields.keywords}
				hint={texts.keywordsHint}
				optional
				bound={bind('keywords')}
			/>
			<TextInput
				label={texts.fields.source}
				hint={texts.sourceHint}
				optional
				bound={bind('source')}
			/>
		</RecordDialog>
	)
}
