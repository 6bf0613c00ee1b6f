import { answerNext, recordOf, untilSent } from '../e2e/attempt-events.ts'
import { beginFirst, statementText } from '../e2e/quiz-page.ts'
import { expect, goOnline, signIn, test } from './fixtures.ts'

test('sends the answers of two tabs to one attempt once', async ({
	launch,
	network,
	server,
	voter,
}) => {
	const { page: first, newTab } = await launch()
	await signIn(first, network.origin, voter)
	await beginFirst(first, /agree or disagree/)
	const answers = await answerNext(first, 3)
	const second = await newTab()
	await second.goto(await first.url())
	await expect.poll(() => statementText(second)).toBe(await statementText(first))
	answers.push(...(await answerNext(second, 3)))
	// Both tabs have answers to send when the network is back.
	network.break(/^\/api\//, { kind: 'down' })
	for (const tab of [first, second, first]) {
		await tab.bringToFront()
		await expect.poll(() => statementText(tab)).not.toBe('')
		answers.push(...(await answerNext(tab, 2)))
	}
	for (const tab of [first, second]) await goOnline(network, tab)
	await untilSent(first)
	await untilSent(second)
	expect(await recordOf(server, voter)).toEqual([['START', ...answers]])
})

test('signs out of both tabs', async ({ launch, network, voter }) => {
	const { page: first, newTab } = await launch()
	await signIn(first, network.origin, voter)
	const second = await newTab()
	await second.goto(`${network.origin}/settings`)
	await second.getByRole('heading', { level: 1 }).waitFor()
	await first.bringToFront()
	await first.goto('/settings')
	await first.getByRole('button', { name: 'Sign Out' }).press('Enter')
	for (const tab of [first, second]) {
		await tab.bringToFront()
		const which = tab === first ? 'first' : 'second'
		await expect.poll(() => tab.url(), which).toMatch(/\/login/)
		expect(await tab.evaluate(() => localStorage.getItem('token'))).toBeNull()
	}
})
