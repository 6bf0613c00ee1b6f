import {
	agreeElsewhere,
	answerNext,
	recordOf,
	shortenBackoff,
	unsent,
	untilSent,
} from './attempt-events.ts'
import { CAPTIVE_PORTAL, type FaultyProxy, problem, type Seen } from './faulty-proxy.ts'
import { expect, faultyTest as test } from './fixtures.ts'
import { answering, begin, beginFirst, statement } from './quiz-page.ts'

// Chromium's real locks, database and network, behind a faulty proxy. Results are checked in the database.

test.use({ arrived: false })

const ANSWERS = /\/api\/v2\/quiz\/(?:interact|batch)\//

const sent = (network: FaultyProxy): Seen[] =>
	network.writes().filter(({ path }) => path.startsWith('/api/v2/quiz/'))

/** Idempotency keys of a request: one, or those of a batch. */
const keysOf = ({ path, headers, body }: Seen): string[] => {
	if (!path.includes('/batch/')) return [headers['idempotency-key']?.replaceAll('"', '') ?? '']
	const { operations } = JSON.parse(body.toString()) as { operations: { key: string }[] }
	return operations.map(({ key }) => key)
}

test('delivers answers once and in order after a server outage', async ({
	page,
	voter,
	server,
}) => {
	await shortenBackoff(page)
	await beginFirst(page, /agree or disagree/)
	const before = await answerNext(page, 2)
	await untilSent(page)
	await server.halt()
	const meanwhile = await answerNext(page, 3)
	expect(await unsent(page)).toBe(3)
	await server.resume()
	await untilSent(page)
	expect(await recordOf(server, voter)).toEqual([['START', ...before, ...meanwhile]])
})

test('sends unsent answers and resumes the quiz after a page crash', async ({
	page,
	voter,
	server,
	network,
	context,
}) => {
	await beginFirst(page, /agree or disagree/)
	await untilSent(page)
	network.break(ANSWERS, { kind: 'down' })
	const before = await answerNext(page, 3)
	const next = await statement(page).textContent()
	const { href } = new URL(page.url())
	const crashed = page.waitForEvent('crash')
	const cdp = await context.newCDPSession(page)
	// A crashing page does not reply.
	void cdp.send('Page.crash').catch(() => undefined)
	await crashed

	network.mend()
	const reopened = await context.newPage()
	await reopened.goto(href)
	await expect(statement(reopened)).toHaveText(next ?? '')
	const after = await answerNext(reopened, 2)
	await untilSent(reopened)
	expect(await recordOf(server, voter)).toEqual([['START', ...before, ...after]])
})

test('sends one request at a time from two tabs', async ({
	page,
	voter,
	server,
	network,
	context,
}) => {
	await beginFirst(page, /agree or disagree/)
	const other = await context.newPage()
	await begin(other, /rate each policy/)
	await untilSent(other)
	// The first request keeps the lock until commands of both tabs have queued up.
	network.break(ANSWERS, { kind: 'hold' }, 1)
	const scale = await answerNext(other, 3)
	await page.bringToFront()
	const binary = await answerNext(page, 3)
	expect(network.held()).toBe(1)
	network.mend()
	network.break(ANSWERS, { kind: 'delay', ms: 80 })
	await untilSent(page)
	await untilSent(other)
	expect(sent(network).map(({ beside }) => beside)).toEqual(sent(network).map(() => 0))
	const keys = sent(network).flatMap(keysOf)
	expect(new Set(keys).size).toBe(keys.length)
	expect(await recordOf(server, voter)).toEqual([
		['START', ...binary],
		['START', ...scale],
	])
})

