import { and, count, countDistinct, eq, inArray, isNull, max } from 'drizzle-orm'
import { LOGO_PATH } from '#contract/admin/fields.ts'
import type { Db } from '../db/open.ts'
import {
	candidateElections,
	candidates,
	compareQuizCandidates,
	compareQuizzes,
	elections,
	logos,
	policies,
	positions,
	testConfigurations,
} from '../db/schema.ts'
import { loadOpponentNames, type OpponentNames } from '../services/candidates/opponents.ts'
import type { CandidateRow } from '../services/candidates/row.ts'
import type { QuizRow } from '../services/compare-quizzes/row.ts'
import type { ElectionRow } from '../services/elections/row.ts'
import type { PolicyRow } from '../services/policies/row.ts'
import { groupBy, type YieldToEventLoop } from '../util.ts'
import type { ElectionDraft } from './drafts.ts'
import type { Counts, PositionRow } from './planning.ts'

/** Stored records that the files refer to, including deleted ones. */
export interface Existing {
	readonly elections: ReadonlyMap<string, ElectionRow>
	readonly electionsByName: ReadonlyMap<string, readonly ElectionRow[]>
	readonly candidates: ReadonlyMap<string, CandidateRow>
	readonly candidateIds: ReadonlyMap<string, ReadonlySet<string>>
	/** The highest `position` among a candidate's elections. */
	readonly positions: ReadonlyMap<string, number>
	readonly policies: ReadonlyMap<string, PolicyRow>
	/** Positions by policy and candidate, including deleted ones. */
	readonly stances: ReadonlyMap<string, ReadonlyMap<string, PositionRow>>
	/** Names and parties of each candidate's opponents in any election. */
	readonly opponents: ReadonlyMap<string, OpponentNames>
	readonly quizzes: ReadonlyMap<string, QuizRow>
	readonly compared: ReadonlyMap<string, readonly string[]>
	readonly logos: ReadonlySet<string>
	/** Loaded only if a file contains a pair. */
	readonly pairs: readonly (typeof testConfigurations.$inferSelect)[]
}

interface How {
	readonly breathe: YieldToEventLoop
	readonly lock: boolean
}

/** Rows per query. PGlite runs in this process, so a large query would block the event loop. */
const BATCH = 1000
/** Smaller, because a candidate may have hundreds of policies. */
const CANDIDATES_BATCH = 10

/** Locks the rows until the transaction ends, because whole rows are written back. */
const locked = <Rows>(
	query: PromiseLike<Rows> & { readonly for: (strength: 'update') => PromiseLike<Rows> },
	{ lock }: How,
): PromiseLike<Rows> => (lock ? query.for('update') : query)

const inBatches = async <Row>(
	values: Iterable<string>,
	{ breathe }: How,
	query: (batch: string[]) => PromiseLike<Row[]>,
	size = BATCH,
): Promise<Row[]> => {
	const all = [...new Set(values)]
	const found: Row[] = []
	for (let at = 0; at < all.length; at += size) {
		for (const row of await query(all.slice(at, at + size))) found.push(row)
		await breathe()
	}
	return found
}

const byId = <Row extends { readonly id: string }>(rows: readonly Row[]): Map<string, Row> =>
	new Map(rows.map((row) => [row.id, row]))

const idsOf = (
	drafts: readonly { readonly value: { readonly id?: string | undefined } | null }[],
) => drafts.flatMap(({ value }) => (value?.id === undefined ? [] : [value.id]))

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const loadElections = async (tx: Db, drafts: readonly ElectionDraft[], how: How) => {
	const references = drafts.flatMap(({ reference }) => reference ?? [])
	const named = [...references, ...drafts.flatMap(({ value }) => value?.name ?? [])]
	const ids = [...idsOf(drafts), ...references.filter((reference) => UUID.test(reference))]
	const found = await inBatches(ids, how, (batch) =>
		locked(tx.select().from(elections).where(inArray(elections.id, batch)), how),
	)
	const called = await inBatches(named, how, (batch) =>
		tx
			.select()
			.from(elections)
			.where(and(inArray(elections.name, batch), isNull(elections.deletedAt))),
	)
	return { found: byId([...found, ...called]), called }
}

