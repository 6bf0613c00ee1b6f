import { expect, onTestFinished } from 'vitest'
import {
	agree,
	answeredOnServer,
	begin,
	beginFirst,
	filesSaved,
	signInOnShared,
} from '../support/quiz-screens.ts'
import { type Network, type Page, registerUser, sendSignIn, test } from '../support/screens.ts'

const INTERACT = /\/api\/v2\/quiz\/(interact|batch)\//

const refuseAnswers = (page: Page): void =>
	page.route(INTERACT, (route) =>
		route.fulfill({
			status: 422,
			contentType: 'application/problem+json',
			json: { title: 'Unprocessable', status: 422, message: 'This statement was withdrawn.' },
		}),
	)

/** Visible sync status button; each bar contains one. */
const sign = (page: Page, name: string | RegExp) =>
	page.getByRole('banner').getByRole('button', { name })

/** Queues two answers offline that the server then refuses together: a refused answer would be asked again. */
const giveTwoRefused = async (page: Page, network: Network): Promise<string[]> => {
	network.setOffline(true)
	const texts = [await agree(page), await agree(page)]
	refuseAnswers(page)
	network.setOffline(false)
	await sign(page, '2 could not be sent').click()
	return texts
}

const logOut = async (page: Page): Promise<void> => {
	await page.getByRole('button', { name: 'Settings' }).click()
	await page.getByRole('button', { name: 'Sign Out' }).click()
}

test('lists a refused answer to save, discard, or retry', async ({
	page,
	voter,
	network,
	server,
}) => {
	const saved = filesSaved()
	await beginFirst(page, /agree or disagree/)
	refuseAnswers(page)
	const text = await agree(page)
	await sign(page, '1 could not be sent').click()
	const sheet = page.getByRole('dialog', { name: 'Sync status' })
	await expect(sheet.getByText('Everything is sent.')).toBeVisible()
	await expect(sheet.getByText(`“${text}”`)).toBeVisible()
	await expect(sheet.getByText('Your answer: Agree')).toBeVisible()
	await expect(sheet.getByText('The server says: This statement was withdrawn.')).toBeVisible()

	await sheet.getByRole('button', { name: 'Save a copy' }).click()
	await expect.poll(() => saved.length).toBe(1)
	const copy = (await saved[0]?.text()) ?? ''
	expect(copy).toContain(`Statement: ${text}`)
	expect(copy).toContain('Reason: This statement was withdrawn.')
	expect(copy).not.toContain(voter.token)

	await sheet.getByRole('button', { name: 'Discard' }).click()
	await sheet.getByRole('button', { name: 'Keep' }).click()
	await expect(sheet.getByRole('button', { name: 'Try again' })).toBeFocused()
	await sheet.getByRole('button', { name: 'Discard' }).click()
	await sheet.getByRole('button', { name: 'Discard', exact: true }).click()
	await expect(sheet.getByText(`“${text}”`)).toHaveCount(0)
	await expect(sheet.getByRole('button', { name: 'Close' })).toBeFocused()
	await sheet.getByRole('button', { name: 'Close' }).click()

	page.unroute()
	await giveTwoRefused(page, network)
	page.unroute()
	await sheet.getByRole('button', { name: 'Try again' }).first().click()
	await expect.poll(() => answeredOnServer(server, voter)).toBe(1)
	await sheet.getByRole('button', { name: 'Try again' }).click()
	await expect.poll(() => answeredOnServer(server, voter)).toBe(2)
	await sheet.getByRole('button', { name: 'Close' }).click()
	await expect(sign(page, 'Everything is sent')).toBeVisible()
})

