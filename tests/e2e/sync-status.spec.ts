import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from 'playwright/test'
import {
	expect,
	expectAccessibleInBothThemes,
	forgetNetworkErrors,
	type RegisteredVoter,
	registerVoter,
	sendSignIn,
	signIn,
	signInByForm,
	test,
	withoutBackgroundSync,
} from './fixtures.ts'
import { answering, begin, beginFirst, statement, statementText } from './quiz-page.ts'

const INTERACT = '**/api/v2/quiz/{interact,batch}/**'

test.beforeEach(({ page }) => withoutBackgroundSync(page))

/** Gives an answer and returns the statement that it was about. */
const agree = (page: Page): Promise<string> =>
	answering(page, () => page.getByRole('button', { name: 'Agree', exact: true }).click())

/** The server refuses every answer, as it would one that it cannot accept. */
const refuseAnswers = async (page: Page): Promise<void> => {
	await page.route(INTERACT, (route) =>
		route.fulfill({
			status: 422,
			contentType: 'application/problem+json',
			json: { title: 'Unprocessable', status: 422, message: 'This statement was withdrawn.' },
		}),
	)
}

/** Gives two answers that the server then refuses: together, because one that was refused is asked again. */
const giveTwoRefused = async (page: Page, context: BrowserContext): Promise<string[]> => {
	await context.setOffline(true)
	const texts = [await agree(page), await agree(page)]
	await refuseAnswers(page)
	await context.setOffline(false)
	await sign(page, '2 could not be sent').click()
	return texts
}

/** The sign in the bar; a page has one in each of its bars, and shows one of them. */
const sign = (page: Page, name: string | RegExp) =>
	page.getByRole('banner').getByRole('button', { name })

/** How many answers the server holds of the voter's only attempt. */
const answeredOnServer = async (origin: string, voter: RegisteredVoter): Promise<number> => {
	const headers = { authorization: `Bearer ${voter.token}` }
	const reply = await fetch(`${origin}/api/quiz/history`, { headers })
	const [row] = (await reply.json()) as { answeredQuestions: number }[]
	return row?.answeredQuestions ?? 0
}

const logOut = async (page: Page): Promise<void> => {
	await page.getByRole('button', { name: 'Settings' }).click()
	await page.getByRole('button', { name: 'Sign Out' }).click()
}

test('an answer that the server refused is listed with its reason, and can be kept, discarded and tried again', async ({
	page,
	voter,
	context,
	server,
	complaints,
}) => {
	await beginFirst(page, /agree or disagree/)
	await refuseAnswers(page)
	const text = await agree(page)
	await sign(page, '1 could not be sent').click()
	const sheet = page.getByRole('dialog', { name: 'Sent and unsent' })
	await expect(sheet.getByText('Nothing waits to be sent.')).toBeVisible()
	await expect(sheet.getByText(`“${text}”`)).toBeVisible()
	await expect(sheet.getByText('Your answer: Agree')).toBeVisible()
	await expect(sheet.getByText('The server says: This statement was withdrawn.')).toBeVisible()
	await expectAccessibleInBothThemes(page)

	const download = page.waitForEvent('download')
	await sheet.getByRole('button', { name: 'Save a copy' }).click()
	const file = await (await download).path()
	const copy = await readFile(file, 'utf8')
	expect(copy).toContain(`Statement: ${text}`)
	expect(copy).toContain('Reason: This statement was withdrawn.')
	expect(copy).not.toContain(voter.token)

	await sheet.getByRole('button', { name: 'Discard' }).click()
	await expectAccessibleInBothThemes(page)
	await sheet.getByRole('button', { name: 'Keep' }).click()
	await expect(sheet.getByRole('button', { name: 'Try again' })).toBeFocused()
	await sheet.getByRole('button', { name: 'Discard' }).click()
	await sheet.getByRole('button', { name: 'Discard', exact: true }).click()
	await expect(sheet.getByText(`“${text}”`)).toHaveCount(0)
	await expect(sheet.getByRole('button', { name: 'Close' })).toBeFocused()
	await sheet.getByRole('button', { name: 'Close' }).click()

	await page.unrouteAll()
	await giveTwoRefused(page, context)
	await page.unrouteAll()
	await sheet.getByRole('button', { name: 'Try again' }).first().click()
	await expect.poll(() => answeredOnServer(server.origin, voter)).toBe(1)
	await sheet.getByRole('button', { name: 'Try again' }).click()
	await expect.poll(() => answeredOnServer(server.origin, voter)).toBe(2)
	await sheet.getByRole('button', { name: 'Close' }).click()
	await expect(sign(page, 'Everything is sent')).toBeVisible()
	// Chromium logs each call that failed or was refused.
	expect(complaints.every((line) => line.startsWith('Failed to load resource'))).toBe(true)
	complaints.length = 0
})

