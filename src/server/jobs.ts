import { sql } from 'drizzle-orm'
import type { Deps } from './context.ts'
import { compactCatalogueChanges } from './db/audit.ts'
import { harmlessMessage } from './db/errors.ts'
import type { Db } from './db/open.ts'
import { forgetExpired } from './http/rate-limits.ts'
import { markFeedback, renewMarks } from './services/admin-shared/feedback.ts'
import { purgeRecords, purgeUsers } from './services/admin-shared/purge.ts'
import { purgeResets } from './services/auth/password-reset.ts'
import { purgeLogos } from './services/candidates/logos.ts'
import { purgeExtractions } from './services/extraction/read.ts'
import { tallySessions } from './services/knowledge-test/analytics.ts'
import { purgeUnused } from './services/knowledge-test/purge.ts'

const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Something to be done now and then. */
export interface Job {
	readonly name: string
	readonly everyMs: number
	/** Whether its first time is one period after the start, and not the start. */
	readonly later?: boolean
	/** @param ending is set off when the process stops: what takes long ends at the next good place. */
	readonly run: (db: Db, now: Date, ending: AbortSignal) => Promise<unknown>
}

/**
 * Has the database count anew what it plans by: an embedded one never does so by itself, and then reads long lists the
 * wrong way. On a server it is done between times anyway, and costs little.
 */
const refreshStatistics = (db: Db): Promise<unknown> => db.execute(sql`analyze`)

const JOBS: readonly Job[] = [
	{ name: 'purge unused test sessions', everyMs: DAY_MS, run: purgeUnused },
	{ name: 'purge deleted users', everyMs: DAY_MS, run: purgeUsers },
	{ name: 'purge deleted records', everyMs: DAY_MS, run: purgeRecords },
	{ name: 'purge unused logos', everyMs: DAY_MS, run: purgeLogos },
	{ name: 'purge old extractions', everyMs: DAY_MS, run: purgeExtractions },
	{ name: 'add up changes of the catalogue', everyMs: DAY_MS, run: compactCatalogueChanges },
	{ name: 'refresh statistics', everyMs: DAY_MS, run: refreshStatistics },
	{ name: 'forget expired rate limits', everyMs: HOUR_MS, run: forgetExpired },
	{ name: 'purge ended password resets', everyMs: HOUR_MS, run: purgeResets },
	{ name: 'renew the marks of feedback', everyMs: DAY_MS, run: renewMarks },
	{ name: 'mark feedback', everyMs: MINUTE_MS, run: markFeedback },
	{ name: 'tally test sessions', everyMs: MINUTE_MS, run: tallySessions },
]

/**
 * Does what has to be done now and then: at once, and then every so often for as long as the process lives. A job that
 * fails is logged and tried again the next time.
 * @param more jobs of this start alone.
 * @returns what ends it, and waits for what is under way.
 */
export const startJobs = (
	{ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
	more: readonly Job[] = [],
): (() => Promise<void>) => {
	const ending = new AbortController()
	const waiting = new Set<Job>()
	let work = Promise.resolve()
	const start = (job: Job): void => {
		// One that waits for others already will be done soon enough.
		if (waiting.has(job)) return
		waiting.add(job)
		const { name, run } = job
		work = work.then(async () => {
			waiting.delete(job)
			// What has not begun is done after the next start: whoever stops the process waits for what is under way.
			if (ending.signal.aborted) return
			try {
				await run(db, clock(), ending.signal)
			} catch (error) {
				log('warn', 'housekeeping failed', { job: name, message: harmlessMessage(error) })
			}
		})
	}
	const timers = [...JOBS, ...more].map((job) => {
		if (!job.later) start(job)
		// Unreferenced: it keeps no process alive that has nothing else to do.
		return setInterval(() => start(job), job.everyMs).unref()
	})
	return async () => {
		for (const timer of timers) clearInterval(timer)
		ending.abort()
		await work
	}
}
