import type { ElectionFields, ManagedElection } from '#contract/manage-elections.ts'
import { dayIn } from '#domain/days.ts'
import { JURISDICTION_LABELS, placeNeeds } from '#domain/jurisdiction.ts'
import type { Jurisdiction } from '#domain/types.ts'
import { serverClock } from '#web/app/client.ts'
import { common } from '#web/texts/admin/common.ts'
import { elections as texts } from '#web/texts/admin/elections.ts'
import { dayText } from '#web/ui/dates.ts'
import type { Described } from '../forms/conflict-view.tsx'
import type { Version } from '../forms/use-record-form.ts'

/** An election as it stands in its form. */
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

/** The form of a new election: it is today, and for the whole country. */
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

/** An election as its form has it. */
export const electionVersion = (election: ManagedElection): Version<ElectionValues> => ({
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

/** The body to send: what the jurisdiction has no use for stays away, whatever was typed there before. */
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

/** An election in words, field by field. */
export const describeElection = (values: ElectionValues): readonly Described[] => [
	{ label: texts.fields.name, text: values.name },
	{ label: texts.fields.electionDate, text: dayText(values.electionDate) },
	{ label: texts.fields.jurisdiction, text: JURISDICTION_LABELS[values.jurisdiction] },
	{ label: texts.fields.state, text: values.state },
	{ label: texts.fields.county, text: values.county },
	{ label: texts.fields.city, text: values.city },
	{ label: texts.fields.zipCode, text: values.zipCode },
	{ label: texts.fields.active, text: values.active ? common.yes : common.no },
]
