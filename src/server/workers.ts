import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from './log.ts'

/** The first and the longest time before a worker that ended is replaced; it doubles while they end at once. */
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000
/** A worker that lived so long did not end because it could not begin. */
const SETTLED_MS = 60_000
/** A worker that has not ended so long after it was told to has nothing left that it could finish. */
const PATIENCE_MS = 60_000

/** Says which of the workers a process is, from 1. Unset where there are none. */
const WORKER_NUMBER = 'EVENHAND_WORKER'

/** Whether this process is the first of the workers, or the only one that there is. */
export const isFirstWorker = (): boolean => (process.env[WORKER_NUMBER] ?? '1') === '1'

interface Workers {
	/** Resolves once all of them listen. @throws where one cannot begin. */
	readonly begin: () => Promise<void>
	/** Has each finish what it has under way, and waits for it. */
	readonly stop: () => Promise<void>
}

/** Resolves once a worker has ended. It never rejects: a message to one that has just been killed makes an error of its own. */
const ended = (worker: Worker): Promise<void> =>
	new Promise((resolve) => {
		if (worker.isDead()) resolve()
		else worker.once('exit', () => resolve())
	})

/**
 * Runs several processes on one port. They share the database and nothing else: a worker that ends takes with it what it
 * had under way, and is replaced.
 * @param count how many.
 */
export const createWorkers = (count: number, log: Log): Workers => {
	const running = new Set<Worker>()
	let stopping = false

	const fork = async (number: number): Promise<Worker> => {
		const worker = cluster.fork({ [WORKER_NUMBER]: String(number) })
		running.add(worker)
		worker.once('exit', () => running.delete(worker))
		// What cannot be told to one that is gone is nobody's to mend, and would end this process and so all the others.
		worker.on('error', (error) => log('warn', 'worker not reached', { error: error.name }))
		const listening = await Promise.race([
			once(worker, 'listening').then(() => true),
			ended(worker).then(() => false),
		])
		if (!listening) throw new Error(`Worker ${number} could not begin.`)
		return worker
	}

	/** Replaces a worker each time that it ends, for as long as all are to run. */
	const keep = async (number: number, first: Worker): Promise<void> => {
		let worker: Worker | null = first
		let pause = FIRST_PAUSE_MS
		while (!stopping) {
			const since = Date.now()
			if (worker !== null) await ended(worker)
			if (stopping) return
			log('error', 'worker ended', { worker: number })
			pause = Date.now() - since > SETTLED_MS ? FIRST_PAUSE_MS : pause
			// It keeps this process alive: with all workers gone nothing else would.
			await sleep(pause)
			pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
			worker = stopping ? null : await fork(number).catch(() => null)
		}
	}

	const begin = async (): Promise<void> => {
		// One first: it brings the database up to date, for which the others would only wait.
		const workers = [await fork(1)]
		const others = Array.from({ length: count - 1 }, (_, index) => fork(index + 2))
		workers.push(...(await Promise.all(others)))
		for (const [index, worker] of workers.entries()) void keep(index + 1, worker)
	}

	const stop = async (): Promise<void> => {
		stopping = true
		await Promise.all(
			[...running].map(async (worker) => {
				worker.process.kill('SIGTERM')
				const impatience = setTimeout(() => worker.process.kill('SIGKILL'), PATIENCE_MS)
				await ended(worker)
				clearTimeout(impatience)
			}),
		)
	}

	return { begin, stop }
}
