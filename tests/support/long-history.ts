import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { attempts } from '#server/db/schema.ts'

/**
 * Inserts completed copies of an attempt, one minute apart, two of them at the same time.
 * @returns their ids, newest first.
 */
export const copyAttempt = async (db: Db, id: string, count: number): Promise<string[]> => {
	const [row] = await db.select().from(attempts).where(eq(attempts.id, id))
	if (row === undefined) throw new Error(`there is no attempt ${id}`)
	const copies = Array.from({ length: count }, (_, index) => {
		const minutes = index === 2 ? 2 : index + 1
		const startedAt = new Date(row.startedAt.getTime() - minutes * 60_000)
		const completedAt = new Date(startedAt.getTime() + 30_000)
		return { ...row, id: randomUUID(), status: 'COMPLETED' as const, startedAt, completedAt }
	})
	for (let from = 0; from < count; from += 100) {
		await db.insert(attempts).values(copies.slice(from, from + 100))
	}
	return copies
		.sort((a, b) => b.startedAt.getTime() - a.startedAt.getTime() || (a.id < b.id ? 1 : -1))
		.map((copy) => copy.id)
}
