import { createHash, randomUUID } from 'node:crypto'
import { asc, inArray, sql } from 'drizzle-orm'
import { writeFirstRows } from '#server/boot.ts'
import { readConfig } from '#server/config.ts'
import type { Db, OpenDb } from '#server/db/open.ts'
import { candidates, compareQuizCandidates, compareQuizzes } from '#server/db/schema.ts'
import { createTokens } from '#server/services/auth/sign-in.ts'

/** Both have twelve statements. */
const COMPARED = ['Theodore Roosevelt', 'Woodrow Wilson']

const writeQuiz = async (db: Db, now: Date): Promise<string> => {
	const found = await db.select().from(compareQuizzes).orderBy(asc(compareQuizzes.name))
	const sample = found.find(({ name, quizType }) => quizType === 'SCALE' && name.includes('1912'))
	if (sample === undefined) throw new Error('the sample quiz of 1912 is missing')
	const id = randomUUID()
	await db.insert(compareQuizzes).values({ ...sample, id, name: 'Under load', createdAt: now })
	const compared = await db
		.select({ id: candidates.id })
		.from(candidates)
		.where(inArray(candidates.name, COMPARED))
	await db
		.insert(compareQuizCandidates)
		.values(compared.map(({ id: candidateId }) => ({ compareQuizId: id, candidateId })))
	return id
}

const idOf = (number: number): string => {
	const hex = createHash('md5').update(`voter ${number}`).digest('hex')
	return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Concurrent signatures; each is a job of the thread pool. */
const BATCH = 1000

const signTokens = async (secret: string, count: number): Promise<string[]> => {
	const tokens = createTokens(secret, () => new Date())
	const signed: string[] = []
	while (signed.length < count) {
		const numbers = Array.from({ length: BATCH }, (_, at) => signed.length + at)
		const batch = numbers.map((number) => tokens.sign({ userId: idOf(number), version: 1 }))
		signed.push(...(await Promise.all(batch)))
	}
	return signed.slice(0, count)
}

export interface Prepared {
	readonly quizId: string
	readonly tokens: readonly string[]
}

/**
 * Fills an empty database with the sample, a quiz, and accounts. Inserts the accounts directly, because hashing
 * passwords would take longer than the measured work.
 */
export const prepare = async (
	{ db, prepare: prepareDb }: OpenDb,
	secret: string,
	accounts: number,
): Promise<Prepared> => {
	const now = new Date()
	let quizId = ''
	await prepareDb(async (tx) => {
		await writeFirstRows(tx, readConfig({ ADMIN_PASSWORD: randomUUID() }), now)
		quizId = await writeQuiz(tx, now)
	})
	await db.execute(sql`
		insert into users (id, username, username_key, email, email_key, password_hash, roles, created_at)
		select md5('voter ' || n)::uuid, 'voter' || n, 'voter' || n, n || '@example.org', n || '@example.org', '-',
			array['ROLE_USER'], ${now.toISOString()}
		from generate_series(0, ${accounts - 1}::int) as n`)
	await db.execute(sql`analyze`)
	return { quizId, tokens: await signTokens(secret, accounts) }
}
