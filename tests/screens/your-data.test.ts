import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { expect } from 'vitest'
import { YourDataFile } from '#contract/your-data.ts'
import { testGuesses, users } from '#server/db/schema.ts'
import type { RegisteredVoter } from '../support/built-server.ts'
import { policy, tapSides } from '../support/knowledge-test-screens.ts'
import type { Locator } from '../support/page.ts'
import { answering, beginFirst, filesSaved, stored, untilSent } from '../support/quiz-screens.ts'
import { network, type Page, type Server, sendSignIn, test } from '../support/screens.ts'

const ANSWERS = /\/api\/v2\/quiz\/(?:interact|batch)\//
const DATA = /\/api\/users\/profile\/data/
const ERASURE = /\/api\/users\/profile\/erasure/
const PROFILE = /\/api\/users\/profile$/
const ERASED = 'Your account and everything we stored about you have been erased.'

const openYourData = async (page: Page): Promise<void> => {
	await page.goto('/your-data')
	await expect(page.getByRole('heading', { name: 'Your data', level: 1 })).toBeVisible()
}

const openErase = async (page: Page): Promise<Locator> => {
	await page.getByRole('button', { name: 'Erase my account' }).click()
	const dialog = page.getByRole('dialog', { name: 'Erase your account?' })
	await expect(dialog).toBeVisible()
	return dialog
}

const confirmErase = async (dialog: Locator, password: string): Promise<void> => {
	await dialog.getByLabel('Password', { exact: true }).fill(password)
	await dialog.getByRole('button', { name: 'Erase everything' }).click()
}

/** Asserts that the sign-in page shows the note. */
const expectNote = async (page: Page, note: string): Promise<void> => {
	await expect(page).toHaveURL(/\/login$/)
	await expect(page.getByText(note)).toBeVisible()
	await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
}

/** Answers the next statements. @returns "Agree: <statement>" each. */
const answerNext = async (page: Page, count: number): Promise<string[]> => {
	const given: string[] = []
	for (let index = 0; index < count; index++) {
		const name = index % 3 === 1 ? 'Disagree' : 'Agree'
		const button = page.getByRole('button', { name, exact: true })
		given.push(`${name}: ${await answering(page, () => button.click())}`)
	}
	return given
}

/** Answers two statements and waits until they are sent. @returns the answers. */
const answerSome = async (page: Page): Promise<string[]> => {
	await beginFirst(page, /agree or disagree/)
	const sent = await answerNext(page, 2)
	await untilSent()
	return sent
}

/** Holds back the reply to an answer and opens the voter's data within the app, which keeps the pending request. */
const leaveAnswerPending = async (page: Page): Promise<void> => {
	await beginFirst(page, /agree or disagree/)
	await untilSent()
	network.break(ANSWERS, { kind: 'hold' }, 1)
	await answerNext(page, 1)
	await expect.poll(() => network.held()).toBe(1)
	history.pushState({}, '', '/your-data')
}

/** Presses a button. @returns the file that it saved. */
const download = async (page: Page, saved: readonly File[], name: string) => {
	const before = saved.length
	await page.getByRole('button', { name }).click()
	await expect.poll(() => saved.length).toBe(before + 1)
	const last = saved.at(-1)
	const text = (await last?.text()) ?? ''
	return { name: last?.name, text, file: v.parse(YourDataFile, JSON.parse(text)) }
}

/** Remaining user data on the device. */
const leftIn = async () => {
	const { store } = await import('#web/app/store.ts')
	const exists = (await indexedDB.databases()).length > 0
	const rows = exists ? await Promise.all(store.db.tables.map(({ name }) => stored(name))) : []
	return {
		lasting: Object.keys(localStorage).filter((key) => key !== 'evenhand.persistAsked'),
		passing: Object.keys(sessionStorage).filter((key) => !key.startsWith('tsr')),
		rows: rows.flat(),
	}
}
const NOTHING = { lasting: [], passing: [], rows: [] }

/** Status of a sign-in through the API. */
const signInStatus = async (
	{ origin }: Server,
	{ username, password }: Pick<RegisteredVoter, 'username' | 'password'>,
): Promise<number> => {
	const reply = await fetch(`${origin}/api/auth/login`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ username, password }),
	})
	return reply.status
}

