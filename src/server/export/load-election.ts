import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm'
import { byCodeUnit } from '#domain/draw.ts'
import type { Db } from '../db/open.ts'
import {
	candidateElections,
	candidates,
	compareQuizCandidates,
	compareQuizzes,
	elections,
	policies,
	positions,
} from '../db/schema.ts'
import { atOneMoment, rowId } from '../db/sql.ts'
import { found, notDeleted } from '../services/admin-shared/change.ts'
import { valuesOf } from '../services/admin-shared/row.ts'
import { VOTER_COLUMNS as CANDIDATE_EXPORT, type CandidateRow } from '../services/candidates/row.ts'
import { candidateIdsByQuiz } from '../services/compare-quizzes/read.ts'
import { EXPORT_COLUMNS as QUIZ_EXPORT, type QuizRow } from '../services/compare-quizzes/row.ts'
import { VOTER_COLUMNS as ELECTION_EXPORT, type ElectionRow } from '../services/elections/row.ts'
import { EXPORT_COLUMNS as POLICY_EXPORT, type PolicyRow } from '../services/policies/row.ts'
import { createYield, groupBy, type YieldToEventLoop } from '../util.ts'

/** An election with its records in a deterministic order. */
export interface WholeElection {
	readonly election: Pick<ElectionRow, keyof typeof ELECTION_EXPORT>
	readonly candidates: readonly WholeCandidate[]
	readonly quizzes: readonly WholeQuiz[]
}

export interface WholeCandidate extends Pick<CandidateRow, keyof typeof CANDIDATE_EXPORT> {
	/** False for a candidate who left the election but is still compared in a quiz. */
	readonly standing: boolean
	readonly policies: readonly WholePolicy[]
}

export interface WholePolicy extends Pick<PolicyRow, keyof typeof POLICY_EXPORT> {
	/** Of other exported candidates. */
	readonly positions: readonly WholePosition[]
}

const POSITION_EXPORT = {
	candidateId: positions.candidateId,
	value: positions.value,
	quote: positions.quote,
	source: positions.source,
	url: positions.url,
	note: positions.note,
	status: positions.status,
	givenBy: positions.givenBy,
}

export type WholePosition = Pick<typeof positions.$inferSelect, keyof typeof POSITION_EXPORT>

interface WholeQuiz extends Pick<QuizRow, keyof typeof QUIZ_EXPORT> {
	readonly candidateIds: readonly string[]
}

// By code unit, because collations differ between databases.
const sortedBy = <Row>(rows: readonly Row[], keysOf: (row: Row) => readonly string[]): Row[] =>
	rows.toSorted((a, b) => {
		const others = keysOf(b)
		for (const [index, key] of keysOf(a).entries()) {
			const order = byCodeUnit(key, others[index] ?? '')
			if (order !== 0) return order
		}
		return 0
	})

const loadQuizzes = async (tx: Db, electionId: string): Promise<WholeQuiz[]> => {
	const rows = await tx
		.select(QUIZ_EXPORT)
		.from(compareQuizzes)
		.where(and(eq(compareQuizzes.electionId, electionId), notDeleted(compareQuizzes)))
	const compared = await candidateIdsByQuiz(
		tx,
		rows.map(({ id }) => id),
	)
	return sortedBy(rows, ({ name, id }) => [name, id]).map((quiz) => ({
		...quiz,
		candidateIds: compared.get(quiz.id) ?? [],
	}))
}

// PGlite runs in this process, so a large query would block the event loop.
const CANDIDATES_BATCH = 10

const loadPolicies = async (tx: Db, people: readonly string[], breathe: YieldToEventLoop) => {
	const byCandidate = new Map<string, WholePolicy[]>()
	for (let at = 0; at < people.length; at += CANDIDATES_BATCH) {
		const batch = people.slice(at, at + CANDIDATES_BATCH)
		const mine = and(inArray(policies.candidateId, batch), notDeleted(policies))
		const rows = await tx.select(POLICY_EXPORT).from(policies).where(mine)
		const stances = await tx
			.select({ ...POSITION_EXPORT, policyId: positions.policyId })
			.from(positions)
			.innerJoin(policies, eq(policies.id, positions.policyId))
			.where(and(mine, isNull(positions.deletedAt), inArray(positions.candidateId, [...people])))
			.orderBy(asc(positions.candidateId))
		const byPolicy = groupBy(
			stances,
			({ policyId }) => policyId,
			({ policyId: _, ...position }): WholePosition => position,
		)
		const whole = rows.map((row) => ({ ...row, positions: byPolicy.get(row.id) ?? [] }))
		for (const [id, theirs] of groupBy(whole, ({ candidateId }) => candidateId)) {
			byCandidate.set(
				id,
				sortedBy(theirs, (policy) => [policy.category, policy.text, policy.id]),
			)
			await breathe()
		}
	}
	return byCandidate
}

const idsOfPeople = (tx: Db, electionId: string) =>
	tx
		.select({ id: candidates.id })
		.from(candidates)
		.where(
			and(
				notDeleted(candidates),
				or(
					inArray(
						candidates.id,
						tx
							.select({ id: candidateElections.candidateId })
							.from(candidateElections)
							.where(eq(candidateElections.electionId, electionId)),
					),
					inArray(
						candidates.id,
						tx
							.select({ id: compareQuizCandidates.candidateId })
							.from(compareQuizCandidates)
							.innerJoin(compareQuizzes, eq(compareQuizzes.id, compareQuizCandidates.compareQuizId))
							.where(and(eq(compareQuizzes.electionId, electionId), notDeleted(compareQuizzes))),
					),
				),
			),
		)

const loadCandidates = async (tx: Db, electionId: string): Promise<WholeCandidate[]> => {
	const people = idsOfPeople(tx, electionId)
	const rows = await tx
		.select(CANDIDATE_EXPORT)
		.from(candidates)
		.where(inArray(candidates.id, people))
	const links = await tx
		.select({ id: candidateElections.candidateId })
		.from(candidateElections)
		.where(eq(candidateElections.electionId, electionId))
		.orderBy(asc(candidateElections.candidateId))
	const standing = new Set(links.map(({ id }) => id))
	const ids = rows.map(({ id }) => id)
	const byCandidate = await loadPolicies(tx, ids, createYield())
	return sortedBy(rows, ({ name, id }) => [name, id]).map((row) => ({
		...row,
		standing: standing.has(row.id),
		policies: byCandidate.get(row.id) ?? [],
	}))
}

/** Loads an election with its records from one consistent snapshot. 404 if not found. */
export const loadElection = (db: Db, id: string): Promise<WholeElection> =>
	atOneMoment(db, async (tx) => {
		const electionId = rowId(id)
		const [row] = await tx
			.select({ ...ELECTION_EXPORT, deletedAt: elections.deletedAt })
			.from(elections)
			.where(eq(elections.id, electionId))
		return {
			election: valuesOf(ELECTION_EXPORT, found(row)),
			candidates: await loadCandidates(tx, electionId),
			quizzes: await loadQuizzes(tx, electionId),
		}
	})
