import { asc, inArray } from 'drizzle-orm'
import { candidateElections } from '../db/schema.ts'
import type { Db } from '../db/types.ts'
import { type AuditEntry, writeAudits } from '../db/write-audit.ts'
import { groupBy } from '../grouping.ts'
import { TEST_SWITCH } from '../services/knowledge-test/manage.ts'
import { notePairs } from '../services/knowledge-test/note-pairs.ts'
import { countElections } from './count-elections.ts'
import { nameOf } from './drafts.ts'
import type { Counts, Planning, Write } from './planning.ts'
import type { WrittenPair, WrittenTest } from './write-import.ts'

type Entry = Omit<AuditEntry, 'actorId' | 'at' | 'once'>

const BATCH = 500

/** The fields of a row as the API names them, without those that only the tables have. */
const fieldsOf = (row: object): Record<string, unknown> => {
	const { id, search, createdAt, revised, deletedAt, deletedWith, ...fields } = row as Record<
		string,
		unknown
	>
	return fields
}

/** An entry for each record that is made or changed. */
const entriesOf = <Row extends { readonly id: string }>(
	noun: string,
	writes: readonly Write<Row>[],
	besideOf: (row: Row, at: 'before' | 'after') => object = () => ({}),
): Entry[] =>
	writes.map(({ before, after }) => ({
		action: before === null ? `${noun}.created` : `${noun}.updated`,
		target: after.id,
		name: nameOf(after),
		before: before === null ? null : { ...fieldsOf(before), ...besideOf(before, 'before') },
		after: { ...fieldsOf(after), ...besideOf(after, 'after') },
	}))

/** The elections of candidates once the import is written; before it they were those without the new ones. */
const electionIdsAfter = async (tx: Db, { writes }: Planning): Promise<Map<string, string[]>> => {
	const ids = writes.candidates.map(({ after }) => after.id)
	const byCandidate = new Map<string, string[]>()
	for (let at = 0; at < ids.length; at += BATCH) {
		const links = await tx
			.select()
			.from(candidateElections)
			.where(inArray(candidateElections.candidateId, ids.slice(at, at + BATCH)))
			.orderBy(asc(candidateElections.position), asc(candidateElections.electionId))
		for (const { candidateId, electionId } of links) {
			const theirs = byCandidate.get(candidateId)
			if (theirs === undefined) byCandidate.set(candidateId, [electionId])
			else theirs.push(electionId)
		}
	}
	return byCandidate
}

const candidateEntries = async (tx: Db, planning: Planning): Promise<Entry[]> => {
	const { writes } = planning
	const after = await electionIdsAfter(tx, planning)
	const added = groupBy(writes.links, ({ candidateId }) => candidateId)
	return entriesOf('candidate', writes.candidates, ({ id }, at) => {
		const ids = after.get(id) ?? []
		const fresh = (added.get(id) ?? []).map(({ electionId }) => electionId)
		const electionIds = at === 'after' ? ids : ids.filter((one) => !fresh.includes(one))
		return { electionId: electionIds[0] ?? null, electionIds }
	})
}

const quizEntries = ({ writes, existing }: Planning): Entry[] => {
	const more = groupBy(writes.compared, ({ compareQuizId }) => compareQuizId)
	const fewer = groupBy(writes.uncompared, ({ compareQuizId }) => compareQuizId)
	return entriesOf('compareQuiz', writes.quizzes, ({ id }, at) => {
		const before = existing.compared.get(id) ?? []
		if (at === 'before') return { candidateIds: before }
		const gone = (fewer.get(id) ?? []).map(({ candidateId }) => candidateId)
		const added = (more.get(id) ?? []).map(({ candidateId }) => candidateId)
		return { candidateIds: [...before.filter((one) => !gone.includes(one)), ...added] }
	})
}

interface Counted {
	readonly before: (id: string) => Counts
	readonly after: (id: string) => Counts
}

const electionEntries = ({ writes }: Planning, { before, after }: Counted): Entry[] =>
	writes.imported.map(({ id, name, isNew, files }) => ({
		action: 'election.imported',
		target: id,
		name,
		before: isNew ? null : { ...before(id) },
		after: { ...after(id), files },
	}))

const pairEntries = (pairs: readonly WrittenPair[]): Entry[] =>
	pairs.map(({ id, isNew, name, candidate1Id, candidate2Id }) => {
		const pair = { candidate1Id, candidate2Id }
		return {
			action: isNew ? 'testConfiguration.created' : 'testConfiguration.updated',
			target: id,
			name,
			before: isNew ? null : { ...pair, isActive: false },
			after: { ...pair, isActive: true },
		}
	})

const TEST_OPENED: Entry = {
	action: 'testFeature.activated',
	...TEST_SWITCH,
	before: { featureEnabled: false },
	after: { featureEnabled: true },
}

interface Done {
	readonly actorId: string | null
	readonly test: WrittenTest
	/** How much belonged to its elections before. */
	readonly before: Counted['before']
}

/** Notes what an import did, once it is written: a line for each record that it made or changed, and one for each election. */
export const noteImport = async (
	tx: Db,
	planning: Planning,
	{ actorId, test, before }: Done,
): Promise<void> => {
	const { writes, now, breathe } = planning
	const after = await countElections(
		tx,
		writes.imported.map(({ id }) => id),
	)
	const entries = [
		...entriesOf('election', writes.elections),
		...(await candidateEntries(tx, planning)),
		...entriesOf('policy', writes.policies),
		...quizEntries(planning),
		...pairEntries(test.pairs),
		...(test.opened ? [TEST_OPENED] : []),
		// Last, so that the newest line tells of the whole.
		...electionEntries(planning, { before, after }),
	].map((entry) => ({ ...entry, actorId, at: now }))
	await notePairs(tx, { actorId, at: now }, test.ended, false)
	await writeAudits(tx, entries, breathe)
}
