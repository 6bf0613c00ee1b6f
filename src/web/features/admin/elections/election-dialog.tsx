import { useState } from 'react'
import { ElectionFields, type ManagedElection, manageElections } from '#contract/admin/elections.ts'
import { dayIn } from '#domain/days.ts'
import { JURISDICTION_LABELS, placeNeeds, STATES } from '#domain/jurisdiction.ts'
import { JURISDICTIONS, type Jurisdiction, mapOk, type Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { call, serverClock } from '#web/app/api.ts'
import { capabilities } from '#web/app/capabilities.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { elections as texts } from '#web/texts/en/admin/elections.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { dayText } from '#web/ui/format.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import type { Described } from '../kit/conflict.tsx'
import { DeleteDialog, type RemovalHeard } from '../kit/delete-dialog.tsx'
import { draftKey, dropDraft } from '../kit/drafts.tsx'
import { namesText } from '../kit/errors.ts'
import { CheckInput, SelectInput, TextInput } from '../kit/fields.tsx'
import { LeaveQuestion, useLeaveGuard } from '../kit/leave-guard.tsx'
import { CloseButton } from '../kit/page.tsx'
import { RecordDialog, RecordFormView, WIDE } from '../kit/record-form.tsx'
import { type RecordForm, useRecordForm, type Version } from '../kit/use-record-form.ts'
import { readElection } from './api.ts'
import { type Adding, QUICK_ADD, StandingPanel } from './election-candidates.tsx'

export interface ElectionValues {
	readonly name: string
	readonly electionDate: string
	readonly jurisdiction: Jurisdiction
	readonly state: string
	readonly county: string
	readonly city: string
	readonly zipCode: string
	readonly active: boolean
}

export const newElection = (): Version<ElectionValues> => ({
	etag: undefined,
	values: {
		name: '',
		electionDate: serverClock.today() ?? dayIn(null, serverClock.now()),
		jurisdiction: 'FEDERAL',
		state: '',
		county: '',
		city: '',
		zipCode: '',
		active: true,
	},
})

const electionVersion = (election: ManagedElection): Version<ElectionValues> => ({
	etag: election.etag,
	values: {
		name: election.name,
		electionDate: election.electionDate,
		jurisdiction: election.jurisdiction,
		state: election.state ?? '',
		county: election.county ?? '',
		city: election.city ?? '',
		zipCode: election.zipCode ?? '',
		active: election.active ?? true,
	},
})

export const electionBody = (fields: ElectionFields): ElectionFields => {
	const needs = placeNeeds(fields.jurisdiction)
	const kept = (name: (typeof needs)[number]): string | null =>
		needs.includes(name) ? fields[name] : null
	return {
		...fields,
		state: kept('state'),
		county: kept('county'),
		city: kept('city'),
		zipCode: kept('zipCode'),
	}
}

const describeElection = (values: ElectionValues): readonly Described[] => [
	{ label: texts.fields.name, text: values.name },
	{ label: texts.fields.electionDate, text: dayText(values.electionDate) },
	{ label: texts.fields.jurisdiction, text: JURISDICTION_LABELS[values.jurisdiction] },
	{ label: texts.fields.state, text: values.state },
	{ label: texts.fields.county, text: values.county },
	{ label: texts.fields.city, text: values.city },
	{ label: texts.fields.zipCode, text: values.zipCode },
	{ label: texts.fields.active, text: values.active ? common.yes : common.no },
]

export const ELECTION = 'election'

const useElectionForm = (
	election: ManagedElection | null,
	onSaved: (saved: ManagedElection) => void,
): RecordForm<ElectionValues> =>
	useRecordForm({
		draft: draftKey(ELECTION, election?.id ?? null),
		record: election?.id,
		nameOf: ({ name }) => name,
		initial: election ? electionVersion(election) : newElection(),
		schema: ElectionFields,
		failed: election ? texts.updateFailed : texts.createFailed,
		onSaved,
		send: (fields, options) => {
			const body = electionBody(fields)
			return election
				? call(manageElections.update, { params: { id: election.id }, body }, options)
				: call(manageElections.create, { body }, options)
		},
		reread: election && (async () => mapOk(await readElection(election.id), electionVersion)),
	})

const JURISDICTION_OPTIONS = JURISDICTIONS.map((value) => ({
	value,
	label: JURISDICTION_LABELS[value],
}))

/** Options of the state select. Keeps an unknown state from another server. */
const stateOptions = (state: string) => [
	{ value: '', label: texts.chooseState },
	...[...STATES, ...(state === '' || STATES.some((name) => name === state) ? [] : [state])].map(
		(name) => ({ value: name, label: name }),
	),
]

const ElectionInputs = ({ form }: { readonly form: RecordForm<ElectionValues> }) => {
	const { bind, values } = form
	const needs = placeNeeds(values.jurisdiction)
	return (
		<>
			<TextInput label={texts.fields.name} bound={bind('name')} />
			<div className="grid gap-4 sm:grid-cols-2">
				<TextInput
					label={texts.fields.electionDate}
					type="date"
					hint={texts.dateHint(serverClock.timeZone())}
					bound={bind('electionDate')}
				/>
				<SelectInput
					label={texts.fields.jurisdiction}
					bound={bind('jurisdiction')}
					options={JURISDICTION_OPTIONS}
				/>
				{needs.includes('state') && (
					<SelectInput
						label={texts.fields.state}
						bound={bind('state')}
						options={stateOptions(values.state)}
					/>
				)}
				{needs.includes('county') && (
					<TextInput label={texts.fields.county} bound={bind('county')} />
				)}
				{needs.includes('city') && <TextInput label={texts.fields.city} bound={bind('city')} />}
				{needs.includes('zipCode') && (
					<TextInput label={texts.fields.zipCode} bound={bind('zipCode')} />
				)}
			</div>
			<CheckInput label={texts.fields.active} hint={texts.activeHint} bound={bind('active')} />
		</>
	)
}

interface NewElectionProps {
	readonly onSaved: (saved: ManagedElection) => void
	readonly onClose: () => void
}

export const NewElection = ({ onSaved, onClose }: NewElectionProps) => {
	const form = useElectionForm(null, onSaved)
	return (
		<RecordDialog
			title={texts.createTitle}
			form={form}
			describe={describeElection}
			together
			onClose={onClose}
		>
			<ElectionInputs form={form} />
		</RecordDialog>
	)
}

const NOTHING_ADDED: Adding = { dirty: false, busy: false }

export type ElectionTab = 'details' | 'candidates'

interface EditElectionProps extends NewElectionProps {
	readonly election: ManagedElection
	readonly tab: ElectionTab
	readonly onCount: (by: number) => void
}

export const EditElection = (props: EditElectionProps) => {
	const { election, onSaved, onCount, onClose } = props
	const [tab, setTab] = useState(props.tab)
	const [adding, setAdding] = useState(NOTHING_ADDED)
	const form = useElectionForm(election, onSaved)
	const leaving = { dirty: form.dirty || adding.dirty, busy: form.busy || adding.busy }
	const guard = useLeaveGuard(leaving, onClose, () => {
		form.discard()
		dropDraft(draftKey(QUICK_ADD, election.id))
	})
	const details = (
		<RecordFormView form={form} describe={describeElection} together onCancel={guard.close}>
			<ElectionInputs form={form} />
		</RecordFormView>
	)
	const standing = <StandingPanel election={election} onCount={onCount} onAdding={setAdding} />
	return (
		<Dialog title={texts.editTitle(election.name)} onClose={guard.close} className={WIDE}>
			<CloseButton onClose={guard.close} />
			<Tabs
				label={texts.tabsLabel}
				open={tab}
				onOpen={setTab}
				tabs={[
					{ name: 'details', label: texts.tabs.details, content: details },
					{ name: 'candidates', label: texts.tabs.candidates, content: standing },
				]}
			/>
			<LeaveQuestion guard={guard} />
		</Dialog>
	)
}

const consequencesOf = async (id: string): Promise<Result<readonly string[], Failure>> => {
	if (!capabilities.has('consequences')) return { ok: true, value: [] }
	const reply = await call(manageElections.consequences, { params: { id } })
	const say = texts.consequences
	return mapOk(reply, ({ quizzes, candidates, onlyHere, openAttempts }) => [
		quizzes.count === 0 ? say.noQuizzes : say.quizzes(quizzes.count, namesText(quizzes)),
		...(candidates.count > 0 ? [say.candidates(candidates.count, namesText(candidates))] : []),
		...(onlyHere > 0 ? [say.onlyHere(onlyHere)] : []),
		...(openAttempts > 0 ? [say.openAttempts(openAttempts)] : []),
	])
}

interface RemoveElectionProps extends RemovalHeard {
	readonly election: ManagedElection
}

export const RemoveElection = ({ election, ...heard }: RemoveElectionProps) => {
	const { id, name } = election
	const params = { id }
	return (
		<DeleteDialog
			{...heard}
			title={texts.removeTitle(name)}
			name={name}
			record={election}
			describe={(version) => describeElection(electionVersion(version).values)}
			consequences={() => consequencesOf(id)}
			remove={(options) => call(manageElections.remove, { params }, options)}
			reread={() => readElection(id)}
			restore={(options) => call(manageElections.restore, { params }, options)}
			failed={texts.deleteFailed}
		/>
	)
}
