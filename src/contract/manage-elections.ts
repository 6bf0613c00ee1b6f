import * as v from 'valibot'
import { placeProblems } from '#domain/jurisdiction.ts'
import { JURISDICTIONS, type Jurisdiction } from '#domain/types.ts'
import { Election } from './elections.ts'
import { endpoint } from './endpoint.ts'
import { Count, idParams } from './fields.ts'
import { Etag, optionalText, requiredDay, requiredText } from './manage-fields.ts'
import { pageOf, pageQuery, searchTerm } from './paging.ts'

/** Whether a list shows what is active, what is not, or (left out) both. */
const activeFilter = v.optional(v.picklist(['true', 'false'], 'must be true or false'))

const isJurisdiction = (value: unknown): value is Jurisdiction =>
	JURISDICTIONS.some((jurisdiction) => jurisdiction === value)

/** An election as it is typed. Everything that is missing is told at once, what the jurisdiction needs included. */
export const ElectionFields = v.pipe(
	v.object({
		name: requiredText('Election name'),
		electionDate: requiredDay('Election date'),
		jurisdiction: v.picklist(JURISDICTIONS, 'Jurisdiction is required'),
		state: optionalText('State'),
		county: optionalText('County'),
		city: optionalText('City'),
		zipCode: optionalText('ZIP code', 20),
		active: v.optional(v.boolean('must be true or false'), true),
	}),
	v.rawCheck(({ dataset, addIssue }) => {
		const value = dataset.value as Partial<ElectionFields> | null
		if (!isJurisdiction(value?.jurisdiction)) return
		for (const { path: key, message } of placeProblems(value.jurisdiction, value)) {
			const input = value as Record<string, unknown>
			const item = { type: 'object', origin: 'value', input, key, value: input[key] } as const
			addIssue({ message, path: [item] })
		}
	}),
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
