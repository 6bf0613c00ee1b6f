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

/** The ids of candidates of the sample data, by their names. */
const candidateId = async (send: Send, name: string): Promise<string> => {
	const path = `/admin/candidates?search=${encodeURIComponent(name)}`
	const { rows } = await send<{ rows: { id: string }[] }>('GET', path)
	return rows[0]?.id ?? ''
}

export interface Pair {
	readonly id: string
	readonly isActive: boolean
}

/** A pair that another administrator has made. */
export const makePair = async (send: Send, one: string, other: string): Promise<Pair> => {
	const [candidate1Id, candidate2Id] = [
		await candidateId(send, one),
		await candidateId(send, other),
	]
	await send('POST', '/admin/test-config', { candidate1Id, candidate2Id })
	const all = await send<Pair[]>('GET', '/admin/test-config/all')
	const [last] = all.slice(-1)
	if (last === undefined) throw new Error('No pair was made')
	return last
}

/** A server whose test is open and asks about Roosevelt and Wilson, and of which nothing is known yet. */
export const withOneTest = async (server: ServerUnderTest, send: Send): Promise<Pair> => {
	await withoutTests(server, send)
	const pair = await makePair(send, 'Theodore Roosevelt', 'Woodrow Wilson')
	await send('PUT', `/admin/test-config/${pair.id}/activate`)
	await send('PUT', '/admin/test-config/toggle?enabled=true')
	return pair
}
