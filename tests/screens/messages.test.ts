import { registerUser, test } from '../support/screens.ts'
import { accountRows } from './messages/account.ts'
import { introRows } from './messages/intro.ts'
import { testRows } from './messages/knowledge-test.ts'
import { listRows } from './messages/lists.ts'
import { refusedRows } from './messages/refused.ts'
import { resultsRows } from './messages/results.ts'
import { play } from './messages/stage.ts'

// Message catalog: each message is triggered as a user would, and checked where it appears. One page plays a table per
// area; each table lists messages that never show. Those that need a real browser are in tests/e2e/messages.

test('shows the messages of sign-in and registration', async ({ page, server }) =>
	play(accountRows, { page, server, voter: await registerUser(server) }))

test('shows the messages of the elections and My Activity', async ({ page, server, voter }) => {
	page.route('**/elections/active', (route) => route.abort())
	await page.goto('/elections')
	await play(listRows, { page, server, voter })
})

test('shows the messages of refused entries', async ({ page, server, voter }) =>
	play(refusedRows, { page, server, voter }))

test('shows the messages of a quiz intro', async ({ page, server, voter }) =>
	play(introRows, { page, server, voter }))

test('shows the messages of the results', async ({ page, server, voter }) =>
	play(resultsRows, { page, server, voter }))

test('shows the messages of the knowledge test', async ({ page, server }) =>
	play(testRows, { page, server, voter: await registerUser(server) }))