test('links a refused start of a completed quiz to its reset', async ({ page, voter }) => {
	const message = 'You have already completed this quiz.'
	page.route('**/api/v2/quiz/start/**', (route) =>
		route.fulfill({ status: 409, contentType: 'application/problem+json', json: { message } }),
	)
	// Skip the tutorial: the refusal may arrive while it is open.
	localStorage.setItem('evenhand.tutorialSeen', 'true')
	await begin(page, /agree or disagree/)
	await sign(page, 'could not be sent').click()
	const sheet = page.getByRole('dialog', { name: 'Sync status' })
	await expect(sheet.getByText(`The server says: ${message}`)).toBeVisible()
	await sheet.getByRole('link', { name: 'Open the quiz to retake it' }).click()
	await expect(sheet).toHaveCount(0)
	await expect(page).toHaveURL(/\/quiz\/[\w-]+$/)
	await expect(page.getByRole('button', { name: 'Start Quiz' })).toBeVisible()
	expect(voter.token).not.toBe('')
})

test('saves and discards several refusals together', async ({ page, network, voter }) => {
	expect(voter.token).not.toBe('')
	const saved = filesSaved()
	await beginFirst(page, /agree or disagree/)
	const texts = await giveTwoRefused(page, network)
	const sheet = page.getByRole('dialog')
	await sheet.getByRole('button', { name: 'Save all' }).click()
	await expect.poll(() => saved.length).toBe(1)
	const copy = await saved[0]?.text()
	for (const text of texts) expect(copy).toContain(text)
	await sheet.getByRole('button', { name: 'Discard all' }).click()
	await expect(sheet.getByText('Discard all 2 permanently?')).toBeVisible()
	await sheet.getByRole('button', { name: 'Discard', exact: true }).click()
	await expect(sheet.getByRole('heading', { name: 'Not accepted' })).toHaveCount(0)
	await sheet.getByRole('button', { name: 'Close' }).click()
	await expect(sign(page, 'Everything is sent')).toBeVisible()
})

test('counts unsent answers offline and sends them on reconnect', async ({
	page,
	network,
	server,
	voter,
}) => {
	const badges: number[] = []
	const api = {
		setAppBadge: async (count: number) => void badges.push(count),
		clearAppBadge: async () => void badges.push(0),
	}
	Object.assign(navigator, api)
	onTestFinished(() => {
		for (const name of Object.keys(api)) Reflect.deleteProperty(navigator, name)
	})
	await page.goto('/elections')
	await expect(sign(page, 'Everything is sent')).toBeVisible()
	await beginFirst(page, /agree or disagree/)
	await expect.poll(() => badges.at(-1)).toBe(0)
	network.setOffline(true)
	await expect(sign(page, 'Offline')).toBeVisible()
	await agree(page)
	await agree(page)
	await sign(page, 'Offline, 2 not sent yet').click()
	const sheet = page.getByRole('dialog')
	await expect(sheet.getByText('2 answers of “1912: Agree or disagree”')).toBeVisible()
	await expect(sheet.getByText('Waiting for a connection')).toBeVisible()
	await expect(sheet.getByText('Connection: offline')).toBeVisible()
	await expect.poll(() => badges.at(-1)).toBe(2)
	network.setOffline(false)
	await expect(sheet.getByText('Everything is sent.')).toBeVisible()
	await expect(sheet.getByText('Connection: online')).toBeVisible()
	await sheet.getByRole('button', { name: 'Close' }).click()
	await expect.poll(() => answeredOnServer(server, voter)).toBe(2)
	await expect.poll(() => badges.at(-1)).toBe(0)
})

test('shows unsent answers after the session expires and sends them later', async ({
	page,
	voter,
	server,
}) => {
	await beginFirst(page, /agree or disagree/)
	page.route(INTERACT, (route) =>
		route.fulfill({ status: 401, contentType: 'application/problem+json', json: { status: 401 } }),
	)
	await page.getByRole('button', { name: 'Agree', exact: true }).click()
	await expect(page).toHaveURL(/\/login/)
	const whole =
		'Your session has ended. 1 answer is saved on this device and will be sent after you sign in.'
	await expect(page.getByRole('main')).toContainText(whole)
	await page.reload()
	await expect(page.getByRole('main')).toContainText(whole)
	page.unroute()
	await sendSignIn(page, voter)
	await expect.poll(() => answeredOnServer(server, voter)).toBe(1)
})