test('retries a failed download or saves it without the server', async ({
	page,
	voter,
	network,
}) => {
	const saved = filesSaved()
	expect(voter.username).not.toBe('')
	await openYourData(page)
	network.break(DATA, { kind: 'cut' }, 1)
	await page.getByRole('button', { name: 'Download my data' }).click()
	await expect(page.getByRole('alert').filter({ hasText: 'Network error' })).toBeVisible()
	expect((await download(page, saved, 'Download what is on this device')).file.server).toBeNull()
	network.break(DATA, { kind: 'answer', status: 500, headers: {}, body: '' }, 1)
	await page.getByRole('button', { name: 'Download my data' }).click()
	await expect(page.getByText('could not be read from the server')).toBeVisible()
	expect((await download(page, saved, 'Retry')).file.server?.account.username).toBe(voter.username)
})

test('downloads server and device data without credentials', async ({ page, voter, network }) => {
	const files = filesSaved()
	const sent = await answerSome(page)
	network.break(ANSWERS, { kind: 'down' })
	await answerNext(page, 1)
	await openYourData(page)
	const { name, text, file } = await download(page, files, 'Download my data')
	const day = new Date().toISOString().slice(0, 10)
	expect(name).toBe(`evenhand-data-${voter.username}-${day}.json`)
	await expect(page.getByText(`Saved as ${name}.`)).toBeVisible()

	expect(file.server?.account.username).toBe(voter.username)
	expect(file.serverMissing).toBeNull()
	const [attempt] = file.server?.attempts ?? []
	const statements = new Map(attempt?.statements.map((each) => [each.policyId, each.text]))
	const events = attempt?.events.filter(({ kind }) => kind === 'INTERACT') ?? []
	expect(
		events.map(
			({ policyId, value }) =>
				`${value === 1 ? 'Agree' : 'Disagree'}: ${statements.get(policyId ?? '')}`,
		),
	).toEqual(sent)
	expect(file.device.attempts[0]?.answers).toHaveLength(3)
	expect(file.device.waiting.map(({ what }) => what)).toEqual(['quiz.interact'])

	expect(text).not.toContain(voter.token)
	expect(text).not.toContain(localStorage.getItem('token'))
	expect(text).not.toContain(voter.password)
	expect(text).not.toMatch(/argon2|passwordHash|"token"/)
})

test('saves only the device part offline and names the missing part', async ({
	page,
	voter,
	network,
}) => {
	const files = filesSaved()
	await answerSome(page)
	network.setOffline(true)
	await answerNext(page, 1)
	await openYourData(page)
	await expect(page.getByText('You can download only what is on this device')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Download my data' })).toHaveCount(0)
	const { file } = await download(page, files, 'Download what is on this device')
	expect(file.username).toBe(voter.username)
	expect(file.server).toBeNull()
	expect(file.serverMissing).toContain('What the server stores is missing')
	expect(file.device.attempts[0]?.answers).toHaveLength(3)
	expect(file.device.waiting).toHaveLength(1)

	const dialog = await openErase(page)
	await expect(dialog.getByText('You need a connection to erase')).toBeVisible()
	await dialog.getByLabel('Password', { exact: true }).fill(voter.password)
	await expect(dialog.getByRole('button', { name: 'Erase everything' })).toBeDisabled()
	network.setOffline(false)
	await expect(dialog.getByRole('button', { name: 'Erase everything' })).toBeEnabled()
	await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue(voter.password)
})

test('restores nothing from a late reply after an erasure', async ({ page, voter, network }) => {
	await leaveAnswerPending(page)
	await confirmErase(await openErase(page), voter.password)
	await expectNote(page, ERASED)
	network.mend()
	await network.idle()
	expect((await leftIn()).rows).toEqual([])
})

test('erases the data if the server ends the session before the erasing tab tells', async ({
	page,
	voter,
	server,
}) => {
	await answerSome(page)
	const { origin } = server
	const erased = await fetch(`${origin}/api/users/profile/erasure`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', authorization: `Bearer ${voter.token}` },
		body: JSON.stringify({ password: voter.password }),
	})
	expect(erased.status).toBe(200)
	await page.goto('/activity')
	await expect(page).toHaveURL(/\/login/)
	expect((await leftIn()).rows).not.toEqual([])
	dispatchEvent(
		new StorageEvent('storage', { key: 'evenhand.erased', newValue: voter.user.id ?? null }),
	)
	await expect.poll(leftIn).toEqual(NOTHING)
})

