import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import {
	expect,
	expectAccessibleInBothThemes,
	type RegisteredVoter,
	registerVoter,
	sendSignIn,
	signIn,
	signInByForm,
	test,
	withoutBackgroundSync,
} from './fixtures.ts'
import { answering, beginFirst, statement, statementText } from './quiz-page.ts'

const INTERACT = '**/api/v2/quiz/{interact,batch}/**'

test.beforeEach(({ page }) => withoutBackgroundSync(page))

const agree = (page: Page): Promise<string> =>
	answering(page, () => page.getByRole('button', { name: 'Agree', exact: true }).click())

const refuseAnswers = async (page: Page): Promise<void> => {
	await page.route(INTERACT, (route) =>
		route.fulfill({
			status: 422,
			contentType: 'application/problem+json',
			json: { title: 'Unprocessable', status: 422, message: 'This statement was withdrawn.' },
		}),
	)
}

/** Visible sync status button; each bar contains one. */
const sign = (page: Page, name: string | RegExp) =>
	page.getByRole('banner').getByRole('button', { name })

const answeredOnServer = async (origin: string, voter: RegisteredVoter): Promise<number> => {
	const headers = { authorization: `Bearer ${voter.token}` }
	const reply = await fetch(`${origin}/api/quiz/history`, { headers })
	const [row] = (await reply.json()) as { answeredQuestions: number }[]
	return row?.answeredQuestions ?? 0
}

test('passes axe in the sync sheet and after an expired session', async ({
	page,
	voter,
	context,
	complaints,
}) => {
	await beginFirst(page, /agree or disagree/)
	await context.setOffline(true)
	await agree(page)
	await sign(page, 'Offline, 1 not sent yet').click()
	const sheet = page.getByRole('dialog', { name: 'Sync status' })
	await expect(sheet.getByText('Waiting for a connection')).toBeVisible()
	await expectAccessibleInBothThemes(page)
	await refuseAnswers(page)
	await context.setOffline(false)
	await expect(sheet.getByText('The server says: This statement was withdrawn.')).toBeVisible()
	await expectAccessibleInBothThemes(page)
	const download = page.waitForEvent('download')
	await sheet.getByRole('button', { name: 'Save a copy' }).click()
	const copy = await readFile(await (await download).path(), 'utf8')
	expect(copy).toContain('Reason: This statement was withdrawn.')
	await sheet.getByRole('button', { name: 'Discard' }).click()
	await expectAccessibleInBothThemes(page)
	await sheet.getByRole('button', { name: 'Discard', exact: true }).click()
	await sheet.getByRole('button', { name: 'Close' }).click()
	await page.unrouteAll()
	await page.route(INTERACT, (route) =>
		route.fulfill({ status: 401, contentType: 'application/problem+json', json: { status: 401 } }),
	)
	await page.getByRole('button', { name: 'Agree', exact: true }).click()
	await expect(page).toHaveURL(/\/login/)
	await expect(page.getByText('Your session has ended.')).toBeVisible()
	await expectAccessibleInBothThemes(page)
	expect(voter.token).not.toBe('')
	complaints.length = 0
})

test('passes axe in the sign-out dialogs of a shared device', async ({
	page,
	context,
	server,
	complaints,
}) => {
	await signInByForm(page, await registerVoter(server.origin), 'shared')
	await beginFirst(page, /agree or disagree/)
	await context.setOffline(true)
	await agree(page)
	await page.getByRole('button', { name: 'Settings' }).click()
	await page.getByRole('button', { name: 'Sign Out' }).click()
	const question = page.getByRole('dialog', { name: '1 answer not sent yet' })
	await question.getByRole('button', { name: 'Send now' }).click()
	await expect(question.getByText('Not everything could be sent.')).toBeVisible()
	await expectAccessibleInBothThemes(page)
	await refuseAnswers(page)
	await context.setOffline(false)
	await question.getByRole('button', { name: 'Send now' }).click()
	await expect(page.getByRole('dialog', { name: '1 change could not be sent' })).toBeVisible()
	await expectAccessibleInBothThemes(page)
	complaints.length = 0
})

test('returns from the sign-in to a public page after expiry', async ({
	page,
	voter,
	complaints,
}) => {
	// Wait for the first profile check: a 401 for it would end the session on this page.
	const checked = page.waitForResponse(
		(reply) => reply.url().endsWith('/api/users/profile') && page.url().endsWith('/settings'),
	)
	await page.goto('/settings')
	await checked
	await page.route('**/api/users/profile', (route) =>
		route.fulfill({ status: 401, contentType: 'application/problem+json', json: { status: 401 } }),
	)
	await page.reload()
	await expect(page).toHaveURL('/login?redirect=%2Fsettings')
	await expect(page.getByText('Your session has ended.')).toBeVisible()
	await page.unrouteAll()
	await sendSignIn(page, voter)
	await expect(page).toHaveURL('/settings')
	complaints.length = 0
})

test('reports an older tab that blocks the database until it closes', async ({
	page,
	context,
	server,
}) => {
	const voter = await registerVoter(server.origin)
	const old = await context.newPage()
	await old.goto('/robots.txt')
	await old.evaluate(
		() =>
			new Promise<void>((resolve, reject) => {
				const opening = indexedDB.open('evenhand', 10)
				opening.onsuccess = () => resolve()
				opening.onerror = () => reject(opening.error)
			}),
	)
	await signIn(page, voter)
	const banner = page.getByText(
		'An older version of Evenhand is open in another tab. Close that tab to continue.',
	)
	await expect(banner).toBeVisible()
	await expectAccessibleInBothThemes(page)
	await old.close()
	await expect(banner).toHaveCount(0)
	await expect(page.getByText('Found 2 elections')).toBeVisible()
})

