import { answerNext, recordOf, untilSent } from '../e2e/attempt-events.ts'
import { sendSignIn } from '../e2e/fixtures.ts'
import { beginFirst, statementText } from '../e2e/quiz-page.ts'
import { expect, goOnline, signIn, test } from './fixtures.ts'

test('reports refused storage and works for the visit', async ({
	launch,
	network,
	server,
	voter,
}) => {
	const { page } = await launch({ off: ['IndexedDB', 'serviceWorker'] })
	await page.goto(`${network.origin}/login`)
	await sendSignIn(page, voter)
	await page.getByText('This browser does not let Evenhand save anything.').waitFor()
	await page.getByRole('button', { name: 'Nothing is saved on this device' }).first().waitFor()
	await beginFirst(page, /agree or disagree/)
	network.break(/\/interact|\/batch/, { kind: 'down' })
	const answers = await answerNext(page, 3)
	expect(await page.getByText('Everything is sent').count()).toBe(0)
	await goOnline(network, page)
	answers.push(...(await answerNext(page, 2)))
	await expect
		.poll(() => recordOf(server, voter), { timeout: 60_000 })
		.toEqual([['START', ...answers]])
})

test('keeps answers over a reload in a private window', async ({
	launch,
	network,
	server,
	voter,
}) => {
	const { page } = await launch({ private: true })
	await signIn(page, network.origin, voter)
	await beginFirst(page, /agree or disagree/)
	await untilSent(page)
	network.break(/^\/api\//, { kind: 'down' })
	const answers = await answerNext(page, 3)
	const next = await statementText(page)
	await page.reload()
	await expect.poll(() => statementText(page)).toBe(next)
	await goOnline(network, page)
	answers.push(...(await answerNext(page, 2)))
	await untilSent(page)
	expect(await recordOf(server, voter)).toEqual([['START', ...answers]])
})
