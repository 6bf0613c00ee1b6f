import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import pg from 'pg'

/** The minimum to store an entry: a route, and an insert into a table with a unique index. */

const TABLE = `create table if not exists entries (
	id bigint generated always as identity primary key,
	key text not null unique, policy_id text not null, value integer not null, response_time_ms integer not null
)`
const INSERT = `insert into entries (key, policy_id, value, response_time_ms) values ($1, $2, $3, $4) returning id`

interface Body {
	readonly key: string
	readonly policyId: string
	readonly value: number
	readonly responseTimeMs: number
}

const { values } = parseArgs({
	options: {
		url: { type: 'string' },
		folder: { type: 'string' },
		port: { type: 'string', default: '0' },
		workers: { type: 'string', default: '1' },
	},
})

const open = async () => {
	if (values.url === undefined) {
		const client = await PGlite.create(values.folder)
		await client.exec(TABLE)
		return (given: unknown[]) => client.query<{ id: number }>(INSERT, given)
	}
	const pool = new pg.Pool({ connectionString: values.url, max: 10 })
	return (given: unknown[]) => pool.query<{ id: string }>(INSERT, given)
}

const serve = async (): Promise<void> => {
	const insert = await open()
	const app = new Hono()
	app.post('/entry', async (c) => {
		const { key, policyId, value, responseTimeMs } = await c.req.json<Body>()
		const { rows } = await insert([key, policyId, value, responseTimeMs])
		return c.json({ id: rows[0]?.id })
	})
	const server = createServer(getRequestListener(app.fetch))
	server.listen(Number(values.port), '127.0.0.1')
	await once(server, 'listening')
}

const makeTable = async (): Promise<void> => {
	const client = new pg.Client({ connectionString: values.url })
	await client.connect()
	await client.query(TABLE)
	await client.end()
}

const count = Number(values.workers)
if (cluster.isPrimary && values.url !== undefined) await makeTable()
if (cluster.isPrimary && count > 1) {
	for (let number = 0; number < count; number++) await once(cluster.fork(), 'listening')
} else await serve()
if (cluster.isPrimary) console.log('ready')
