import { openTest, type Pair } from '../support/test-pairs.ts'
import { test as adminTest, type Send } from './admin-page.ts'
import { type ServerUnderTest, serveTo } from './fixtures.ts'

/** Tests of the back-office that open and close the knowledge test, which others need: on servers of their own. */
export const test = adminTest.extend<object, { server: ServerUnderTest }>({
	server: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
		async ({}, use) => serveTo(use),
		{ scope: 'worker', timeout: 90_000 },
	],
})

/** Has a server without any pair, session or feedback, whose test is closed. */
export const withoutTests = async (
	{ db }: Pick<ServerUnderTest, 'db'>,
	send: Send,
): Promise<void> => {
	await send('PUT', '/admin/test-config/toggle?enabled=false')
	await db.query('truncate test_configurations, test_feedback_marks cascade')
}

/** A server whose test is open and asks about Roosevelt and Wilson, and of which nothing is known yet. */
export const withOneTest = async (server: ServerUnderTest, send: Send): Promise<Pair> => {
	await withoutTests(server, send)
	return openTest(send)
}