test('downloads and erases a local knowledge test without an account', async ({
	page,
	voter,
	server,
}) => {
	const saved = filesSaved()
	await page.goto('/test')
	await expect(policy(page)).toBeVisible()
	await tapSides(page, 2)
	await untilSent()
	await openYourData(page)
	const { file } = await download(page, saved, 'Download my data')
	expect(file.device.knowledgeTests.map(({ guesses }) => guesses.length)).toEqual([2])
	const dialog = await openErase(page)
	await expect(dialog.getByText('1 knowledge test on this device')).toBeVisible()
	await confirmErase(dialog, voter.password)
	await expectNote(page, ERASED)
	expect(await leftIn()).toEqual(NOTHING)
	const sessions = file.device.knowledgeTests.map(({ id }) => id)
	const guesses = sessions.map((id) => server.db.$count(testGuesses, eq(testGuesses.sessionId, id)))
	expect(await Promise.all(guesses)).toEqual([2])
})

test('rejects a wrong password and erases everything with the right one', async ({
	page,
	voter,
	server,
	network,
}) => {
	await answerSome(page)
	network.break(ANSWERS, { kind: 'down' })
	await answerNext(page, 2)
	await openYourData(page)
	const dialog = await openErase(page)
	await expect(dialog.getByText('1 quiz with all answers and results')).toBeVisible()
	await expect(dialog.getByText('2 answers not sent yet')).toBeVisible()
	const field = dialog.getByLabel('Password', { exact: true })
	await confirmErase(dialog, 'not the password')
	await expect(dialog.getByText('That password is not correct.')).toBeVisible()
	await expect(field).toHaveValue('not the password')
	await expect(field).toBeFocused()
	await expect(field).toHaveAttribute('aria-invalid', 'true')
	await dialog.getByRole('button', { name: 'Show password' }).click()
	await expect(field).toHaveAttribute('type', 'text')

	await confirmErase(dialog, voter.password)
	await expectNote(page, ERASED)
	network.mend()
	expect(await leftIn()).toEqual(NOTHING)
	expect(await signInStatus(server, voter)).toBe(401)
	await page.goBack()
	await expect(page).toHaveURL(/\/login/)
	await page.reload()
	await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
	// Waiting commands were deleted with the account: nothing was sent after the erasure.
	const paths = network.writes()
	const erasure = paths.findLastIndex((path) => path.endsWith('/erasure'))
	expect(paths.slice(erasure).filter((path) => path.includes('/quiz/'))).toEqual([])
	expect(await server.db.$count(users, eq(users.username, voter.username))).toBe(0)
})

test('removes only the local copy and restores it at sign-in', async ({ page, voter, network }) => {
	await answerSome(page)
	network.break(ANSWERS, { kind: 'down' })
	await answerNext(page, 1)
	await openYourData(page)
	await page.getByRole('button', { name: 'Remove from this device only' }).click()
	const dialog = page.getByRole('dialog')
	await expect(dialog.getByText('1 answer not sent yet')).toBeVisible()
	await dialog.getByRole('button', { name: 'Remove and sign out' }).click()
	await expectNote(page, 'Your account is still there.')
	expect(await leftIn()).toEqual(NOTHING)
	network.mend()
	await sendSignIn(page, voter)
	await expect(page).toHaveURL(/\/elections$/)
	await page.goto('/activity')
	await expect(page.getByText('2 of 40 questions answered')).toBeVisible()
})

test('explains to the last administrator that erasure is impossible', async ({ page, server }) => {
	const { user, password, token } = server.first
	const admin = { username: user.username, password, token, user }
	page.signIn(admin)
	await openYourData(page)
	const dialog = await openErase(page)
	await confirmErase(dialog, password)
	await expect(dialog.getByText('You are the last administrator.')).toBeVisible()
	await dialog.getByRole('button', { name: 'Cancel' }).click()
	await page.reload()
	await expect(page.getByRole('heading', { name: 'Your data', level: 1 })).toBeVisible()
	expect(await signInStatus(server, admin)).toBe(200)
})

