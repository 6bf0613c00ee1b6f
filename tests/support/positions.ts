import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { QuizType } from '#domain/types.ts'
import type { Db } from '#server/db/open.ts'
import {
	candidateElections,
	candidates,
	compareQuizCandidates,
	compareQuizzes,
	elections,
	policies,
	positions,
} from '#server/db/schema.ts'
import type { TestServer } from './server.ts'

type Stance = Pick<typeof positions.$inferInsert, 'policyId' | 'candidateId' | 'value'> &
	Partial<typeof positions.$inferInsert>

/** Adds positions of candidates, validated unless stated otherwise. */
export const addPositions = async (
	{ db, clock }: Pick<TestServer, 'db' | 'clock'>,
	rows: readonly Stance[],
): Promise<void> => {
	const common = { status: 'VALIDATED', givenBy: 'candidate', createdAt: clock.now } as const
	await db.insert(positions).values(rows.map((row) => ({ id: randomUUID(), ...common, ...row })))
}

interface CzechFile {
	readonly candidates: readonly { readonly name: string }[]
	readonly statements: readonly {
		readonly text: string
		readonly category: (typeof policies.$inferInsert)['category']
		readonly positions: Readonly<Record<string, number>>
	}[]
}

const CZECH = new URL('../data/czech-2017-en.json', import.meta.url)

/**
 * Adds the Czech election of 2017 with a quiz: 25 parties, each with a known position on each of 35 statements. The first
 * party that agrees with a statement owns it, so most own none.
 */
export const addCzechQuiz = async (
	server: Pick<TestServer, 'db' | 'clock'>,
	quizType: QuizType = 'SCALE',
) => {
	const { db, clock } = server
	const file = JSON.parse(await readFile(CZECH, 'utf8')) as CzechFile
	const createdAt = clock.now
	const ids = new Map(file.candidates.map(({ name }) => [name, randomUUID() as string]))
	const [electionId, quizId] = [randomUUID(), randomUUID()]
	const statements = file.statements.map(({ text, category, positions: stances }) => {
		const given = Object.entries(stances).map(
			([name, value]) => [ids.get(name) ?? '', 2 * value] as const,
		)
		const [owner = ''] = given.find(([, value]) => value === 2) ?? []
		return { id: randomUUID(), candidateId: owner, text, category, given }
	})
	const name = 'Czech parliamentary election 2017'
	await db.insert(elections).values({
		id: electionId,
		name,
		electionDate: '2026-12-01',
		jurisdiction: 'FEDERAL',
		createdAt,
	})
	await db
		.insert(candidates)
		.values([...ids].map(([called, id]) => ({ id, name: called, createdAt })))
	await db
		.insert(candidateElections)
		.values([...ids.values()].map((candidateId) => ({ candidateId, electionId })))
	await db.insert(policies).values(
		statements.map(({ given: _, ...statement }) => ({
			...statement,
			validationStatus: 'VALIDATED' as const,
			createdAt,
		})),
	)
	await addPositions(
		server,
		statements.flatMap(({ id: policyId, candidateId: owner, given }) =>
			given.flatMap(([candidateId, value]) =>
				candidateId === owner ? [] : [{ policyId, candidateId, value }],
			),
		),
	)
	await db.insert(compareQuizzes).values({ id: quizId, name, electionId, quizType, createdAt })
	await db
		.insert(compareQuizCandidates)
		.values([...ids.values()].map((candidateId) => ({ compareQuizId: quizId, candidateId })))
	return { electionId, quizId, candidateIds: [...ids.values()], statements }
}

/** Gives every candidate of a quiz a position with a quote on the others' policies. @param skips leaves every n-th out. */
export const givePositions = async (db: Db, quizId: string, skips = Infinity): Promise<void> => {
	const compared = await db
		.select({ id: compareQuizCandidates.candidateId })
		.from(compareQuizCandidates)
		.where(eq(compareQuizCandidates.compareQuizId, quizId))
	const ids = compared.map(({ id }) => id).toSorted()
	const found = await db
		.select()
		.from(policies)
		.where(and(inArray(policies.candidateId, ids), isNull(policies.deletedAt)))
	const cells = found.flatMap((policy) =>
		ids.filter((id) => id !== policy.candidateId).map((candidateId) => ({ policy, candidateId })),
	)
	const rows = cells.map(({ policy, candidateId }, index) => ({
		id: randomUUID(),
		policyId: policy.id,
		candidateId,
		value: (index % 5) - 2,
		quote: `Quote ${index}`,
		source: 'A speech',
		url: 'https://example.org/speech',
		givenBy: 'editor' as const,
		status: 'VALIDATED' as const,
		createdAt: policy.createdAt,
	}))
	await db.insert(positions).values(rows.filter((_, index) => (index + 1) % skips !== 0))
}
