import {
	CandidateFields,
	type ManagedCandidate,
	manageCandidates,
} from '#contract/admin/candidates.ts'
import { mapOk, type Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { call } from '#web/app/api.ts'
import { capabilities } from '#web/app/capabilities.ts'
import { candidates as texts } from '#web/texts/en/admin/candidates.ts'
import { common } from '#web/texts/en/admin/common.ts'
import {
	ElectionPicker,
	rememberElection,
	useElectionNames,
} from '../elections/election-picker.tsx'
import type { Described } from '../kit/conflict.tsx'
import { DeleteDialog, type RemovalHeard } from '../kit/delete-dialog.tsx'
import { draftKey } from '../kit/drafts.tsx'
import { namesText } from '../kit/errors.ts'
import { TextInput } from '../kit/fields.tsx'
import { RecordDialog } from '../kit/record-form.tsx'
import { type Bound, type RecordForm, useRecordForm, type Version } from '../kit/use-record-form.ts'
import { electionsOf, readCandidate } from './api.ts'
import { LogoInput, useLogo } from './logo-input.tsx'

const electionTexts = texts.elections

/** Values of the text inputs: every field, because saving clears a field that the form lacks. */
export type CandidateTexts = Readonly<
	Record<Exclude<keyof CandidateFields, 'electionId' | 'electionIds'>, string>
>

export interface CandidateValues extends CandidateTexts {
	readonly electionIds: readonly string[]
}

const newCandidate = (electionId: string | undefined): Version<CandidateValues> => ({
	etag: undefined,
	values: {
		name: '',
		website: '',
		party: '',
		logo: '',
		electionIds: electionId === undefined ? [] : [electionId],
	},
})

const candidateVersion = (candidate: ManagedCandidate): Version<CandidateValues> => ({
	etag: candidate.etag,
	values: {
		name: candidate.name,
		website: candidate.website ?? '',
		party: candidate.party ?? '',
		logo: candidate.logo ?? '',
		electionIds: electionsOf(candidate),
	},
})

const describeCandidate =
	(nameOf: (electionId: string) => string) =>
	(values: CandidateValues): readonly Described[] => [
		{ label: texts.fields.name, text: values.name },
		{ label: texts.fields.website, text: values.website },
		{ label: texts.fields.party, text: values.party },
		{ label: texts.fields.logo, text: values.logo },
		{ label: texts.fields.elections, text: values.electionIds.map(nameOf).join(', ') },
	]

interface ElectionsInputProps {
	readonly bound: Bound<readonly string[]>
	readonly nameOf: (electionId: string) => string
}

const ElectionsInput = ({ bound, nameOf }: ElectionsInputProps) => {
	const { value: ids, error, onValue } = bound
	return (
		<fieldset>
			<legend className="mb-1.5 font-medium">{texts.fields.elections}</legend>
			<ul className="mb-3 grid gap-2 empty:hidden">
				{ids.map((id, index) => (
					<li
						key={id}
						className="flex flex-wrap items-center gap-x-2 rounded-field border border-base-300 py-1 ps-4 pe-1"
					>
						<span className="min-w-0 flex-1 basis-40 wrap-anywhere">{nameOf(id)}</span>
						{index === 0 ? (
							<span className="badge badge-outline me-2">{electionTexts.primary}</span>
						) : (
							<button
								type="button"
								className="btn btn-ghost"
								aria-label={common.of(electionTexts.makePrimary, nameOf(id))}
								onClick={() => onValue([id, ...ids.filter((other) => other !== id)])}
							>
								{electionTexts.makePrimary}
							</button>
						)}
						<button
							type="button"
							className="btn btn-ghost"
							aria-label={common.of(electionTexts.remove, nameOf(id))}
							onClick={() => onValue(ids.filter((other) => other !== id))}
						>
							{electionTexts.remove}
						</button>
					</li>
				))}
			</ul>
			<ElectionPicker
				label={electionTexts.add}
				placeholder={electionTexts.addHint}
				failed={texts.electionsFailed}
				error={error}
				onPick={(election) => {
					rememberElection(election)
					onValue([...new Set([...ids, election.id])])
				}}
			/>
		</fieldset>
	)
}

export const CANDIDATE = 'candidate'

interface CandidateDialogProps {
	readonly candidate: ManagedCandidate | null
	readonly electionId: string | undefined
	readonly onSaved: (saved: ManagedCandidate) => void
	readonly onClose: () => void
}

const useCandidateForm = ({
	candidate,
	electionId,
	onSaved,
}: CandidateDialogProps): RecordForm<CandidateValues> =>
	useRecordForm({
		draft: draftKey(CANDIDATE, candidate?.id ?? null),
		record: candidate?.id,
		nameOf: ({ name }) => name,
		initial: candidate ? candidateVersion(candidate) : newCandidate(electionId),
		schema: CandidateFields,
		failed: candidate ? texts.updateFailed : texts.createFailed,
		onSaved,
		send: (body, options) =>
			candidate
				? call(manageCandidates.update, { params: { id: candidate.id }, body }, options)
				: call(manageCandidates.create, { body }, options),
		reread: candidate && (async () => mapOk(await readCandidate(candidate.id), candidateVersion)),
	})

export const CandidateDialog = (props: CandidateDialogProps) => {
	const { candidate, onClose } = props
	const { form, logo } = useLogo(useCandidateForm(props))
	const { bind, values, conflict } = form
	const known = useElectionNames([
		...values.electionIds,
		...(conflict?.theirs.values.electionIds ?? []),
	])
	const nameOf = (id: string): string => known(id) ?? texts.unknownElection
	return (
		<RecordDialog
			title={candidate ? texts.editTitle(candidate.name) : texts.createTitle}
			form={form}
			describe={describeCandidate(nameOf)}
			onClose={onClose}
		>
			<TextInput label={texts.fields.name} bound={bind('name')} />
			<div className="grid gap-4 sm:grid-cols-2">
				<TextInput
					label={texts.fields.website}
					type="url"
					hint={texts.websiteHint}
					bound={bind('website')}
				/>
				<TextInput label={texts.fields.party} optional bound={bind('party')} />
			</div>
			<LogoInput {...logo} />
			<ElectionsInput bound={bind('electionIds')} nameOf={nameOf} />
		</RecordDialog>
	)
}

const consequencesOf = async (id: string): Promise<Result<readonly string[], Failure>> => {
	if (!capabilities.has('consequences')) return { ok: true, value: [] }
	const reply = await call(manageCandidates.consequences, { params: { id } })
	const say = texts.consequences
	return mapOk(reply, ({ policies, quizzes, invalidQuizzes, testConfigurations }) => [
		policies === 0 ? say.noPolicies : say.policies(policies),
		...(quizzes.count > 0 ? [say.quizzes(quizzes.count, namesText(quizzes))] : []),
		...(invalidQuizzes > 0 ? [say.invalidQuizzes(invalidQuizzes)] : []),
		...(testConfigurations > 0 ? [say.testConfigurations(testConfigurations)] : []),
	])
}

interface RemoveCandidateProps extends RemovalHeard {
	readonly candidate: ManagedCandidate
}

export const RemoveCandidate = ({ candidate, ...heard }: RemoveCandidateProps) => {
	const { id, name } = candidate
	const params = { id }
	const known = useElectionNames(electionsOf(candidate))
	return (
		<DeleteDialog
			{...heard}
			title={texts.removeTitle(name)}
			name={name}
			record={candidate}
			describe={(version) =>
				describeCandidate((id) => known(id) ?? texts.unknownElection)(
					candidateVersion(version).values,
				)
			}
			consequences={() => consequencesOf(id)}
			remove={(options) => call(manageCandidates.remove, { params }, options)}
			reread={() => readCandidate(id)}
			restore={(options) => call(manageCandidates.restore, { params }, options)}
			failed={texts.deleteFailed}
		/>
	)
}
