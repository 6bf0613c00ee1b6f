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

/** Whether a list shows what is active, what is not, or (left out) both. */
const activeFilter = v.optional(v.picklist(['true', 'false'], 'must be true or false'))

/** What is looked at of an election for a field of its place; whatever is wrong with the rest. */
type Typed = Pick<v.InferOutput<typeof Entries>, 'jurisdiction'> & Place
type PlaceField = keyof Place

/** Looks at that field alone: at this moment the others may be anything. */
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

/** An election as it is typed. Everything that is missing is told at once, what the jurisdiction needs included. */
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

/** An election as administrators see it. */
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
		summary: 'The elections, newest election day first, page by page.',
		query: pageQuery({ search: searchTerm, active: activeFilter }),
		reply: pageOf(ManagedElection),
	}),
	get: endpoint({
		method: 'GET',
		path: '/admin/elections/:id',
		access: 'admin',
		summary: 'One election, with its version.',
		params,
		reply: ManagedElection,
	}),
	create: endpoint({
		method: 'POST',
		path: '/elections',
		access: 'admin',
		summary: 'Make an election.',
		body: ElectionFields,
		reply: ManagedElection,
		status: 201,
		idempotent: true,
	}),
	update: endpoint({
		method: 'PUT',
		path: '/elections/:id',
		access: 'admin',
		summary: 'Change an election.',
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
		summary: 'What goes with an election when it is deleted, and what loses it.',
		params,
		reply: v.object({
			/** Its quizzes, which are deleted with it; a hundred names at most. */
			quizzes: v.object({ count: Count, names: v.array(v.string()) }),
			/** Candidates who stand in it; they stay. */
			candidates: v.object({ count: Count, names: v.array(v.string()) }),
			/** How many of them stand nowhere else. */
			onlyHere: Count,
			/** Attempts of voters under way: they can be finished, but not begun anew. */
			openAttempts: Count,
		}),
	}),
	remove: endpoint({
		method: 'DELETE',
		path: '/elections/:id',
		access: 'admin',
		summary: 'Delete an election with its quizzes; for 30 days it can be restored.',
		params,
		reply: v.unknown(),
		idempotent: true,
		conditional: true,
	}),
	restore: endpoint({
		method: 'POST',
		path: '/admin/elections/:id/restore',
		access: 'admin',
		summary: 'Take back the deletion of an election, with what was deleted with it.',
		params,
		reply: v.unknown(),
		idempotent: true,
	}),
} as const