test('a start that was refused because the quiz was taken already leads to where it is reset', async ({
	page,
	voter,
	complaints,
}) => {
	const message = 'You have already completed this quiz.'
	await page.route('**/api/v2/quiz/start/**', (route) =>
		route.fulfill({ status: 409, contentType: 'application/problem+json', json: { message } }),
	)
	// The refusal may be there before anybody could close what stands over a first quiz.
	await page.evaluate(() => localStorage.setItem('evenhand.tutorialSeen', 'true'))
	await begin(page, /agree or disagree/)
	await sign(page, 'could not be sent').click()
	const sheet = page.getByRole('dialog', { name: 'Sent and unsent' })
	await expect(sheet.getByText(`The server says: ${message}`)).toBeVisible()
	await expectAccessibleInBothThemes(page)
	await sheet.getByRole('link', { name: 'Open the quiz to reset it' }).click()
	await expect(sheet).toHaveCount(0)
	await expect(page).toHaveURL(/\/quiz\/[\w-]+$/)
	await expect(page.getByRole('button', { name: 'Start Quiz' })).toBeVisible()
	expect(voter.token).not.toBe('')
	forgetNetworkErrors(complaints)
})

test('several refusals can be kept and discarded together', async ({
	page,
	context,
	server,
	complaints,
}) => {
	await signIn(page, await registerVoter(server.origin))
	await beginFirst(page, /agree or disagree/)
	const texts = await giveTwoRefused(page, context)
	const sheet = page.getByRole('dialog')
	const download = page.waitForEvent('download')
	await sheet.getByRole('button', { name: 'Save all' }).click()
	const copy = await readFile(await (await download).path(), 'utf8')
	for (const text of texts) expect(copy).toContain(text)
	await sheet.getByRole('button', { name: 'Discard all' }).click()
	await expect(sheet.getByText('Discard all 2 for good?')).toBeVisible()
	await sheet.getByRole('button', { name: 'Discard', exact: true }).click()
	await expect(sheet.getByRole('heading', { name: 'Not accepted' })).toHaveCount(0)
	await sheet.getByRole('button', { name: 'Close' }).click()
	await expect(sign(page, 'Everything is sent')).toBeVisible()
	complaints.length = 0
})

test('without a connection the bar says so and counts what waits, and all of it is sent when it is back', async ({
	page,
	context,
	server,
	complaints,
}) => {
	await page.addInitScript(() => {
		const badges: number[] = []
		const asked: number[] = []
		Object.assign(window, { badges, asked })
		Object.assign(navigator, {
			setAppBadge: async (count: number) => void badges.push(count),
			clearAppBadge: async () => void badges.push(0),
		})
		navigator.storage.persist = async () => asked.push(1) > 0
	})
	const seen = () =>
		page.evaluate(() => {
			const { badges, asked } = window as unknown as { badges: number[]; asked: number[] }
			return { badge: badges.at(-1), asked: asked.length }
		})
	const voter = await registerVoter(server.origin)
	await signIn(page, voter)
	await expect(sign(page, 'Everything is sent')).toBeVisible()
	await beginFirst(page, /agree or disagree/)
	await expect.poll(seen).toEqual({ badge: 0, asked: 0 })
	await context.setOffline(true)
	await expect(sign(page, 'Offline')).toBeVisible()
	await agree(page)
	await agree(page)
	await sign(page, 'Offline, 2 not sent yet').click()
	const sheet = page.getByRole('dialog')
	await expect(sheet.getByText('2 answers of “1912: Agree or disagree”')).toBeVisible()
	await expect(sheet.getByText('Waits for a connection')).toBeVisible()
	await expect(sheet.getByText('Connection: offline')).toBeVisible()
	await expectAccessibleInBothThemes(page)
	await expect.poll(seen).toEqual({ badge: 2, asked: 1 })
	await context.setOffline(false)
	await expect(sheet.getByText('Nothing waits to be sent.')).toBeVisible()
	await expect(sheet.getByText('Connection: online')).toBeVisible()
	await sheet.getByRole('button', { name: 'Close' }).click()
	await expect.poll(() => answeredOnServer(server.origin, voter)).toBe(2)
	await expect.poll(seen).toEqual({ badge: 0, asked: 1 })
	complaints.length = 0
})

test('a session that ended says so at the sign-in, with what waits, and sends it after the next one', async ({
	page,
	voter,
	server,
	complaints,
}) => {
	await beginFirst(page, /agree or disagree/)
	await page.route(INTERACT, (route) =>
		route.fulfill({ status: 401, contentType: 'application/problem+json', json: { status: 401 } }),
	)
	await page.getByRole('button', { name: 'Agree', exact: true }).click()
	await expect(page).toHaveURL(/\/login/)
	const note = page.getByText('Your session has ended.')
	const whole =
		'Your session has ended. 1 answer is saved on this device and will be sent after you sign in.'
	await expect(note).toHaveText(whole)
	await expectAccessibleInBothThemes(page)
	await page.reload()
	await expect(note).toHaveText(whole)
	await page.unrouteAll()
	await sendSignIn(page, voter)
	await expect.poll(() => answeredOnServer(server.origin, voter)).toBe(1)
	complaints.length = 0
})

