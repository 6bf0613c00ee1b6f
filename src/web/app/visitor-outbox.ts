import { createOutbox, type Outbox } from '#local/outbox.ts'
import { testWorld } from './tests.ts'

/**
 * What of one knowledge test waits or was refused. It is the visitor's, whoever is signed in: nothing of a voter is read
 * or sent here. Loaded when something was refused. @param sessionId the test.
 */
export const visitorOutbox = (sessionId: string): Outbox => createOutbox(...testWorld, sessionId)
