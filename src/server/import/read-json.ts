import * as v from 'valibot'
import {
	addCandidate,
	addElection,
	addPair,
	addPolicy,
	addQuiz,
	type CandidateDraft,
	checkRecord,
	type ElectionDraft,
	type Place,
	type Reading,
	refusalOf,
} from './drafts.ts'
import type { Located } from './locate-json.ts'

const list = v.optional(v.array(v.unknown(), 'must be a list'), [])

const ElectionFile = v.strictObject({
	about: v.optional(v.string('must be a text')),
	election: v.unknown(),
	quizzes: list,
	candidates: list,
	knowledgeTest: v.optional(v.unknown()),
})

export type At = (...path: (string | number)[]) => Place

export const placesIn =
	(file: string, { placeOf }: Pick<Located, 'placeOf'>): At =>
	(...path) => ({ file, path: path.join('.'), ...placeOf(path) })

const takeApart = (value: unknown): { fields: unknown; policies: unknown } => {
	if (typeof value !== 'object' || value === null) return { fields: value, policies: [] }
	const { policies = [], ...fields } = value as { policies?: unknown }
	return { fields, policies }
}

const readPolicies = async (
	reading: Reading,
	election: ElectionDraft,
	of: CandidateDraft,
	{ at, path, policies }: { at: At; path: (string | number)[]; policies: unknown },
): Promise<void> => {
	if (!Array.isArray(policies)) {
		reading.refused.push(refusalOf(of, 'candidate', 'must be a list', 'policies'))
		return
	}
	for (const [index, policy] of policies.entries()) {
		const place = at(...path, index)
		if (!reading.take(place, 'policy')) return
		addPolicy(reading, election, policy, { of, place })
		await reading.breathe()
	}
}

export const readElectionFile = async (
	reading: Reading,
	file: string,
	located: Located,
): Promise<void> => {
	const at = placesIn(file, located)
	const form = { schema: ElectionFile, table: 'file' } as const
	const { value: content } = checkRecord(reading, form, located.value, at())
	if (content === null || !reading.take(at('election'), 'election')) return
	const election = addElection(reading, content.election, at('election'))
	for (const [index, value] of content.candidates.entries()) {
		const place = at('candidates', index)
		if (!reading.take(place, 'candidate')) return
		const { fields, policies } = takeApart(value)
		const candidate = addCandidate(reading, election, fields, place)
		const path = ['candidates', index, 'policies']
		await readPolicies(reading, election, candidate, { at, path, policies })
	}
	for (const [index, value] of content.quizzes.entries()) {
		const place = at('quizzes', index)
		if (!reading.take(place, 'quiz')) return
		addQuiz(reading, election, value, place)
	}
	if (content.knowledgeTest !== undefined) {
		addPair(reading, election, content.knowledgeTest, at('knowledgeTest'))
	}
}