test('checks the account after a lost reply and completes the erasure', async ({
	page,
	voter,
	network,
}) => {
	await openYourData(page)
	const dialog = await openErase(page)
	network.break(ERASURE, { kind: 'cut' }, 1)
	await confirmErase(dialog, voter.password)
	await expectNote(page, ERASED)
	expect(await leftIn()).toEqual(NOTHING)
	expect(network.writes().filter((write) => ERASURE.test(write))).toHaveLength(1)
})

test('reports an unknown outcome and erases on the second try', async ({
	page,
	voter,
	network,
	server,
}) => {
	await openYourData(page)
	const dialog = await openErase(page)
	network.break(ERASURE, { kind: 'cut' }, 1)
	network.break(PROFILE, { kind: 'down' })
	await confirmErase(dialog, voter.password)
	await expect(dialog.getByText('don’t know yet if your account was erased')).toBeVisible()
	await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue(voter.password)
	expect(await signInStatus(server, voter)).toBe(401)
	network.mend()
	await dialog.getByRole('button', { name: 'Erase everything' }).click()
	await expectNote(page, ERASED)
	expect(await leftIn()).toEqual(NOTHING)
})

test('still asks about a lost erasure after the late reply to an earlier call', async ({
	page,
	voter,
	network,
}) => {
	await leaveAnswerPending(page)
	const dialog = await openErase(page)
	network.break(ERASURE, { kind: 'cut' }, 1)
	network.break(PROFILE, { kind: 'down' })
	await confirmErase(dialog, voter.password)
	await expect(dialog.getByText('don’t know yet if your account was erased')).toBeVisible()
	network.mend()
	await untilSent()
	await page.reload()
	await expectNote(page, ERASED)
	expect(await leftIn()).toEqual(NOTHING)
})

test('keeps the answers of a voter whose session expired', async ({
	page,
	voter,
	network,
	server,
}) => {
	await beginFirst(page, /agree or disagree/)
	network.break(/\/(?:interact|batch)\//, { kind: 'down' })
	await answerNext(page, 2)
	await openYourData(page)
	const dialog = await openErase(page)
	// A password reset has signed out every device; this page has not noticed yet.
	await server.db
		.update(users)
		.set({ tokenVersion: sql`token_version + 1` })
		.where(eq(users.username, voter.username))
	await confirmErase(dialog, voter.password)
	await expect(page).toHaveURL(/\/login/)
	await expect(page.getByText('Your session has ended.')).toBeVisible()
	await expect(page.getByText('2 answers are saved on this device')).toBeVisible()
	await expect(page.getByText(ERASED)).toHaveCount(0)
	expect((await stored('outbox')).length).toBe(2)
	expect(await signInStatus(server, voter)).toBe(200)
})

test('keeps everything if the request never arrived', async ({ page, voter, network, server }) => {
	await openYourData(page)
	const dialog = await openErase(page)
	network.break(ERASURE, { kind: 'down' })
	await confirmErase(dialog, voter.password)
	await expect(dialog.getByText('don’t know yet if your account was erased')).toBeVisible()
	expect(await signInStatus(server, voter)).toBe(200)
	await dialog.getByRole('button', { name: 'Cancel' }).click()
	const before = network.seen.length
	await page.getByRole('button', { name: 'Settings' }).click()
	await page.getByRole('button', { name: 'Sign Out' }).click()
	await expect(page).toHaveURL(/\/login/)
	await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
	expect(JSON.stringify({ ...localStorage })).not.toContain('evenhand.erasing')
	await page.reload()
	await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
	await expect(page.getByText('erased')).toHaveCount(0)
	expect(network.seen.slice(before).filter(({ url }) => PROFILE.test(url))).toEqual([])
})

test('offers only the data of the device on a server without exports', async ({ page, voter }) => {
	expect(voter.username).toBeTruthy()
	page.lackCapabilities()
	await openYourData(page)
	await expect(page.getByRole('button', { name: 'Erase my account' })).toHaveCount(0)
	const buttons = page.getByRole('button', { name: /^Download/ })
	await expect(buttons).toHaveCount(1)
	await expect(buttons).toHaveText('Download what is on this device')
})
