import { setTimeout as delay } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import type { ExtractionStage } from '#domain/extraction-limits.ts'
import type { Deps } from '../../context.ts'
import { harmlessMessage } from '../../db/errors.ts'
import { extractions } from '../../db/schema.ts'

/** How often what is done is written down, in ms. */
const EVERY_MS = 300

/** How far an extraction is. */
export interface Step {
	readonly stage: ExtractionStage
	readonly done: number
	readonly total: number
}

/** Writes down how far an extraction is, for whoever asks, and hears from there when it is cancelled: any process may be asked. */
export interface Progress {
	readonly tell: (step: Step) => void
	/** Aborted when the extraction is cancelled or the server ends. */
	readonly signal: AbortSignal
	readonly end: () => Promise<void>
}

/** Begins to write down how far an extraction is. @param ending aborted when the server ends. */
export const keepProgress = (
	{ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
	id: string,
	ending: AbortSignal,
): Progress => {
	const ended = new AbortController()
	const cancelled = new AbortController()
	let step: Step = { stage: 'fetch', done: 0, total: 0 }
	const write = async (): Promise<void> => {
		const rows = await db
			.update(extractions)
			.set({ ...step, aliveAt: clock() })
			.where(and(eq(extractions.id, id), eq(extractions.status, 'RUNNING')))
			.returning({ id: extractions.id })
		if (rows.length === 0) cancelled.abort()
	}
	const keep = async (): Promise<void> => {
		while (!ended.signal.aborted && !cancelled.signal.aborted) {
			// What is not written now is written the next time: the work goes on meanwhile.
			await write().catch((error: unknown) =>
				log('warn', 'progress not written', { message: harmlessMessage(error) }),
			)
			await delay(EVERY_MS, undefined, { signal: ended.signal }).catch(() => undefined)
		}
	}
	const keeping = keep()
	return {
		tell: (next) => {
			step = next
		},
		signal: AbortSignal.any([ending, cancelled.signal]),
		end: async () => {
			ended.abort()
			await keeping
		},
	}
}
