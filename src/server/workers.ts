import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from './log.ts'

/** Backoff before a worker is replaced. Doubles while workers exit early. */
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000
/** Uptime after which an exit no longer counts as a failed start. */
const SETTLED_MS = 60_000
/** Grace period between SIGTERM and SIGKILL. */
const PATIENCE_MS = 60_000

/** Number of the worker, from 1. Unset without workers. */
const WORKER_NUMBER = 'EVENHAND_WORKER'

/** Returns true in the first worker, or in the only process. */
export const isFirstWorker = (): boolean => (process.env[WORKER_NUMBER] ?? '1') === '1'

interface Workers {
	/** Resolves once all workers listen. @throws if one fails to start. */
	readonly begin: () => Promise<void>
	readonly stop: () => Promise<void>
}

/**
 * Resolves when a worker exits. Never rejects, unlike `once()`, which fails on the error of a message to a killed
 * worker.
 */
const ended = (worker: Worker): Promise<void> =>
	new Promise((resolve) => {
		if (worker.isDead()) resolve()
		else worker.once('exit', () => resolve())
	})

/**
 * Runs several processes on one port that share only the database. Replaces a worker that exits; its open requests are
 * lost.
 */
export const createWorkers = (count: number, log: Log): Workers => {
	const running = new Set<Worker>()
	let stopping = false

	const fork = async (number: number): Promise<Worker> => {
		const worker = cluster.fork({ [WORKER_NUMBER]: String(number) })
		running.add(worker)
		worker.once('exit', () => running.delete(worker))
		// A message to a dead worker emits an error, which would crash the primary if unhandled.
		worker.on('error', (error) => log('warn', 'worker not reached', { error: error.name }))
		const listening = await Promise.race([
			once(worker, 'listening').then(() => true),
			ended(worker).then(() => false),
		])
		if (!listening) throw new Error(`Worker ${number} could not begin.`)
		return worker
	}

	const keep = async (number: number, first: Worker): Promise<void> => {
		let worker: Worker | null = first
		let pause = FIRST_PAUSE_MS
		while (!stopping) {
			const since = Date.now()
			if (worker !== null) await ended(worker)
			if (stopping) return
			log('error', 'worker ended', { worker: number })
			pause = Date.now() - since > SETTLED_MS ? FIRST_PAUSE_MS : pause
			// This timer also keeps the primary alive when no worker is running.
			await sleep(pause)
			pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
			worker = stopping ? null : await fork(number).catch(() => null)
		}
	}

	const begin = async (): Promise<void> => {
		// Start one first: it runs the migrations, for which the others would only wait.
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
