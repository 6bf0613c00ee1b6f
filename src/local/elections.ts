import { elections as calls } from '#contract/elections.ts'
import { ELECTIONS_FRESH_MS } from '#domain/constants.ts'
import { nextFirst } from '#domain/jurisdiction.ts'
import type { StoredElection } from './db.ts'
import type { LocalCore } from './deps.ts'
import { isFresh, noteFetched } from './fresh.ts'
import { REFRESHED, type Refreshed } from './refreshed.ts'

const ACTIVE = 'elections/active'

export interface Elections {
	/** The stored active elections: the next one first, past ones last, then by name; null before anything was ever read. */
	active(): Promise<StoredElection[] | null>
	get(id: string): Promise<StoredElection | null>
	/** The server's day, by which elections are past, YYYY-MM-DD; null before a server has told the time. */
	today(): string | null
	/** Reads the active elections from the server when what is stored is older than five minutes, or always with `force`. */
	refreshActive(options?: { readonly force?: boolean }): Promise<Refreshed>
	/** Reads one election. One that the server does not know is forgotten here too. */
	refresh(id: string): Promise<Refreshed>
}

/** Elections on the device, so that the lists open at once and without a connection. */
export const createElections = (deps: LocalCore): Elections => {
	const { db, call, reads } = deps
	const { today } = deps.serverClock

	return {
		async active() {
			const [rows, fetched] = await Promise.all([db.elections.toArray(), db.fetched.get(ACTIVE)])
			if (fetched === undefined) return null
			// One for all: comparing ten thousand names without it takes as long as reading them.
			const byName = new Intl.Collator()
			const byDay = nextFirst(today())
			return rows
				.filter((election) => election.active)
				.sort((a, b) => byDay(a, b) || byName.compare(a.name, b.name))
		},

		get: async (id) => (await db.elections.get(id)) ?? null,

		today,

		async refreshActive({ force = false } = {}) {
			if (!force && (await isFresh(deps, ACTIVE, ELECTIONS_FRESH_MS))) return REFRESHED
			const reading = reads.begin()
			const reply = await call(calls.active, {}, reading.options)
			if (!reply.ok) return reply
			const elections = deps.serverClock.learn(reply.value)
			await reading.store([db.elections, db.fetched], async () => {
				const known = new Set(elections.map((election) => election.id))
				const gone = await db.elections.filter((row) => row.active && !known.has(row.id)).toArray()
				// No longer among the active ones; kept for the attempts that speak of it.
				await db.elections.bulkPut(gone.map((row) => ({ ...row, active: false })))
				await db.elections.bulkPut(elections)
				await noteFetched(db, ACTIVE, deps.now())
			})
			return REFRESHED
		},

		async refresh(id) {
			const reading = reads.begin()
			const reply = await call(calls.get, { params: { id } }, reading.options)
			if (reply.ok) {
				const elections = deps.serverClock.learn([reply.value])
				await reading.store([db.elections], () => db.elections.bulkPut(elections))
			} else if (reply.error.kind === 'problem' && reply.error.status === 404) {
				await reading.store([db.elections], () => db.elections.delete(id))
			}
			return reply.ok ? REFRESHED : reply
		},
	}
}
