import { VISITOR } from '#device/context.ts'
import { createKnowledgeTests } from '#device/knowledge-test.ts'
import { createReads } from '#device/reads.ts'
import { takeFirstStart } from '#web/first/first-policy.ts'
import { store } from './store.ts'

const visitor = { ...store, user: () => VISITOR }

/** Sends the visitor's queue. Loads the engine on demand. */
export const drainTestSync = async (): Promise<void> => {
	const { visitorEngine } = await import('./visitor-engine.ts')
	await visitorEngine.drain()
}

/** Arguments for the knowledge test: dependencies, and a callback that starts sending. */
export const testWorld = [
	{ ...visitor, reads: createReads(visitor) },
	() => void drainTestSync().catch(reportError),
] as const

export const tests = createKnowledgeTests(...testWorld, takeFirstStart)
