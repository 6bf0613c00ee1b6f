import { createTestEnds } from '#device/knowledge-test-end.ts'
import { createOutbox, type Outbox } from '#device/outbox.ts'
import { tests, testWorld } from './knowledge-test.ts'

/** What comes after the guesses: no first visit waits for it. */
export const testEnds = createTestEnds(...testWorld)

/** Once a test has begun: tidies up, drops what is of another test than there is now, and fetches the next one ahead. */
export const prepareNextTest = async (): Promise<void> => {
	await testEnds.tidy()
	await testEnds.keepUp()
	await tests.fetchSpare()
}

/**
 * What of one knowledge test waits or was refused. It is the visitor's, whoever is signed in: nothing of a voter is read
 * or sent here. Loaded when something was refused. @param sessionId the test.
 */
export const visitorOutbox = (sessionId: string): Outbox => createOutbox(...testWorld, sessionId)