test('repeats requests with cut replies without duplicate effects', async ({
	page,
	voter,
	server,
	network,
}) => {
	network.break(/\/start\//, { kind: 'cut' }, 1)
	network.break(/\/(?:interact|batch|complete)\//, { kind: 'cut' }, 2)
	await beginFirst(page, /agree or disagree/)
	const answers = await answerNext(page, 3)
	await untilSent(page)
	answers.push(...(await agreeElsewhere(server, voter, 2)))
	await page.reload()
	await expect(page.getByText('39 of 40', { exact: true })).toBeVisible()
	answers.push(...(await answerNext(page, 2)))
	await expect(page).toHaveURL(/\/results/)
	await expect(page.getByText('Estimated on this device')).toHaveCount(0)
	await untilSent(page)
	const cut = sent(network).filter(({ fault }) => fault === 'cut')
	expect(cut).toHaveLength(3)
	const keys = sent(network).flatMap(keysOf)
	for (const key of cut.flatMap(keysOf)) {
		expect(keys.filter((other) => other === key).length).toBeGreaterThan(1)
	}
	expect(await recordOf(server, voter)).toEqual([['START', ...answers, 'COMPLETE']])
})

test('loses no answer to captive portals, server errors, or rate limits', async ({
	page,
	voter,
	server,
	network,
}) => {
	await shortenBackoff(page)
	await beginFirst(page, /agree or disagree/)
	await untilSent(page)
	// Block everything until all answers are given, even on a busy machine.
	network.break(ANSWERS, CAPTIVE_PORTAL)
	const answers = await answerNext(page, 4)
	const answered = () => sent(network).filter(({ path }) => ANSWERS.test(path))
	await expect.poll(() => answered().length).toBeGreaterThan(0)
	network.mend()
	network.break(ANSWERS, problem(500), 1)
	network.break(ANSWERS, problem(429, { 'retry-after': '2' }), 1)
	await untilSent(page)
	const tries = answered()
	const [busy, taken, rest] = tries.slice(-3)
	// At least one try each for the portal, the 500 and the 429.
	expect(tries.length).toBeGreaterThanOrEqual(5)
	expect(tries.map(({ fault }) => fault)).toEqual([
		...tries.slice(2).map(() => 'answer'),
		null,
		null,
	])
	// After a failed batch, one command is sent alone, then the rest as a batch.
	expect(taken?.path).toContain('/interact/')
	expect(rest?.path).toContain('/batch/')
	expect(rest && keysOf(rest)).toHaveLength(3)
	// Retry-After is a minimum.
	expect((taken?.at ?? 0) - (busy?.at ?? 0)).toBeGreaterThanOrEqual(2000)
	expect(await recordOf(server, voter)).toEqual([['START', ...answers]])
})

test('ignores a replayed request after the voter changed the answer', async ({
	page,
	voter,
	server,
	network,
}) => {
	await beginFirst(page, /agree or disagree/)
	const [agreed = ''] = await answerNext(page, 1)
	const text = agreed.replace('Agree: ', '')
	await page.getByRole('button', { name: 'Previous statement' }).click()
	await expect(statement(page)).toHaveText(text)
	await answering(page, () => page.getByRole('button', { name: 'Disagree' }).click())
	await untilSent(page)
	const late = sent(network).find(({ path }) => ANSWERS.test(path))
	expect(late && (await network.replay(late))).toBe(200)
	await page.reload()
	await page.getByRole('button', { name: 'Previous statement' }).click()
	const answered = page.getByRole('button', { name: 'Disagree' })
	await expect(answered).toHaveAttribute('aria-pressed', 'true')
	expect(await recordOf(server, voter)).toEqual([['START', agreed, `Disagree: ${text}`]])
})

test('lets another tab send while the sending tab is frozen', async ({
	page,
	voter,
	server,
	network,
	context,
}) => {
	await beginFirst(page, /agree or disagree/)
	await untilSent(page)
	network.break(ANSWERS, { kind: 'hold' }, 1)
	const frozen = await answerNext(page, 1)
	await expect.poll(() => network.held()).toBe(1)
	const cdp = await context.newCDPSession(page)
	await cdp.send('Page.setWebLifecycleState', { state: 'frozen' })

	const other = await context.newPage()
	await other.clock.install()
	await begin(other, /rate each policy/)
	const answers = await answerNext(other, 2)
	// The other tab checks every five seconds that the lock's holder is still running.
	await expect
		.poll(async () => {
			await other.clock.fastForward(5000)
			return unsent(other)
		})
		.toBe(0)
	await cdp.send('Page.setWebLifecycleState', { state: 'active' })
	network.mend()
	expect(await recordOf(server, voter)).toEqual([
		['START', ...frozen],
		['START', ...answers],
	])
})
