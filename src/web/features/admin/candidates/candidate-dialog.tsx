import {
	CandidateFields,
	type ManagedCandidate,
	manageCandidates,
} from '#contract/manage-candidates.ts'
import { call } from '#web/app/client.ts'
import { candidates as texts } from '#web/texts/admin/candidates.ts'
import { useElectionNames } from '../elections/names.ts'
import { draftKey } from '../forms/drafts.ts'
import { TextInput } from '../forms/fields.tsx'
import { RecordDialog } from '../forms/record-dialog.tsx'
import { type RecordForm, useRecordForm } from '../forms/use-record-form.ts'
import {
	type CandidateValues,
	candidateVersion,
	describeCandidate,
	newCandidate,
} from './candidate-values.ts'
import { ElectionsInput } from './elections-input.tsx'
import { LogoInput, useLogo } from './logo-input.tsx'
import { readCandidate } from './read.ts'

/** What the drafts of candidates are called. */
export const CANDIDATE = 'candidate'

interface CandidateDialogProps {
	/** Null for a new one. */
	readonly candidate: ManagedCandidate | null
	/** The election that a new one stands in at first. */
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
		...(candidate && {
			reread: async () => {
				const now = await readCandidate(candidate.id)
				return now.ok ? { ok: true, value: candidateVersion(now.value) } : now
			},
		}),
	})

/** The form of a candidate. */
export const CandidateDialog = (props: CandidateDialogProps) => {
	const { candidate, onClose } = props
	const { form, logo } = useLogo(useCandidateForm(props))
	const { bind, values, conflict } = form
	const known = useElectionNames([...values.electionIds, ...(conflict?.values.electionIds ?? [])])
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
