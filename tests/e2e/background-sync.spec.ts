import type { Page } from 'playwright/test'
import { answerNext, recordOf, unsent, untilSent } from './attempt-events.ts'
import { expect, faultyTest as test } from './fixtures.ts'
import { beginFirst } from './quiz-page.ts'
import { untilControlled } from './update-host.ts'
import { openWorkerTools } from './worker-tools.ts'

// The service worker sends queued commands while no page of the app is open.

const ANSWERS = /\/api\/v2\/quiz\/(?:interact|batch)\//

const beginBinary = async (page: Page): Promise<void> => {
	await untilControlled(page)
	await beginFirst(page, /agree or disagree/)
	await untilSent(page)
}

/** Replaces the app with a page of the same origin. */
const leaveApp = async (page: Page): Promise<void> => {
	await page.goto('/robots.txt')
}

test('sends waiting answers from the worker after the last page closes', async ({
	page,
	voter,
	server,
	context,
}) => {
	await beginBinary(page)
	await context.setOffline(true)
	const answers = await answerNext(page, 3)
	await page.goto('about:blank')
	await context.setOffline(false)
	await leaveApp(page)
	const worker = await openWorkerTools(page)
	await worker.sync()
	await untilSent(page)
	expect(await recordOf(server, voter)).toEqual([['START', ...answers]])
})

test('does not send an answer twice if the worker stops midway', async ({
	page,
	voter,
	server,
	network,
}) => {
	await beginBinary(page)
	network.break(ANSWERS, { kind: 'hang' })
	const answers = await answerNext(page, 2)
	await leaveApp(page)
	network.mend()
	network.break(ANSWERS, { kind: 'hold' }, 1)
	const worker = await openWorkerTools(page)
	await worker.sync()
	await expect.poll(() => network.held()).toBe(1)
	await worker.stop()
	network.mend()
	expect(await unsent(page)).toBe(2)
	await worker.sync()
	await untilSent(page)
	expect(network.writes().filter(({ fault }) => fault === 'hold')).toHaveLength(1)
	expect(await recordOf(server, voter)).toEqual([['START', ...answers]])
})