test('keeps unsent answers at an offline sign-out and sends them later', async ({
	page,
	network,
	server,
}) => {
	const voter = await registerUser(server)
	await signInOnShared(page, voter)
	await beginFirst(page, /agree or disagree/)
	network.setOffline(true)
	await agree(page)
	await logOut(page)
	const question = page.getByRole('dialog', { name: '1 answer not sent yet' })
	await question.getByRole('button', { name: 'Send now' }).click()
	await expect(
		question.getByText('Not everything could be sent. Check your connection and try again.'),
	).toBeVisible()
	await question.getByRole('button', { name: 'Keep on this device' }).click()
	await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
	network.setOffline(false)
	await signInOnShared(page, voter)
	await expect.poll(() => answeredOnServer(server, voter)).toBe(1)
})

test('shows refused answers during sign-out from a shared device', async ({
	page,
	network,
	server,
}) => {
	const saved = filesSaved()
	await signInOnShared(page, await registerUser(server))
	await beginFirst(page, /agree or disagree/)
	network.setOffline(true)
	const text = await agree(page)
	await logOut(page)
	await expect(page.getByRole('dialog', { name: '1 answer not sent yet' })).toBeVisible()
	refuseAnswers(page)
	network.setOffline(false)
	await page.getByRole('button', { name: 'Send now' }).click()
	const lost = page.getByRole('dialog', { name: '1 change could not be sent' })
	await expect(lost).toBeVisible()
	await lost.getByRole('button', { name: 'Save a copy' }).click()
	await expect.poll(() => saved.length).toBe(1)
	expect(await saved[0]?.text()).toContain(text)
	await lost.getByRole('button', { name: 'Discard and sign out' }).click()
	await expect(page).toHaveURL(/\/login/)
	expect(localStorage).toHaveLength(0)
	expect(await indexedDB.databases()).toEqual([])
})

/** Blocks opening the database. @returns the number of attempts and a release function. */
const holdStore = () => {
	const { open } = IDBFactory.prototype
	const blocked = { asked: 0, release: (): void => undefined }
	const released = new Promise<void>((resolve) => {
		blocked.release = resolve
	})
	IDBFactory.prototype.open = function (...args) {
		const request = open.apply(this, args)
		blocked.asked++
		let opened: IDBOpenDBRequest['onsuccess'] = null
		Object.defineProperty(request, 'onsuccess', {
			get: () => null,
			set: (listener: typeof opened) => {
				opened = listener
			},
		})
		request.addEventListener('success', (event) => {
			void released.then(() => opened?.call(request, event))
		})
		return request
	}
	const end = (): void => void Object.assign(IDBFactory.prototype, { open })
	onTestFinished(end)
	return { blocked, end }
}

test('shows the sign-in if the session expires while the database opens', async ({
	page,
	voter,
}) => {
	expect(voter.token).not.toBe('')
	const [{ store }, { session }, { checkProfile }] = await Promise.all([
		import('#web/app/store.ts'),
		import('#web/app/session.ts'),
		import('#web/app/api.ts'),
	])
	page.route('**/api/users/profile', (route) => route.fulfill({ status: 401, json: {} }))
	store.db.close({ disableAutoOpen: false })
	const { blocked, end } = holdStore()
	const opened = page.goto('/elections')
	await expect.poll(() => blocked.asked).toBeGreaterThan(0)
	await session.verify(checkProfile)
	await expect(page).toHaveURL(/\/login/)
	expect(store.db.isOpen()).toBe(false)
	end()
	blocked.release()
	await expect.poll(() => store.db.isOpen()).toBe(true)
	await opened
	await expect(page.getByText('Your session has ended.')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
})
