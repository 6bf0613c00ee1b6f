import * as v from 'valibot'
import { knownState, type Place, placeProblems } from '#domain/jurisdiction.ts'
import { JURISDICTIONS } from '#domain/types.ts'
import { Election } from '../elections.ts'
import { endpoint } from '../endpoint.ts'
import { Count, idParams } from '../fields.ts'
import {
	Etag,
	optionalText,
	pageOf,
	pageQuery,
	requiredDay,
	requiredText,
	searchTerm,
} from './fields.ts'

/** Omitted: both active and inactive. */
const activeFilter = v.optional(v.picklist(['true', 'false'], 'must be true or false'))

type Typed = Pick<v.InferOutput<typeof Entries>, 'jurisdiction'> & Place
type PlaceField = keyof Place

// Validates this field alone, because the others may still have any type.
const problemOf = (typed: Typed, field: PlaceField): string | undefined =>
	placeProblems(typed.jurisdiction, { [field]: typed[field] }).find(({ path }) => path === field)
		?.message

const Entries = v.object({
	name: requiredText('Election name'),
	electionDate: requiredDay('Election date'),
	jurisdiction: v.picklist(JURISDICTIONS, 'Jurisdiction is required'),
	state: v.pipe(
		optionalText('State'),
		v.transform((state) => (state && knownState(state)) ?? state),
	),
	county: optionalText('County'),
	city: optionalText('City'),
	zipCode: optionalText('ZIP code', 20),
	active: v.optional(v.boolean('Active must be true or false'), true),
})

const isThere = (field: PlaceField) => (typed: Typed) => problemOf(typed, field) === undefined
const missing =
	(field: PlaceField) =>
	({ input }: { readonly input: Typed }) =>
		problemOf(input, field) ?? ''

/** Form fields of an election. Reports all errors at once, including place fields that the jurisdiction requires. */
export const ElectionFields = v.pipe(
	Entries,
	v.forward(v.partialCheck([['jurisdiction'], ['city']], isThere('city'), missing('city')), [
		'city',
	]),
	v.forward(v.partialCheck([['jurisdiction'], ['state']], isThere('state'), missing('state')), [
		'state',
	]),
	v.forward(v.partialCheck([['jurisdiction'], ['county']], isThere('county'), missing('county')), [
		'county',
	]),
	v.forward(
		v.partialCheck([['jurisdiction'], ['zipCode']], isThere('zipCode'), missing('zipCode')),
		['zipCode'],
	),
)
export type ElectionFields = v.InferOutput<typeof ElectionFields>

export const ManagedElection = v.object({
	...Election.entries,
	etag: Etag,
	candidateCount: v.nullish(Count, null),
	quizCount: v.nullish(Count, null),
})
export type ManagedElection = v.InferOutput<typeof ManagedElection>

const params = idParams('id')

export const manageElections = {
	page: endpoint({
		method: 'GET',
		path: '/admin/elections',
		access: 'admin',
		summary: 'Page through the elections, latest election day first.',
		query: pageQuery({ search: searchTerm, active: activeFilter }),
		reply: pageOf(ManagedElection),
	}),
	get: endpoint({
		method: 'GET',
		path: '/admin/elections/:id',
		access: 'admin',
		summary: 'Get an election with its etag.',
		params,
		reply: ManagedElection,
	}),
	create: endpoint({
		method: 'POST',
		path: '/elections',
		access: 'admin',
		summary: 'Create an election.',
		body: ElectionFields,
		reply: ManagedElection,
		status: 201,
		idempotent: true,
	}),
	update: endpoint({
		method: 'PUT',
		path: '/elections/:id',
		access: 'admin',
		summary: 'Update an election.',
		params,
		body: ElectionFields,
		reply: ManagedElection,
		idempotent: true,
		conditional: true,
	}),
	consequences: endpoint({
		method: 'GET',
		path: '/admin/elections/:id/consequences',
		access: 'admin',
		summary: 'Count the records that deleting an election would affect.',
		params,
		reply: v.object({
			quizzes: v.object({ count: Count, names: v.array(v.string()) }),
			/** Candidates of the election; they are not deleted. */
			candidates: v.object({ count: Count, names: v.array(v.string()) }),
			onlyHere: Count,
			/** Attempts in progress: voters can finish but not restart them. */
			openAttempts: Count,
		}),
	}),
	remove: endpoint({
		method: 'DELETE',
		path: '/elections/:id',
		access: 'admin',
		summary: 'Delete an election and its quizzes. It can be restored for 30 days.',
		params,
		reply: v.unknown(),
		idempotent: true,
		conditional: true,
	}),
	restore: endpoint({
		method: 'POST',
		path: '/admin/elections/:id/restore',
		access: 'admin',
		summary: 'Restore a deleted election and the records deleted with it.',
		params,
		reply: v.unknown(),
		idempotent: true,
	}),
} as const
