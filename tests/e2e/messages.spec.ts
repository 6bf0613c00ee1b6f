import { test as base, forgetNetworkErrors, registerVoter } from './fixtures.ts'
import { answerRows, attemptRows } from './messages/attempt.ts'
import { spanishRows } from './messages/spanish.ts'
import { forgetOurs, play, speakSpanish } from './messages/stage.ts'
import { beginFirst } from './quiz-page.ts'

// Message catalog: each message is triggered as a user would, and checked where it appears. One page plays a table per
// area; each table lists messages that never show. Messages without need of a browser are in tests/screens.

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

test('shows the messages of a quiz in progress', async ({ page, server, voter }) => {
	await beginFirst(page, /agree or disagree/)
	await play(answerRows, { page, server, voter })
	await play(attemptRows, { page, server, voter })
})

test('shows the messages in Spanish', async ({ page, server }) => {
	await speakSpanish(page)
	await play(spanishRows, { page, server, voter: await registerVoter(server.origin) })
})