const loadCandidates = async (
	tx: Db,
	drafts: readonly ElectionDraft[],
	electionIds: readonly string[],
	how: How,
) => {
	const links = await inBatches(electionIds, how, (batch) =>
		tx.select().from(candidateElections).where(inArray(candidateElections.electionId, batch)),
	)
	const references = drafts.flatMap((draft) => [
		...idsOf(draft.candidates),
		...draft.policies.flatMap(({ of, value }) =>
			[of, ...(value?.positions ?? []).map(({ candidate }) => candidate)].flatMap((reference) =>
				typeof reference === 'string' && UUID.test(reference) ? reference : [],
			),
		),
	])
	const ids = [...links.map(({ candidateId }) => candidateId), ...references]
	const found = await inBatches(ids, how, (batch) =>
		locked(tx.select().from(candidates).where(inArray(candidates.id, batch)), how),
	)
	const positions = await inBatches(references, how, (batch) =>
		tx
			.select({ id: candidateElections.candidateId, position: max(candidateElections.position) })
			.from(candidateElections)
			.where(inArray(candidateElections.candidateId, batch))
			.groupBy(candidateElections.candidateId),
	)
	const candidateIds = groupBy(
		links,
		({ electionId }) => electionId,
		({ candidateId }) => candidateId,
	)
	return {
		candidates: byId(found),
		candidateIds: new Map([...candidateIds].map(([id, people]) => [id, new Set(people)])),
		positions: new Map(positions.map(({ id, position }) => [id, position ?? 0])),
	}
}

const loadPolicies = async (
	tx: Db,
	drafts: readonly ElectionDraft[],
	candidateIds: Iterable<string>,
	how: How,
): Promise<Map<string, PolicyRow>> => {
	const listed = drafts.flatMap((draft) => draft.policies)
	if (listed.length === 0) return new Map()
	const theirs = await inBatches(
		candidateIds,
		how,
		(batch) => locked(tx.select().from(policies).where(inArray(policies.candidateId, batch)), how),
		CANDIDATES_BATCH,
	)
	const named = await inBatches(idsOf(listed), how, (batch) =>
		locked(tx.select().from(policies).where(inArray(policies.id, batch)), how),
	)
	return byId([...theirs, ...named])
}

/** Loads the positions on the policies that the files refer to by id or may match by text. */
const loadPositions = async (
	tx: Db,
	drafts: readonly ElectionDraft[],
	policyIds: Iterable<string>,
	how: How,
): Promise<Existing['stances']> => {
	const listed = drafts.some((draft) => draft.policies.some(({ value }) => value?.positions))
	if (!listed) return new Map()
	const rows = await inBatches(policyIds, how, (batch) =>
		locked(tx.select().from(positions).where(inArray(positions.policyId, batch)), how),
	)
	const byPolicy = groupBy(rows, ({ policyId }) => policyId)
	return new Map(
		[...byPolicy].map(([id, theirs]) => [id, new Map(theirs.map((row) => [row.candidateId, row]))]),
	)
}

