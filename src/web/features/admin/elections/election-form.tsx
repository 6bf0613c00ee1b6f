import {
	ElectionFields,
	type ManagedElection,
	manageElections,
} from '#contract/manage-elections.ts'
import { JURISDICTION_LABELS, placeNeeds } from '#domain/jurisdiction.ts'
import { STATES } from '#domain/states.ts'
import { JURISDICTIONS } from '#domain/types.ts'
import { call, serverClock } from '#web/app/client.ts'
import { elections as texts } from '#web/texts/admin/elections.ts'
import { draftKey } from '../forms/drafts.ts'
import { CheckInput, SelectInput, TextInput } from '../forms/fields.tsx'
import { type RecordForm, useRecordForm } from '../forms/use-record-form.ts'
import {
	type ElectionValues,
	electionBody,
	electionVersion,
	newElection,
} from './election-values.ts'
import { readElection } from './read.ts'

/** What the drafts of elections are called. */
export const ELECTION = 'election'

/** The form of an election. @param election null for a new one. */
export const useElectionForm = (
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
		...(election && {
			reread: async () => {
				const now = await readElection(election.id)
				return now.ok ? { ok: true, value: electionVersion(now.value) } : now
			},
		}),
	})

const JURISDICTION_OPTIONS = JURISDICTIONS.map((value) => ({
	value,
	label: JURISDICTION_LABELS[value],
}))

/** The states to choose from; one that another server has by another name stays as it is. */
const stateOptions = (state: string) => [
	{ value: '', label: texts.chooseState },
	...[...STATES, ...(state === '' || STATES.some((name) => name === state) ? [] : [state])].map(
		(name) => ({ value: name, label: name }),
	),
]

/** The fields of an election: of its place those that its jurisdiction needs. */
export const ElectionInputs = ({ form }: { readonly form: RecordForm<ElectionValues> }) => {
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
