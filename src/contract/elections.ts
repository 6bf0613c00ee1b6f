import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Day, Id, idParams, JurisdictionName, OptionalText, ServerTimeZone } from './fields.ts'

export const Election = v.object({
	id: Id,
	name: v.string(),
	electionDate: Day,
	jurisdiction: JurisdictionName,
	state: OptionalText,
	county: OptionalText,
	city: OptionalText,
	zipCode: OptionalText,
	active: v.nullish(v.boolean(), true),
	timeZone: ServerTimeZone,
})
export type Election = v.InferOutput<typeof Election>

const term = v.optional(
	v.pipe(v.string(), v.trim(), v.maxLength(200, 'must be at most 200 characters')),
)

export const elections = {
	active: endpoint({
		method: 'GET',
		path: '/elections/active',
		access: 'user',
		summary: 'List the active elections.',
		reply: v.array(Election),
	}),
	search: endpoint({
		method: 'GET',
		path: '/elections/search',
		access: 'user',
		summary: 'Search elections. Each given field must contain its search term.',
		query: v.object({ zipCode: term, state: term, county: term, city: term, name: term }),
		reply: v.array(Election),
	}),
	get: endpoint({
		method: 'GET',
		path: '/elections/:id',
		access: 'user',
		summary: 'Get an election.',
		params: idParams('id'),
		reply: Election,
	}),
	list: endpoint({
		method: 'GET',
		path: '/elections',
		access: 'user',
		summary: 'List all elections, latest election day first.',
		reply: v.array(Election),
	}),
} as const
