import { VISITOR } from '#device/context.ts'
import { createKnowledgeTests } from '#device/knowledge-test.ts'
import { createReads } from '#device/reads.ts'
import { store } from './store.ts'

const visitor = { ...store, user: () => VISITOR }

/** Has the queue sent; the engine is loaded when there is something for it to do. */
export const drainTestSync = async (): Promise<void> => {
	const { visitorEngine } = await import('./visitor-engine.ts')
	await visitorEngine.drain()
}

/** The same when the page starts: also what was put off for a while. */
export const wakeTestSync = async (): Promise<void> => {
	const { visitorEngine } = await import('./visitor-engine.ts')
	await visitorEngine.wake()
}

/** The world of the knowledge test in this page: its device, and what sends what a command queued. */
export const testWorld = [
	{ ...visitor, reads: createReads(visitor) },
	() => void drainTestSync().catch(reportError),
] as const

/** The knowledge test on this device. */
export const tests = createKnowledgeTests(...testWorld)
