import { inArray } from 'drizzle-orm'
import type { QuizPreview } from '#contract/admin/quizzes.ts'
import { isBeyondChance, statementWeight } from '#domain/fairness.ts'
import { CATEGORY_WEIGHT_DEFAULT, COMPARE_MIN_CANDIDATES } from '#domain/limits.ts'
import type { Positions } from '#domain/types.ts'
import type { Db } from '../db/open.ts'
import { candidates, categoryWeights } from '../db/schema.ts'
import { validatedPolicies } from '../services/candidates/read.ts'
import type { Contender } from '../services/compare-quizzes/content.ts'
import { DEALT_MAX, hindranceOf, judgeFairness } from '../services/compare-quizzes/fairness.ts'
import { newQuiz, type QuizRow } from '../services/compare-quizzes/row.ts'
import { dayOf, groupBy } from '../util.ts'
import type { ElectionDraft, PairDraft, QuizDraft } from './drafts.ts'
import type { People, PlannedElection } from './plan-elections.ts'
import {
	type Opened,
	type Outcome,
	type PlanContext,
	refuse,
	reportOutcome,
	settle,
} from './planning.ts'

const resolve = (
	planning: PlanContext,
	{ outcome, people, table }: { outcome: Outcome; people: People; table: 'quiz' | 'knowledgeTest' },
	references: readonly (readonly [field: string, reference: string])[],
): string[] | null => {
	const ids = references.map(([field, reference]) => {
		const person = people.find(reference)
		if (typeof person !== 'string') return person.id
		const reason = table === 'quiz' ? `${reference} ${person}` : person
		refuse(planning, table, outcome, { reason, field })
		return null
	})
	return ids.includes(null) ? null : [...new Set(ids.flatMap((id) => id ?? []))]
}

const compare = (
	{ existing, writes }: PlanContext,
	quizId: string,
	ids: readonly string[],
): boolean => {
	const before = existing.compared.get(quizId) ?? []
	const more = ids.filter((id) => !before.includes(id))
	const fewer = before.filter((id) => !ids.includes(id))
	for (const candidateId of more) writes.compared.push({ compareQuizId: quizId, candidateId })
	for (const candidateId of fewer) writes.uncompared.push({ compareQuizId: quizId, candidateId })
	return more.length + fewer.length > 0
}

const problemsOf = ({ startDate, endDate }: QuizRow, compared: number) => [
	...(startDate !== null && endDate !== null && startDate > endDate
		? [{ field: 'endDate', reason: 'End date must be after start date' }]
		: []),
	...(compared < COMPARE_MIN_CANDIDATES
		? [{ field: 'candidates', reason: 'At least 2 candidates are required for comparison' }]
		: []),
]

const sameQuiz = (
	{ existing }: PlanContext,
	{ value }: QuizDraft,
	electionId: string,
): QuizRow | undefined =>
	[...existing.quizzes.values()].find(
		(row) => row.electionId === electionId && row.deletedAt === null && row.name === value?.name,
	)

const repetition = (
	planning: PlanContext,
	drafts: ElectionDraft,
	draft: QuizDraft,
	electionId: string,
): string | null => {
	if (draft.value?.id !== undefined) return null
	const first = drafts.quizzes.find((one) => one.name === draft.name)
	if (first !== undefined && first !== draft)
		return `is a duplicate of ${first.place.file}, line ${first.place.line}`
	const there = sameQuiz(planning, draft, electionId)
	return there === undefined ? null : 'already exists. Add its id to change it'
}

const comparesOthers = (
	{ existing }: PlanContext,
	id: string,
	compared: readonly string[],
): boolean => existing.compared.get(id)?.toSorted().join() !== compared.toSorted().join()

const activeNote = ({ startDate, endDate }: QuizRow, today: string): string => {
	if (endDate !== null && endDate < today)
		return `is active, but its end date ${endDate} has passed`
	const from = startDate !== null && startDate > today ? ` from ${startDate}` : ''
	return `will be active for voters${from}`
}

