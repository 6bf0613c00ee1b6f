import type { Deps } from './context.ts'
import { harmlessMessage } from './db/errors.ts'
import type { Db } from './db/types.ts'
import { forgetExpired } from './http/rate-limit.ts'
import { purgeUnused } from './services/knowledge-test/purge.ts'
import { purgeResets } from './services/password-resets/tokens.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

interface Job {
	readonly name: string
	readonly everyMs: number
	readonly run: (db: Db, now: Date) => Promise<unknown>
}

const JOBS: readonly Job[] = [
	{ name: 'purge unused test sessions', everyMs: DAY_MS, run: purgeUnused },
	{ name: 'forget expired rate limits', everyMs: HOUR_MS, run: forgetExpired },
	{ name: 'purge ended password resets', everyMs: HOUR_MS, run: purgeResets },
]

/**
 * Does what has to be done now and then: at once, and then every so often for as long as the process lives. A job that
 * fails is logged and tried again the next time.
 * @returns what ends it, and waits for what is under way.
 */
export const keepHouse = ({
	db,
	clock,
	log,
}: Pick<Deps, 'db' | 'clock' | 'log'>): (() => Promise<void>) => {
	let work = Promise.resolve()
	const start = ({ name, run }: Job): void => {
		work = work.then(async () => {
			try {
				await run(db, clock())
			} catch (error) {
				log('warn', 'housekeeping failed', { job: name, message: harmlessMessage(error) })
			}
		})
	}
	const timers = JOBS.map((job) => {
		start(job)
		// Unreferenced: it keeps no process alive that has nothing else to do.
		return setInterval(() => start(job), job.everyMs).unref()
	})
	return async () => {
		for (const timer of timers) clearInterval(timer)
		await work
	}
}