test('works from memory if the database never opens', async ({ page, server }) => {
	await page.addInitScript(() => {
		// Request that never completes.
		IDBFactory.prototype.open = () => ({ readyState: 'pending' }) as IDBOpenDBRequest
	})
	await signIn(page, await registerVoter(server.origin))
	await expect(page.getByText('Found 2 elections')).toBeVisible()
	await expect(page.getByText('This browser does not let Evenhand save anything.')).toBeVisible()
	await expect(sign(page, 'Nothing is saved on this device')).toBeVisible()
	await beginFirst(page, /agree or disagree/)
	const arrived = page.waitForResponse((reply) => /\/interact/.test(reply.url()) && reply.ok())
	await agree(page)
	await arrived
	await expectAccessibleInBothThemes(page)
	await expect(page.getByText('Everything is sent')).toHaveCount(0)
})

test('reports a deleted database and the loss once', async ({ page, server, complaints }) => {
	await signIn(page, await registerVoter(server.origin))
	await beginFirst(page, /agree or disagree/)
	await page.route(INTERACT, (route) => route.abort())
	await agree(page)
	// Marker outside the database that reveals an eviction.
	await expect.poll(() => page.evaluate(() => localStorage.getItem('evenhand.kept'))).toBe('1')
	await page.goto('/robots.txt')
	await page.evaluate(
		() =>
			new Promise<void>((resolve, reject) => {
				const deleting = indexedDB.deleteDatabase('evenhand')
				deleting.onsuccess = () => resolve()
				deleting.onerror = () => reject(deleting.error)
			}),
	)
	await page.goto('/elections')
	const banner = page.getByText(
		'This browser deleted what Evenhand had saved on this device. 1 answer had not been sent.',
	)
	await expect(banner).toBeVisible()
	await expectAccessibleInBothThemes(page)
	await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
	await page.reload()
	await expect(page.getByText('Found 2 elections')).toBeVisible()
	await expect(banner).toHaveCount(0)
	complaints.length = 0
})

type Trouble = 'full' | 'lost' | 'slow' | null

/** Simulates storage trouble in the page's IndexedDB, set by `trouble`. */
const breakStore = async (page: Page): Promise<void> => {
	await page.addInitScript(() => {
		const faults: { trouble: Trouble } = { trouble: null }
		Object.assign(window, { faults })
		for (const name of ['put', 'add'] as const) {
			const original = IDBObjectStore.prototype[name]
			IDBObjectStore.prototype[name] = function (...args) {
				if (faults.trouble === 'full') throw new DOMException('No room.', 'QuotaExceededError')
				return original.apply(this, args)
			}
		}
		const { transaction } = IDBDatabase.prototype
		IDBDatabase.prototype.transaction = function (...args) {
			if (faults.trouble === 'lost') throw new DOMException('Connection lost.', 'UnknownError')
			const begun = transaction.apply(this, args)
			const keepOpen = (): void => {
				if (faults.trouble !== 'slow') return
				begun.objectStore(begun.objectStoreNames[0] ?? '').count().onsuccess = keepOpen
			}
			if (begun.mode === 'readwrite') keepOpen()
			return begun
		}
	})
}

const setTrouble = (page: Page, trouble: Trouble): Promise<void> =>
	page.evaluate((value) => {
		Object.assign((window as unknown as { faults: object }).faults, { trouble: value })
	}, trouble)

test('shows no answer as given if the device cannot store it', async ({
	page,
	server,
	complaints,
}) => {
	await breakStore(page)
	const voter = await registerVoter(server.origin)
	await signIn(page, voter)
	await beginFirst(page, /agree or disagree/)
	const text = await statementText(page)
	const answer = page.getByRole('button', { name: 'Agree', exact: true })
	await setTrouble(page, 'full')
	await answer.click()
	await expect(
		page.getByText(
			'This device is out of room, so your answer was not saved. Free some space and answer again.',
		),
	).toBeVisible()
	await expect(statement(page)).toHaveText(text)
	await expect(sign(page, 'No room on this device')).toBeVisible()
	await setTrouble(page, 'lost')
	await answer.click()
	await expect(
		page
			.getByRole('alert')
			.getByText(
				'The browser’s storage is not responding. Reload the page. What you saved before is safe.',
			)
			.first(),
	).toBeVisible()
	await expect(sign(page, 'Storage not responding')).toBeVisible()
	await page.getByRole('button', { name: 'Reload' }).click()
	await expect(statement(page)).toHaveText(text)
	await agree(page)
	await expect.poll(() => answeredOnServer(server.origin, voter)).toBe(1)
	await expect(sign(page, 'Everything is sent')).toBeVisible()
	complaints.length = 0
})

test('shows the next statement during a slow save, but not as saved', async ({ page, server }) => {
	await breakStore(page)
	const voter = await registerVoter(server.origin)
	await signIn(page, voter)
	await beginFirst(page, /agree or disagree/)
	const question = page.getByRole('region', { name: 'Question' })
	const text = await statementText(page)
	await setTrouble(page, 'slow')
	await page.getByRole('button', { name: 'Agree', exact: true }).click()
	await expect(statement(page)).not.toHaveText(text)
	await expect(question).toHaveAttribute('aria-busy', 'true')
	expect(await answeredOnServer(server.origin, voter)).toBe(0)
	await setTrouble(page, null)
	await expect(question).toHaveAttribute('aria-busy', 'false')
	await expect.poll(() => answeredOnServer(server.origin, voter)).toBe(1)
})
