import { test as base, forgetNetworkErrors, registerVoter } from './fixtures.ts'
import { answerRows, attemptRows } from './messages/attempt.ts'
import { listRows } from './messages/lists.ts'
import { resultsRows } from './messages/results.ts'
import { spanishRows } from './messages/spanish.ts'
import { forgetOurs, play, speakSpanish } from './messages/stage.ts'
import { beginFirst } from './quiz-page.ts'

// The catalogue of messages: each is brought about as a voter would meet it, and read where it stands. The tables are by
// area, one page plays a whole table; what can never show says so there. What needs no browser is in tests/screens.

const test = base.extend<{ broken: null }>({
	broken: [
		async ({ page, complaints }, use) => {
			await use(null)
			await page.unrouteAll({ behavior: 'ignoreErrors' })
			forgetNetworkErrors(complaints)
			forgetOurs(complaints)
		},
		{ auto: true },
	],
})

test('shows the messages of missing app parts', async ({ page, server, voter }) =>
	play(listRows, { page, server, voter }))

test('shows the messages of a quiz in progress', async ({ page, server, voter }) => {
	await beginFirst(page, /agree or disagree/)
	await play(answerRows, { page, server, voter })
	await play(attemptRows, { page, server, voter })
})

test('shows the messages of slow results', async ({ page, server, voter }) =>
	play(resultsRows, { page, server, voter }))

test('shows the messages in Spanish', async ({ page, server }) => {
	await speakSpanish(page)
	await play(spanishRows, { page, server, voter: await registerVoter(server.origin) })
})
