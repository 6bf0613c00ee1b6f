import { test as base, forgetNetworkErrors, registerVoter, signIn } from './fixtures.ts'
import { accountRows } from './messages/account.ts'
import { answerRows, attemptRows } from './messages/attempt.ts'
import { introRows } from './messages/intro.ts'
import { testRows } from './messages/knowledge-test.ts'
import { listRows } from './messages/lists.ts'
import { refusedRows } from './messages/refused.ts'
import { resultsRows } from './messages/results.ts'
import { spanishRows } from './messages/spanish.ts'
import { forgetOurs, play, speakSpanish } from './messages/stage.ts'
import { beginFirst } from './quiz-page.ts'

// The catalogue of messages: each is brought about as a voter would meet it, and read where it stands. The tables are by
// area, one page plays a whole table; what can never show says so there.

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

test('messages of sign-in and registration', async ({ page, server }) =>
	play(accountRows, { page, server, voter: await registerVoter(server.origin) }))

test('messages of the elections and My Activity', async ({ page, server }) => {
	const voter = await registerVoter(server.origin)
	await page.route('**/elections/active', (route) => route.abort())
	await signIn(page, voter)
	await play(listRows, { page, server, voter })
})

test("messages of a quiz's intro", async ({ page, server, voter }) =>
	play(introRows, { page, server, voter }))

test('messages of a quiz under way', async ({ page, server, voter }) => {
	await beginFirst(page, /agree or disagree/)
	await play(answerRows, { page, server, voter })
	await play(attemptRows, { page, server, voter })
})

test('messages of what the server did not take', async ({ page, server, voter }) =>
	play(refusedRows, { page, server, voter }))

test('messages of the results', async ({ page, server, voter }) =>
	play(resultsRows, { page, server, voter }))

test('messages of the knowledge test', async ({ page, server }) =>
	play(testRows, { page, server, voter: await registerVoter(server.origin) }))

test('messages on pages in Spanish', async ({ page, server }) => {
	await speakSpanish(page)
	await play(spanishRows, { page, server, voter: await registerVoter(server.origin) })
})
