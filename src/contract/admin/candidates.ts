import * as v from 'valibot'
import { LOGO_MAX_BYTES } from '#domain/limits.ts'
import { Candidate, withBothElections } from '../candidates.ts'
import { endpoint } from '../endpoint.ts'
import { BodyId, Count, idParams, RequestId, RequestIds } from '../fields.ts'
import {
	Etag,
	optionalLogo,
	optionalText,
	pageOf,
	pageQuery,
	requiredAddress,
	requiredText,
	searchTerm,
} from './fields.ts'

const BASE64 = /^(?:[\da-z+/]{4})*(?:[\da-z+/]{2}==|[\da-z+/]{3}=)?$/i

/**
 * Form fields of a candidate. Derives `electionId` and `electionIds` from each other; the first of `electionIds` is the
 * primary election.
 */
export const CandidateFields = v.pipe(
	v.object({
		name: requiredText('Name'),
		website: requiredAddress('Website'),
		logo: optionalLogo,
		party: optionalText('Party'),
		electionId: v.nullish(BodyId, null),
		electionIds: v.nullish(RequestIds),
	}),
	v.transform(({ electionId, electionIds, ...rest }) => {
		const ids = [...new Set([...(electionId === null ? [] : [electionId]), ...(electionIds ?? [])])]
		return { ...rest, electionId: ids[0] ?? null, electionIds: ids }
	}),
)
export type CandidateFields = v.InferOutput<typeof CandidateFields>

export const ManagedCandidate = v.pipe(
	v.object({
		...Candidate.entries,
		etag: Etag,
		policyCount: v.nullish(Count, null),
		validatedCount: v.nullish(Count, null),
	}),
	v.transform(withBothElections),
)
export type ManagedCandidate = v.InferOutput<typeof ManagedCandidate>

const params = idParams('id')

export const manageCandidates = {
	page: endpoint({
		method: 'GET',
		path: '/admin/candidates',
		access: 'admin',
		summary: 'Page through the candidates by name, optionally of one election.',
		query: pageQuery({ search: searchTerm, electionId: v.optional(RequestId) }),
		reply: pageOf(ManagedCandidate),
	}),
	list: endpoint({
		method: 'GET',
		path: '/candidates',
		access: 'user',
		summary: 'List all candidates by name.',
		reply: v.array(ManagedCandidate),
	}),
	get: endpoint({
		method: 'GET',
		path: '/admin/candidates/:id',
		access: 'admin',
		summary: 'Get a candidate with its etag.',
		params,
		reply: ManagedCandidate,
	}),
	create: endpoint({
		method: 'POST',
		path: '/candidates',
		access: 'admin',
		summary: 'Create a candidate.',
		body: CandidateFields,
		reply: ManagedCandidate,
		status: 201,
		idempotent: true,
	}),
	update: endpoint({
		method: 'PUT',
		path: '/candidates/:id',
		access: 'admin',
		summary: 'Update a candidate, including their elections.',
		params,
		body: CandidateFields,
		reply: ManagedCandidate,
		idempotent: true,
		conditional: true,
	}),
	consequences: endpoint({
		method: 'GET',
		path: '/admin/candidates/:id/consequences',
		access: 'admin',
		summary: 'Count the records that deleting a candidate would affect.',
		params,
		reply: v.object({
			policies: Count,
			/** Quizzes that lose the candidate but stay; at most 100 names. */
			quizzes: v.object({ count: Count, names: v.array(v.string()) }),
			invalidQuizzes: Count,
			/** Pairs of the knowledge test that become inactive. */
			testConfigurations: Count,
		}),
	}),
	remove: endpoint({
		method: 'DELETE',
		path: '/candidates/:id',
		access: 'admin',
		summary: 'Delete a candidate and their policies. They can be restored for 30 days.',
		params,
		reply: v.unknown(),
		idempotent: true,
		conditional: true,
	}),
	restore: endpoint({
		method: 'POST',
		path: '/admin/candidates/:id/restore',
		access: 'admin',
		summary: 'Restore a deleted candidate and the records deleted with them.',
		params,
		reply: v.unknown(),
		idempotent: true,
	}),
	uploadLogo: endpoint({
		method: 'POST',
		path: '/admin/logos',
		access: 'admin',
		summary: `Upload a picture (PNG, JPEG, WebP, GIF, AVIF; at most ${LOGO_MAX_BYTES} bytes). Stores it re-encoded and returns its path.`,
		body: v.object({
			image: v.pipe(
				v.string('Image is required: choose a picture'),
				v.regex(BASE64, 'Image must be in base64'),
			),
		}),
		reply: v.object({ logo: v.string() }),
		status: 201,
		idempotent: true,
		// Base64 adds a third; the rest is for the JSON around it.
		maxBytes: Math.ceil((LOGO_MAX_BYTES * 4) / 3) + 1024,
	}),
} as const
