import { sql } from 'drizzle-orm'
import { DAY_MS } from '#domain/days.ts'
import { CLEANUP_HOURS } from '#domain/limits.ts'
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

export interface Job {
	readonly name: string
	readonly everyMs: number
	/** Wait one period before the first run. */
	readonly later?: boolean
	/** @param ending aborts when the process stops; long jobs end at the next safe point. */
	readonly run: (db: Db, now: Date, ending: AbortSignal) => Promise<unknown>
}

/**
 * Refreshes the query planner's statistics. PGlite has no autovacuum, and without statistics it picks bad plans for
 * long lists. On PostgreSQL this is redundant but cheap.
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
	{ name: 'forget expired rate limits', everyMs: CLEANUP_HOURS * HOUR_MS, run: forgetExpired },
	{ name: 'purge ended password resets', everyMs: CLEANUP_HOURS * HOUR_MS, run: purgeResets },
	{ name: 'renew the marks of feedback', everyMs: DAY_MS, run: renewMarks },
	{ name: 'mark feedback', everyMs: MINUTE_MS, run: markFeedback },
	{ name: 'tally test sessions', everyMs: MINUTE_MS, run: tallySessions },
]

/**
 * Runs every job at startup and then periodically, one at a time. A failed job is logged and retried at its next turn.
 * @returns a function that stops the jobs and waits for the current one.
 */
export const startJobs = (
	{ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
	more: readonly Job[] = [],
): (() => Promise<void>) => {
	const ending = new AbortController()
	const waiting = new Set<Job>()
	let work = Promise.resolve()
	const start = (job: Job): void => {
		if (waiting.has(job)) return
		waiting.add(job)
		const { name, run } = job
		work = work.then(async () => {
			waiting.delete(job)
			// Skip queued jobs: shutdown waits only for the current one, and they run after the next start.
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
		return setInterval(() => start(job), job.everyMs).unref()
	})
	return async () => {
		for (const timer of timers) clearInterval(timer)
		ending.abort()
		await work
	}
}
