import { createTestEnds } from '#local/test-end.ts'
import { tests, testWorld } from './tests.ts'

/** What comes after the guesses: no first visit waits for it. */
export const testEnds = createTestEnds(...testWorld)

/** Once a test has begun: tidies up, drops what is of another test than there is now, and fetches the next one ahead. */
export const lookAhead = async (): Promise<void> => {
	await testEnds.tidy()
	await testEnds.keepUp()
	await tests.fetchSpare()
}
