import { etag } from 'hono/etag'
import type { Endpoint, HandlerInput, Sent } from '#contract/endpoint.ts'
import type { Deps } from '../context.ts'
import { countCatalogueChanges } from '../db/catalogue-changes.ts'
import type { Db } from '../db/types.ts'
import { type Api, type Handler, mount } from './mount.ts'
import { createShared } from './share.ts'

/** Reads what is the same for everybody who may call the row: it is not told who that is. */
type SharedRead<Row extends Endpoint> = (db: Db, input: HandlerInput<Row>) => Promise<Sent<Row>>

/** Puts a row on the server whose reply is the same for everybody who may call it. */
export type MountShared = <Row extends Endpoint>(row: Row, read: SharedRead<Row>) => void

/** So many replies are kept of a row: those that were asked for last. */
const MOST_KEPT = 200

/** A weak one: the same text may go out compressed. Twelve bytes of the hash tell two texts apart as well. */
const tagged = () =>
	etag({
		weak: true,
		generateDigest: async (body) => (await crypto.subtle.digest('SHA-256', body)).slice(0, 12),
	})

/** A reply, and how often the catalogue had changed before it was read. */
interface Kept<Reply> {
	readonly changes: string
	readonly reply: Promise<Reply>
}

/** Keeps replies by what was asked, for as long as the catalogue does not change. */
const createKeeper = <Reply>() => {
	const kept = new Map<string, Kept<Reply>>()
	return (asked: string, changes: string, read: () => Promise<Reply>): Promise<Reply> => {
		const before = kept.get(asked)
		if (before?.changes === changes) {
			kept.delete(asked)
			kept.set(asked, before)
			return before.reply
		}
		// A statement of Drizzle's looks like a promise, but runs anew for each who waits for it.
		const reply = Promise.resolve(read())
		kept.delete(asked)
		kept.set(asked, { changes, reply })
		const [oldest = asked] = kept.keys()
		if (kept.size > MOST_KEPT) kept.delete(oldest)
		// What fails is asked again; whoever waits for it hears of it themselves.
		reply.catch(() => {
			if (kept.get(asked)?.reply === reply) kept.delete(asked)
		})
		return reply
	}
}

/**
 * Mounts rows of the catalogue. Each call asks who calls and how often the catalogue has changed, and reads it only where
 * it has since: so every process and host answers with what is there now, whoever wrote it. Whoever says by
 * `If-None-Match` what they have is answered with 304 where that is still it.
 */
export const createMountShared = (api: Api): MountShared => {
	const { app, deps } = api
	const countChanges = createShared<string>()
	return (row, read) => {
		const keep = createKeeper<Sent<typeof row>>()
		app.on(row.method, `/api${row.path}`, tagged())
		const answer = async (input: HandlerInput<typeof row>) => {
			const changes = await countChanges(() => countCatalogueChanges(deps.db))
			return keep(JSON.stringify(input), changes, () => read(deps.db, input))
		}
		const handler = (_: Deps, input: HandlerInput<typeof row>): unknown => answer(input)
		// No row that is shared is a file, which its type leaves open.
		mount(api, row, handler as Handler<typeof row>)
	}
}
