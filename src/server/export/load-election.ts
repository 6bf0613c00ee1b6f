import { and, asc, eq, inArray, or } from 'drizzle-orm'
import { byCodeUnit } from '#domain/draw.ts'
import type { Db } from '../db/open.ts'
import {
	candidateElections,
	candidates,
	compareQuizCandidates,
	compareQuizzes,
	elections,
	policies,
} from '../db/schema.ts'
import { atOneMoment, rowId } from '../db/sql.ts'
import { found, notDeleted } from '../services/admin-shared/change.ts'
import { candidateIdsByQuiz } from '../services/compare-quizzes/read.ts'
import { createYield, groupBy, type YieldToEventLoop } from '../util.ts'

/** An election with its records in a deterministic order. */
export interface WholeElection {
	readonly election: Pick<
		typeof elections.$inferSelect,
		| 'id'
		| 'name'
		| 'electionDate'
		| 'jurisdiction'
		| 'state'
		| 'county'
		| 'city'
		| 'zipCode'
		| 'active'
	>
	readonly candidates: readonly WholeCandidate[]
	readonly quizzes: readonly WholeQuiz[]
}

export interface WholeCandidate
	extends Pick<typeof candidates.$inferSelect, 'id' | 'name' | 'party' | 'website' | 'logo'> {
	/** False for a candidate who left the election but is still compared in a quiz. */
	readonly standing: boolean
	readonly policies: readonly WholePolicy[]
}

type WholePolicy = Pick<
	typeof policies.$inferSelect,
	| 'id'
	| 'candidateId'
	| 'text'
	| 'category'
	| 'importance'
	| 'validationStatus'
	| 'clarityScore'
	| 'biasScore'
	| 'effectivenessScore'
	| 'complexityLevel'
	| 'priority'
	| 'prioritySource'
	| 'keywords'
	| 'source'
>

interface WholeQuiz
	extends Pick<
		typeof compareQuizzes.$inferSelect,
		'id' | 'name' | 'quizType' | 'startDate' | 'endDate' | 'active'
	> {
	readonly candidateIds: readonly string[]
}

const POLICY_COLUMNS = {
	id: policies.id,
	candidateId: policies.candidateId,
	text: policies.text,
	category: policies.category,
	importance: policies.importance,
	validationStatus: policies.validationStatus,
	clarityScore: policies.clarityScore,
	biasScore: policies.biasScore,
	effectivenessScore: policies.effectivenessScore,
	complexityLevel: policies.complexityLevel,
	priority: policies.priority,
	prioritySource: policies.prioritySource,
	keywords: policies.keywords,
	source: policies.source,
}

/** Compares code units, because collations differ between databases. */

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
		.select({
			id: compareQuizzes.id,
			name: compareQuizzes.name,
			quizType: compareQuizzes.quizType,
			startDate: compareQuizzes.startDate,
			endDate: compareQuizzes.endDate,
			active: compareQuizzes.active,
		})
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
		const rows: WholePolicy[] = await tx
			.select(POLICY_COLUMNS)
			.from(policies)
			.where(and(inArray(policies.candidateId, batch), notDeleted(policies)))
		for (const [id, theirs] of groupBy(rows, ({ candidateId }) => candidateId)) {
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
		.select({
			id: candidates.id,
			name: candidates.name,
			party: candidates.party,
			website: candidates.website,
			logo: candidates.logo,
		})
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
		const [row] = await tx
			.select()
			.from(elections)
			.where(eq(elections.id, rowId(id)))
		const { name, electionDate, jurisdiction, state, county, city, zipCode, active } = found(row)
		const electionId = rowId(id)
		return {
			election: {
				...{ id: electionId, name, electionDate, jurisdiction },
				...{ state, county, city, zipCode, active },
			},
			candidates: await loadCandidates(tx, electionId),
			quizzes: await loadQuizzes(tx, electionId),
		}
	})