/** Queues a fairness check for a quiz that becomes active, or compares other candidates while active. */
const open = (
	planning: PlanContext,
	{ before, after }: { readonly before: QuizRow | undefined; readonly after: QuizRow },
	{ compared, notes }: Pick<Opened, 'compared' | 'notes'>,
): void => {
	const { id, active, quizType } = after
	if (!active) {
		if (before === undefined) notes.push('is not active until an administrator activates it')
		return
	}
	if (before?.active && !comparesOthers(planning, id, compared)) return
	notes.push(
		before?.active
			? 'is active for voters and compares different candidates than before'
			: activeNote(after, dayOf(planning.now)),
	)
	planning.opened.push({ quizType, compared, notes })
}

interface Where {
	readonly drafts: ElectionDraft
	readonly election: PlannedElection
	readonly people: People
}

const planQuiz = (
	planning: PlanContext,
	draft: QuizDraft,
	{ drafts, election, people }: Where,
): void => {
	if (draft.value === null) return
	const { now, existing, writes } = planning
	const stored = draft.matched ? sameQuiz(planning, draft, election.id) : undefined
	if (stored !== undefined) {
		reportOutcome(planning, 'quiz', draft, { isNew: false, changed: [] })
		return
	}
	const reason = repetition(planning, drafts, draft, election.id)
	if (reason !== null) {
		refuse(planning, 'quiz', draft, { reason })
		return
	}
	const { candidates: references, ...says } = draft.value
	const row = existing.quizzes.get(says.id ?? '')
	const { name, quizType } = says
	const fresh = newQuiz({ name, quizType, electionId: election.id }, now)
	const named = references?.map((reference, index) => [`candidates.${index}`, reference] as const)
	const found = named && resolve(planning, { outcome: draft, people, table: 'quiz' }, named)
	// A candidate was refused, and the refusal is already reported.
	if (found === null) return
	const before = row === undefined ? people.compared : (existing.compared.get(row.id) ?? [])
	const compared = found ?? before
	const notes: string[] = []
	const after = settle(planning, 'quiz', writes.quizzes, {
		...{ outcome: { ...draft, notes }, id: says.id, owner: drafts, row, fresh, says },
		foreign: ({ electionId }) =>
			electionId === election.id ? null : 'belongs to another election',
		check: (whole) => problemsOf(whole, compared.length),
		otherChanges: ({ id }) => (compare(planning, id, compared) ? ['candidates'] : []),
	})
	if (after !== null) open(planning, { before: row, after }, { compared, notes })
}

export const planQuizzes = async (planning: PlanContext, where: Where): Promise<void> => {
	for (const draft of where.drafts.quizzes) {
		await planning.breathe()
		planQuiz(planning, draft, where)
	}
}

/** Plans the active pair of the knowledge test. Reuses an existing pair and deactivates all others. */
export const planPair = (planning: PlanContext, draft: PairDraft, people: People): void => {
	if (draft.value === null) return
	const { candidate1, candidate2 } = draft.value
	const references = [
		['candidate1', candidate1],
		['candidate2', candidate2],
	] as const
	const ids = resolve(planning, { outcome: draft, people, table: 'knowledgeTest' }, references)
	if (ids === null) return
	const [candidate1Id, candidate2Id] = ids
	if (candidate1Id === undefined || candidate2Id === undefined) {
		const reason = 'must be a different candidate'
		refuse(planning, 'knowledgeTest', draft, { reason, field: 'candidate2' })
		return
	}
	const there = planning.existing.pairs.find(
		(pair) => ids.includes(pair.candidate1Id) && ids.includes(pair.candidate2Id),
	)
	const name = `${candidate1} vs ${candidate2}`
	const changed = there === undefined || there.active ? [] : ['active']
	reportOutcome(
		planning,
		'knowledgeTest',
		{ ...draft, name },
		{ isNew: there === undefined, changed },
	)
	if (there?.active) return
	planning.writes.pairs.push({ id: there?.id ?? null, candidate1Id, candidate2Id, name })
}

const DUPLICATES_SHOWN = 20
/** Candidates per query. Small, because a candidate may have hundreds of policies. */
const CANDIDATES_BATCH = 50
const NAMES_BATCH = 500

type Policy = Contender['policies'][number] & {
	readonly id: string
	readonly candidateId: string
	readonly positions: Positions
}

