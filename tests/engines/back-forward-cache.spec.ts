import { answerNext, recordOf, untilSent } from '../e2e/attempt-events.ts'
import { beginFirst, statementText, untilAnswerable } from '../e2e/quiz-page.ts'
import type { EnginePage } from './engine.ts'
import { expect, goOnline, signIn, test } from './fixtures.ts'

/** Leaves for another page and comes back. @returns true if the page came from the back/forward cache. */
const leaveAndReturn = async (page: EnginePage, by: 'goBack' | 'goForward'): Promise<boolean> => {
	await page.evaluate(() => {
		document.documentElement.dataset.restored = 'no'
		addEventListener('pageshow', ({ persisted }) => {
			if (persisted) document.documentElement.dataset.restored = 'yes'
		})
	})
	if (by === 'goBack') await page.goto('/robots.txt')
	else await page.goBack()
	await page.waitForFunction(() => location.pathname === '/robots.txt')
	await page[by]()
	return page.evaluate(() => document.documentElement.dataset.restored === 'yes')
}

test('sends answers once after leaving and coming back', async ({
	tab,
	network,
	server,
	voter,
}) => {
	await signIn(tab, network.origin, voter)
	await beginFirst(tab, /agree or disagree/)
	const attempt = await tab.url()
	await tab.goto('/robots.txt')
	await tab.goto(attempt)
	const answers: string[] = []
	for (const by of ['goForward', 'goBack', 'goBack'] as const) {
		await expect.poll(() => statementText(tab)).not.toBe('')
		await untilSent(tab)
		network.break(/^\/api\//, { kind: 'down' })
		answers.push(...(await answerNext(tab, 2)))
		const next = await statementText(tab)
		await untilAnswerable(tab)
		expect(await leaveAndReturn(tab, by)).toBe(true)
		await expect.poll(() => statementText(tab)).toBe(next)
		answers.push(...(await answerNext(tab, 2)))
		await goOnline(network, tab)
	}
	await untilSent(tab)
	expect(await recordOf(server, voter)).toEqual([['START', ...answers]])
})

test('asks on after coming back while nothing is sent', async ({ tab, network, server, voter }) => {
	await signIn(tab, network.origin, voter)
	await beginFirst(tab, /agree or disagree/)
	await untilSent(tab)
	// Firefox caches no page that still loads.
	const restores = async (): Promise<boolean> => {
		await untilAnswerable(tab)
		return leaveAndReturn(tab, 'goBack')
	}
	await expect.poll(restores).toBe(true)
	const answers = await answerNext(tab, 3)
	await untilSent(tab)
	expect(await recordOf(server, voter)).toEqual([['START', ...answers]])
})
