import { sql } from 'drizzle-orm'
import pg from 'pg'
import { inject, vi } from 'vitest'
import type { Db } from '#server/db/open.ts'

interface Statement {
	readonly text: string
	readonly values: readonly unknown[]
}

/** Records all statements that node-postgres receives during `work`. */
export const statementsOf = async (work: () => Promise<unknown>): Promise<Statement[]> => {
	const spy = vi.spyOn(pg.Client.prototype, 'query')
	try {
		await work()
		return (spy.mock.calls as unknown[][]).flatMap(([query, values]) => {
			const { text, values: own } =
				typeof query === 'string'
					? { text: query, values: undefined }
					: (query as Partial<Statement>)
			const given = own ?? (Array.isArray(values) ? values : [])
			return text === undefined ? [] : [{ text, values: given }]
		})
	} finally {
		spy.mockRestore()
	}
}

/** Opens a separate connection to the server's database. */
export const connectBeside = async (db: Db): Promise<pg.Client> => {
	const [{ name } = { name: '' }] = await db
		.select({ name: sql<string>`current_database()` })
		.from(sql`(values (1)) as one`)
	const url = new URL(inject('postgresUrl') ?? '')
	url.pathname = `/${name}`
	const client = new pg.Client({ connectionString: url.href })
	await client.connect()
	return client
}
