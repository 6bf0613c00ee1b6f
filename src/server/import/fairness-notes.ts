import { inArray } from 'drizzle-orm'
import type { QuizPreview } from '#contract/manage-quizzes.ts'
import { CATEGORY_WEIGHT_DEFAULT } from '#domain/constants.ts'
import { isBeyondChance } from '#domain/fairness.ts'
import { statementWeight } from '#domain/weight-preview.ts'
import { candidates, categoryWeights } from '../db/schema.ts'
import type { Db } from '../db/types.ts'
import { groupBy } from '../grouping.ts'
import { validatedPolicies } from '../services/candidates/policies.ts'
import {
	type Contender,
	DEALT_MAX,
	hindranceOf,
	judgeFairness,
} from '../services/compare-quizzes/fairness.ts'
import { dayOf } from '../time-zone.ts'
import type { Planning } from './planning.ts'

/** So many statements that stand twice are told of one quiz. */
const DUPLICATES_TOLD = 20
/** A candidate may have hundreds of policies: those of so many are asked for at a time. */
const CANDIDATES_BATCH = 50
/** And the names of so many. */
const NAMES_BATCH = 500

type Policy = Contender['policies'][number]

/** The weights of the categories as they are. */
const weightsOf = async (tx: Db): Promise<(importance: number, category: string) => number> => {
	const rows = await tx.select().from(categoryWeights)
	const byCategory = new Map<string, number>(rows.map(({ category, weight }) => [category, weight]))
	return (importance, category) =>
		statementWeight(importance, byCategory.get(category) ?? CATEGORY_WEIGHT_DEFAULT)
}

/** What each candidate could be asked about once the import is written. */
const policiesAfter = async (
	tx: Db,
	{ writes, breathe }: Planning,
	candidateIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Policy[]>> => {
	const weigh = await weightsOf(tx)
	const written = new Set(writes.policies.map(({ after }) => after.id))
	const all: (Policy & { candidateId: string })[] = writes.policies.flatMap(({ after }) =>
		after.validationStatus === 'VALIDATED'
			? {
					candidateId: after.candidateId,
					text: after.text,
					weight: weigh(after.importance, after.category),
				}
			: [],
	)
	for (let at = 0; at < candidateIds.length; at += CANDIDATES_BATCH) {
		const there = await validatedPolicies(tx, candidateIds.slice(at, at + CANDIDATES_BATCH))
		for (const policy of there) if (!written.has(policy.id)) all.push(policy)
		await breathe()
	}
	return groupBy(all, ({ candidateId }) => candidateId)
}

/** What each candidate will be called; somebody whom only a quiz of the database names is looked up. */
const namesAfter = async (
	tx: Db,
	{ writes, existing, breathe }: Planning,
	candidateIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
	const names = new Map<string, string>()
	for (const { id, name } of existing.candidates.values()) names.set(id, name)
	for (const { after } of writes.candidates) names.set(after.id, after.name)
	const others = candidateIds.filter((id) => !names.has(id))
	for (let at = 0; at < others.length; at += NAMES_BATCH) {
		const rows = await tx
			.select({ id: candidates.id, name: candidates.name })
			.from(candidates)
			.where(inArray(candidates.id, others.slice(at, at + NAMES_BATCH)))
		for (const { id, name } of rows) names.set(id, name)
		await breathe()
	}
	return names
}

const repeatedNotes = (duplicates: QuizPreview['duplicates']): string[] => {
	const told = duplicates
		.slice(0, DUPLICATES_TOLD)
		.map(({ text, candidates: who }) => `stands more than once: “${text}” (${who.join(', ')})`)
	const more = duplicates.length - told.length
	return more > 0 ? [...told, `${more} more statements stand more than once`] : told
}

/** What somebody should think about before voters take a quiz; nothing where it is fair by all that can be told. */
const concernsOf = (
	judged: Omit<QuizPreview, 'problem' | 'concerns'>,
	hindrance: string | null,
): string[] => {
	const { candidates: people, voters, samplingError, policyCount, duplicates } = judged
	const few = people.filter(({ tooFew }) => tooFew).map(({ name }) => name)
	const odd = people.filter(
		({ firstPlaceShare }) =>
			firstPlaceShare !== null &&
			samplingError !== null &&
			isBeyondChance(firstPlaceShare, people.length, samplingError),
	)
	return [
		...(hindrance === null ? [] : [`voters could not take it: ${hindrance}`]),
		...(few.length === 0
			? []
			: [`fewer validated policies than others, who are held to their number: ${few.join(', ')}`]),
		...(odd.length === 0
			? []
			: [
					`first more or less often than chance explains, when voters answer at random: ${odd.map(({ name }) => name).join(', ')}`,
				]),
		...(policyCount > 0 && voters === 0 ? ['too much at a time to try it with random voters'] : []),
		...repeatedNotes(duplicates),
	]
}

/** Notes beside each quiz that becomes active what the preview of its fairness would say once the import is written. */
export const noteFairness = async (tx: Db, planning: Planning): Promise<void> => {
	const { opened, now, breathe } = planning
	if (opened.length === 0) return
	const ids = [...new Set(opened.flatMap(({ compared }) => compared))]
	const names = await namesAfter(tx, planning, ids)
	const policies = await policiesAfter(tx, planning, ids)
	const contendersOf = (compared: readonly string[]): Contender[] =>
		compared.map((id) => ({ id, name: names.get(id) ?? '', policies: policies.get(id) ?? [] }))
	// All of them together take no longer than one preview, and of many quizzes about the same people one is tried.
	const kinds = groupBy(opened, ({ quizType, compared }) => [quizType, ...compared].join())
	const most = Math.floor(DEALT_MAX / kinds.size)
	for (const alike of kinds.values()) {
		const [first] = alike
		if (first === undefined) continue
		const contenders = contendersOf(first.compared)
		const judged = await judgeFairness(contenders, first.quizType, most)
		const concerns = concernsOf(judged, hindranceOf(contenders, dayOf(now)))
		for (const { notes } of alike) notes.push(...concerns)
		await breathe()
	}
}
