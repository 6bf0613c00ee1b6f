import { useState } from 'react'
import type { ManagedCandidate } from '#contract/admin/candidates.ts'
import { type ManagedPolicy, managePolicies } from '#contract/admin/policies.ts'
import { IMPORTANCE_MAX, IMPORTANCE_MIN } from '#domain/limits.ts'
import {
	COMPLEXITY_MAX,
	countWords,
	MEASURED_FIELDS,
	POLICY_STATUSES,
	PRIORITY_MAX,
	policyLength,
	SCORE_MAX,
} from '#domain/policies.ts'
import { POLICY_CATEGORIES } from '#domain/types.ts'
import { call, uuid } from '#web/app/api.ts'
import { categoryName, policies as texts } from '#web/texts/en/admin/policies.ts'
import { DeleteDialog, type RemovalHeard } from '../kit/delete-dialog.tsx'
import { draftKey } from '../kit/drafts.tsx'
import { SelectInput, TextArea, TextInput } from '../kit/fields.tsx'
import {
	type KnownNames,
	NamesUnread,
	Neutrality,
	namedWords,
	OverrideReason,
	placedConcerns,
	useNames,
} from '../kit/neutrality.tsx'
import { RecordDialog } from '../kit/record-form.tsx'
import { type RecordForm, useRecordForm } from '../kit/use-record-form.ts'
import { changesOf, createPolicy, type ListedPolicy, readPolicy, updatePolicy } from './api.ts'
import {
	describePolicy,
	NEW_POLICY,
	type PolicyValues,
	policyVersion,
	priorityName,
	statusName,
	typedPolicy,
	withMeasures,
} from './policy-form-model.ts'

/** What is said of a statement that cannot be saved at its length. */
const FAULTS = { short: texts.tooShort, long: texts.tooLong, fits: null } as const

/** How many words a statement has, and whether that is too few or too many: "3 words – Too short". */
export const lengthText = (text: string): string =>
	[texts.words(countWords(text)), FAULTS[policyLength(text)]].filter(Boolean).join(' – ')

/** Fields whose change may change others: the text measures figures, and a changed figure is a person's. */
const FOLLOWING = new Set<string>(['text', ...MEASURED_FIELDS])

/** What the drafts of a candidate's policies are called. */
export const draftNoun = (candidateId: string): string => `policy-${candidateId}`

interface PolicyDialogProps {
	readonly candidate: ManagedCandidate
	/** Null for a new one. */
	readonly policy: ListedPolicy | null
	/** The status to preselect. Default: the policy's own. */
	readonly status?: string
	readonly onSaved: () => void
	readonly onClose: () => void
}

const usePolicyForm = ({
	candidate: { id: candidateId },
	policy,
	status,
	onSaved,
}: PolicyDialogProps): RecordForm<PolicyValues> => {
	// Given here, so that a call that is repeated makes no second one.
	const [newId] = useState(uuid)
	return useRecordForm({
		draft: draftKey(draftNoun(candidateId), policy?.id ?? null),
		record: policy?.id,
		nameOf: ({ text }) => text,
		initial: policy ? policyVersion(policy) : NEW_POLICY,
		...(status !== undefined && { preset: { validationStatus: status } }),
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

interface TypedProps {
	readonly form: RecordForm<PolicyValues>
	readonly known: KnownNames
}

/** What is not neutral in the text as it is typed. */
const TypedNeutrality = ({ form, known }: TypedProps) => {
	const { text } = form.values
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

/** The reason to validate a statement that names someone; a server may have found names that are not known here. */
const Reason = ({ form, known }: TypedProps) => {
	const { bind, values, problems } = form
	const names = namedWords(values.text, known.names)
	const isRefused = problems.fields.validationStatus !== undefined
	const isAsked = values.validationStatus === 'VALIDATED' && names.length > 0
	if (!isAsked && !isRefused && values.overrideReason === '') return null
	return <OverrideReason names={names} bound={bind('overrideReason')} />
}

/** The form of a policy. */
export const PolicyDialog = (props: PolicyDialogProps) => {
	const { candidate, policy, onClose } = props
	const form = usePolicyForm(props)
	const known = useNames(candidate)
	const { values } = form
	const bind: typeof form.bind = (name) => {
		const bound = form.bind(name)
		if (policy === null || !FOLLOWING.has(name)) return bound
		return {
			...bound,
			onValue: (value) => form.change(withMeasures(values, { [name]: value }, policy.quote)),
		}
	}
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
			<TypedNeutrality form={form} known={known} />
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
			<Reason form={form} known={known} />
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

interface RemovePolicyProps extends RemovalHeard {
	readonly policy: ManagedPolicy
}

/** Asks before a policy is deleted. */
export const RemovePolicy = ({ policy, ...heard }: RemovePolicyProps) => {
	const { id, candidateId, text, etag } = policy
	const params = { id }
	return (
		<DeleteDialog
			{...heard}
			title={texts.removeTitle}
			record={{ id, name: text, etag }}
			consequences={async () => ({ ok: true, value: [text] })}
			remove={(options) => call(managePolicies.remove, { params }, options)}
			reread={() => readPolicy(id, candidateId)}
			restore={(options) => call(managePolicies.restore, { params }, options)}
			failed={texts.deleteFailed}
		/>
	)
}