const loadQuizzes = async (
	tx: Db,
	drafts: readonly ElectionDraft[],
	electionIds: readonly string[],
	how: How,
) => {
	const listed = drafts.flatMap((draft) => draft.quizzes)
	const theirs = await inBatches(electionIds, how, (batch) =>
		locked(tx.select().from(compareQuizzes).where(inArray(compareQuizzes.electionId, batch)), how),
	)
	const named = await inBatches(idsOf(listed), how, (batch) =>
		locked(tx.select().from(compareQuizzes).where(inArray(compareQuizzes.id, batch)), how),
	)
	const quizzes = byId([...theirs, ...named])
	const links = await inBatches(quizzes.keys(), how, (batch) =>
		tx
			.select({
				compareQuizId: compareQuizCandidates.compareQuizId,
				candidateId: compareQuizCandidates.candidateId,
			})
			.from(compareQuizCandidates)
			.innerJoin(candidates, eq(candidates.id, compareQuizCandidates.candidateId))
			// Ignore deleted candidates: their links stay, so that a restore brings them back.
			.where(
				and(inArray(compareQuizCandidates.compareQuizId, batch), isNull(candidates.deletedAt)),
			),
	)
	return {
		quizzes,
		compared: groupBy(
			links,
			({ compareQuizId }) => compareQuizId,
			({ candidateId }) => candidateId,
		),
	}
}

// Logo paths contain the SHA-256 of the content.
const loadLogos = async (
	tx: Db,
	drafts: readonly ElectionDraft[],
	how: How,
): Promise<Set<string>> => {
	const named = drafts.flatMap(({ candidates: people }) =>
		people.flatMap(({ value }) => LOGO_PATH.exec(value?.logo ?? '')?.[0] ?? []),
	)
	const byHash = new Map(named.map((path) => [/[0-9a-f]{64}/.exec(path)?.[0] ?? '', path]))
	const found = await inBatches(byHash.keys(), how, (batch) =>
		tx.select({ hash: logos.hash }).from(logos).where(inArray(logos.hash, batch)),
	)
	return new Set(found.flatMap(({ hash }) => byHash.get(hash) ?? []))
}

export const loadExisting = async (
	tx: Db,
	drafts: readonly ElectionDraft[],
	how: How,
): Promise<Existing> => {
	const { found, called } = await loadElections(tx, drafts, how)
	const electionIds = [...found.keys()]
	const people = await loadCandidates(tx, drafts, electionIds, how)
	const names = drafts.some(({ pairs }) => pairs.length > 0)
	const stored = await loadPolicies(tx, drafts, people.candidates.keys(), how)
	return {
		elections: found,
		electionsByName: groupBy(called, ({ name }) => name),
		...people,
		policies: stored,
		stances: await loadPositions(tx, drafts, stored.keys(), how),
		opponents: new Map(
			await inBatches(people.candidates.keys(), how, async (batch) => [
				...(await loadOpponentNames(tx, batch)),
			]),
		),
		...(await loadQuizzes(tx, drafts, electionIds, how)),
		logos: await loadLogos(tx, drafts, how),
		pairs: names ? await tx.select().from(testConfigurations) : [],
	}
}

const NONE: Counts = { candidates: 0, policies: 0, quizzes: 0 }

export const countElections = async (
	tx: Db,
	ids: readonly string[],
): Promise<(id: string) => Counts> => {
	if (ids.length === 0) return () => NONE
	const people = await tx
		.select({
			id: candidateElections.electionId,
			candidates: countDistinct(candidates.id),
			policies: count(policies.id),
		})
		.from(candidateElections)
		.innerJoin(
			candidates,
			and(eq(candidates.id, candidateElections.candidateId), isNull(candidates.deletedAt)),
		)
		.leftJoin(policies, and(eq(policies.candidateId, candidates.id), isNull(policies.deletedAt)))
		.where(inArray(candidateElections.electionId, [...ids]))
		.groupBy(candidateElections.electionId)
	const quizzes = await tx
		.select({ id: compareQuizzes.electionId, quizzes: count() })
		.from(compareQuizzes)
		.where(and(inArray(compareQuizzes.electionId, [...ids]), isNull(compareQuizzes.deletedAt)))
		.groupBy(compareQuizzes.electionId)
	const peopleById = new Map(people.map(({ id, ...counts }) => [id, counts]))
	const quizzesById = new Map(quizzes.map(({ id, ...counts }) => [id, counts]))
	return (id) => ({ ...NONE, ...peopleById.get(id), ...quizzesById.get(id) })
}