test('a session that ends on a page for everybody leads to the sign-in as well, and back', async ({
	page,
	voter,
	complaints,
}) => {
	// The first page's own question is answered before the server changes its mind, or this page would end the session.
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

test('an older version in another tab that keeps the database is named, and closing it is enough', async ({
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
		'Evenhand is open in another tab in an older version. Close that tab to go on.',
	)
	await expect(banner).toBeVisible()
	await expectAccessibleInBothThemes(page)
	await old.close()
	await expect(banner).toHaveCount(0)
	await expect(page.getByText('Found 2 elections')).toBeVisible()
})

test('a database that the browser deleted is told once, with how much was lost', async ({
	page,
	server,
	complaints,
}) => {
	await signIn(page, await registerVoter(server.origin))
	await beginFirst(page, /agree or disagree/)
	await page.route(INTERACT, (route) => route.abort())
	await agree(page)
	// What the page remembers beside the database, for the day on which that is gone.
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
		'This browser has deleted what Evenhand kept on this device. 1 answer had not been sent.',
	)
	await expect(banner).toBeVisible()
	await expectAccessibleInBothThemes(page)
	await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
	await page.reload()
	await expect(page.getByText('Found 2 elections')).toBeVisible()
	await expect(banner).toHaveCount(0)
	complaints.length = 0
})

/** What is the matter with the store: no room, no connection, or a disk that takes its time over every write. */
type Trouble = 'full' | 'lost' | 'slow' | null

/** Breaks the page's IndexedDB as a browser in trouble does, for as long as `trouble` says so. */
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

test('an answer that the device cannot keep is not shown as given, and the text says what to do', async ({
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
				"The browser's storage does not answer. Reload the page; everything saved before is kept.",
			)
			.first(),
	).toBeVisible()
	await expect(sign(page, 'Storage does not answer')).toBeVisible()
	await page.getByRole('button', { name: 'Reload' }).click()
	await expect(statement(page)).toHaveText(text)
	await agree(page)
	await expect.poll(() => answeredOnServer(server.origin, voter)).toBe(1)
	await expect(sign(page, 'Everything is sent')).toBeVisible()
	complaints.length = 0
})

test('the next statement does not wait for a slow disk, and the answer counts as saved only when it is', async ({
	page,
	server,
}) => {
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

test('signing out without a connection says that nothing could be sent; what is kept is sent after the next sign-in', async ({
	page,
	context,
	server,
	complaints,
}) => {
	const voter = await registerVoter(server.origin)
	await signInByForm(page, voter, 'shared')
	await beginFirst(page, /agree or disagree/)
	await context.setOffline(true)
	await agree(page)
	await logOut(page)
	const question = page.getByRole('dialog', { name: '1 answer not sent yet' })
	await question.getByRole('button', { name: 'Send now' }).click()
	await expect(
		question.getByText('Not everything could be sent. Check your connection and try again.'),
	).toBeVisible()
	await expectAccessibleInBothThemes(page)
	await question.getByRole('button', { name: 'Keep on this device' }).click()
	await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
	await context.setOffline(false)
	await signInByForm(page, voter, 'shared')
	await expect.poll(() => answeredOnServer(server.origin, voter)).toBe(1)
	complaints.length = 0
})

test('what the server refuses while a voter signs out of a shared device does not go without a word', async ({
	page,
	context,
	server,
	complaints,
}) => {
	await signInByForm(page, await registerVoter(server.origin), 'shared')
	await beginFirst(page, /agree or disagree/)
	await context.setOffline(true)
	const text = await agree(page)
	await logOut(page)
	await expect(page.getByRole('dialog', { name: '1 answer not sent yet' })).toBeVisible()
	await refuseAnswers(page)
	await context.setOffline(false)
	await page.getByRole('button', { name: 'Send now' }).click()
	const lost = page.getByRole('dialog', { name: '1 change could not be sent' })
	await expect(lost).toBeVisible()
	await expectAccessibleInBothThemes(page)
	const download = page.waitForEvent('download')
	await lost.getByRole('button', { name: 'Save a copy' }).click()
	expect(await readFile(await (await download).path(), 'utf8')).toContain(text)
	await lost.getByRole('button', { name: 'Discard and sign out' }).click()
	await expect(page).toHaveURL(/\/login/)
	const left = await page.evaluate(async () => ({
		lasting: localStorage.length,
		databases: (await indexedDB.databases()).map(({ name }) => name),
	}))
	expect(left).toEqual({ lasting: 0, databases: [] })
	complaints.length = 0
})