const weightsOf = async (tx: Db): Promise<(importance: number, category: string) => number> => {
	const rows = await tx.select().from(categoryWeights)
	const byCategory = new Map<string, number>(rows.map(({ category, weight }) => [category, weight]))
	return (importance, category) =>
		statementWeight(importance, byCategory.get(category) ?? CATEGORY_WEIGHT_DEFAULT)
}

/** Validated positions on a policy after the import. @param stored those before it. */
const positionsAfter = ({ writes, existing }: PlanContext) => {
	const planned = groupBy(
		writes.positions.map(({ after }) => after),
		({ policyId }) => policyId,
	)
	return (policyId: string, stored: Positions): Positions => {
		const known = [...(existing.stances.get(policyId)?.values() ?? [])]
		const after = new Map(Object.entries(stored))
		for (const { candidateId, value, status, deletedAt } of [
			...known,
			...(planned.get(policyId) ?? []),
		]) {
			if (status === 'VALIDATED' && deletedAt === null) after.set(candidateId, value)
			else after.delete(candidateId)
		}
		return Object.fromEntries(after)
	}
}

const policiesAfter = async (
	tx: Db,
	planning: PlanContext,
	candidateIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Policy[]>> => {
	const { writes, breathe } = planning
	const weigh = await weightsOf(tx)
	const withPositions = positionsAfter(planning)
	const written = new Set(writes.policies.map(({ after }) => after.id))
	const stored = new Map<string, Positions>()
	const all: Policy[] = []
	for (let at = 0; at < candidateIds.length; at += CANDIDATES_BATCH) {
		const there = await validatedPolicies(tx, candidateIds.slice(at, at + CANDIDATES_BATCH))
		for (const policy of there) {
			stored.set(policy.id, policy.positions)
			if (written.has(policy.id)) continue
			all.push({ ...policy, positions: withPositions(policy.id, policy.positions) })
		}
		await breathe()
	}
	for (const { after } of writes.policies) {
		if (after.validationStatus !== 'VALIDATED') continue
		const { id, candidateId, text } = after
		const weight = weigh(after.importance, after.category)
		const positions = withPositions(id, stored.get(id) ?? {})
		all.push({ id, candidateId, text, weight, positions })
	}
	return groupBy(all, ({ candidateId }) => candidateId)
}

// Load candidates that only a stored quiz refers to.
const namesAfter = async (
	tx: Db,
	{ writes, existing, breathe }: PlanContext,
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
	const shown = duplicates
		.slice(0, DUPLICATES_SHOWN)
		.map(({ text, candidates: who }) => `duplicate statement: “${text}” (${who.join(', ')})`)
	const more = duplicates.length - shown.length
	return more > 0 ? [...shown, `${more} more duplicate statements`] : shown
}

const concernsOf = (
	judged: Omit<QuizPreview, 'problem' | 'concerns' | 'content'>,
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
		...(hindrance === null ? [] : [`voters cannot take it yet: ${hindrance}`]),
		...(few.length === 0
			? []
			: [
					`fewer validated policies than the others, so everyone is limited to that number: ${few.join(', ')}`,
				]),
		...(odd.length === 0
			? []
			: [
					`random voters rank these first more or less often than chance explains: ${odd.map(({ name }) => name).join(', ')}`,
				]),
		...(policyCount > 0 && voters === 0 ? ['too much at a time to try it with random voters'] : []),
		...repeatedNotes(duplicates),
	]
}

/** Adds the fairness concerns of each newly active quiz to its notes, computed as after the import. */
export const noteFairness = async (tx: Db, planning: PlanContext): Promise<void> => {
	const { opened, now, breathe } = planning
	if (opened.length === 0) return
	const ids = [...new Set(opened.flatMap(({ compared }) => compared))]
	const names = await namesAfter(tx, planning, ids)
	const policies = await policiesAfter(tx, planning, ids)
	const contendersOf = (compared: readonly string[]): Contender[] =>
		compared.map((id) => ({ id, name: names.get(id) ?? '', policies: policies.get(id) ?? [] }))
	// Share one preview's simulation budget, and simulate identical quizzes once.
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
