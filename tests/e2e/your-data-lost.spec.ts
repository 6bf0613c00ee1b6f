import type { Page } from 'playwright/test'
import { answerNext, untilSent } from './attempt-events.ts'
import {
	expect,
	type RegisteredVoter,
	registerVoter,
	signIn,
	faultyTest as test,
} from './fixtures.ts'
import { beginFirst } from './quiz-page.ts'
import { untilControlled } from './update-host.ts'
import {
	confirmErase,
	ERASED,
	expectNote,
	leftIn,
	NOTHING,
	openErase,
	openYourData,
	signInStatus,
} from './your-data-page.ts'

// An erasure whose reply is lost: the device must find out if the account is gone.

const ERASURE = /\/api\/users\/profile\/erasure/
const PROFILE = /\/api\/users\/profile$/
const API = /\/api\//

const attemptsIn = async (page: Page): Promise<number> => (await leftIn(page)).rows.attempts ?? 0

interface Woken {
	readonly erased: RegisteredVoter
	readonly other: RegisteredVoter
}

/** Runs in the page: delivers events of other tabs late, as after sleep. */
const wakeLate = ({ erased, other }: Woken): void => {
	localStorage.setItem('token', other.token)
	localStorage.setItem('userData', JSON.stringify(other.user))
	const { id } = erased.user
	dispatchEvent(new StorageEvent('storage', { key: 'evenhand.erased', newValue: id ?? null }))
}

test('detects a lost erasure on the next visit, also offline', async ({ page, voter, network }) => {
	await untilControlled(page)
	await beginFirst(page, /agree or disagree/)
	await answerNext(page, 2)
	await untilSent(page)
	await openYourData(page)
	const dialog = await openErase(page)
	network.break(ERASURE, { kind: 'cut' }, 1)
	// Any other reply after the erasure would report the missing account at once.
	network.break(API, { kind: 'down' })
	await confirmErase(dialog, voter.password)
	await expect(dialog.getByText('don’t know yet if your account was erased')).toBeVisible()
	network.mend()
	// The first call reports an ended session, then the connection fails again.
	network.break(PROFILE, { kind: 'answer', status: 401, headers: {}, body: '' }, 1)
	network.break(API, { kind: 'down' })
	await page.reload()
	await expect(page).toHaveURL(/\/login/)
	await expect(page.getByText('don’t know yet if your account was erased')).toBeVisible()
	await expect(page.getByText('will be sent after you sign in')).toHaveCount(0)
	network.mend()
	await page.evaluate(() => dispatchEvent(new Event('online')))
	await expectNote(page, ERASED)
	expect(await leftIn(page)).toEqual(NOTHING)
})

/** Token of the user signed in on the page, or null. */
const storedToken = (page: Page): Promise<string | null> =>
	page.evaluate(() => localStorage.getItem('token'))

test("deletes only the erased voter's data after another sign-in", async ({
	page,
	context,
	voter,
	network,
	server,
}) => {
	await beginFirst(page, /agree or disagree/)
	await answerNext(page, 1)
	await untilSent(page)
	await openYourData(page)
	const dialog = await openErase(page)
	network.break(ERASURE, { kind: 'hold' }, 1)
	await confirmErase(dialog, voter.password)
	await expect.poll(() => network.held()).toBe(1)
	const other = await registerVoter(server.origin)
	const tab = await context.newPage()
	await signIn(tab, other)
	network.mend()
	await expect.poll(() => attemptsIn(tab)).toBe(0)
	await expect(tab.getByText('Found 2 elections')).toBeVisible()
	expect(await storedToken(tab)).toBe(other.token)
	await tab.reload()
	await expect(tab.getByText('Found 2 elections')).toBeVisible()
	expect(await signInStatus(server.origin, voter)).toBe(401)
})

test('keeps a later voter signed in when a tab wakes after an erasure', async ({
	page,
	voter,
	server,
}) => {
	await beginFirst(page, /agree or disagree/)
	await answerNext(page, 1)
	await untilSent(page)
	const other = await registerVoter(server.origin)
	await page.evaluate(wakeLate, { erased: voter, other })
	await expect.poll(() => attemptsIn(page)).toBe(0)
	expect(await storedToken(page)).toBe(other.token)
	await page.goto('/elections')
	await expect(page.getByText('Found 2 elections')).toBeVisible()
})
