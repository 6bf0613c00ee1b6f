import { createTestEnds } from '#device/knowledge-test-end.ts'
import { createOutbox, type Outbox } from '#device/outbox.ts'
import { tests, testWorld } from './knowledge-test.ts'
import { visitorEngine } from './visitor-engine.ts'

/** Loaded late, because a first visit does not need it. */
export const testEnds = createTestEnds(...testWorld)

/** Sends the visitor's queue, including postponed entries. Call it at startup. */
export const wakeTestSync = (): Promise<void> => visitorEngine.wake()

/** Call it once a test has begun: tidies up, drops sessions of other tests, and prefetches the next one. */
export const prepareNextTest = async (): Promise<void> => {
	await testEnds.tidy()
	await testEnds.keepUp()
	await tests.fetchSpare()
}

/** Creates the outbox of one knowledge test. It belongs to the visitor: no voter's entries are read or sent. */
export const visitorOutbox = (sessionId: string): Outbox => createOutbox(...testWorld, sessionId)
