import { openTest, type Pair } from '../support/test-pairs.ts'
import { test as adminTest, type Send } from './admin-page.ts'
import { type ServerUnderTest, serveTo } from './fixtures.ts'

/** Back-office tests that open and close the knowledge test use separate servers. */
export const test = adminTest.extend<object, { server: ServerUnderTest }>({
	server: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright parses this pattern for the fixture's dependencies.
		async ({}, use) => serveTo(use),
		{ scope: 'worker', timeout: 90_000 },
	],
})

export const withoutTests = async (
	{ db }: Pick<ServerUnderTest, 'db'>,
	send: Send,
): Promise<void> => {
	await send('PUT', '/admin/test-config/toggle?enabled=false')
	await db.query('truncate test_configurations, test_feedback_marks cascade')
}

/** Opens a test about Roosevelt and Wilson, without sessions. */
export const withOneTest = async (server: ServerUnderTest, send: Send): Promise<Pair> => {
	await withoutTests(server, send)
	return openTest(send)
}
