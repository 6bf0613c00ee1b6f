import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { answerNext, unsent, untilSent } from './attempt-events.ts'
import { forgetMissingParts, forgetNetworkErrors, registerVoter, signIn } from './fixtures.ts'
import { beginFirst, statementText } from './quiz-page.ts'
import { withoutWorker } from './shared-page.ts'
import {
	countLoads,
	expect,
	expectBuilt,
	expectNext,
	lookForUpdate,
	test,
	untilControlled,
} from './update-host.ts'

// Two real builds at one URL; open pages run the older one.

const ANSWERS = /\/api\/v2\/quiz\/(?:interact|batch)\//

// In one process, which builds the next version once.
test.describe.configure({ mode: 'default' })

test.afterEach(({ complaints }) => forgetNetworkErrors(complaints))

const offer = (page: Page) => page.getByText('A new version is ready')
const home = (page: Page) => page.getByRole('link', { name: 'Home' })

const answering = async (page: Page, origin: string) => {
	const voter = await registerVoter(origin)
	await signIn(page, voter)
	await untilControlled(page)
	await beginFirst(page, /agree or disagree/)
	return voter
}

test('updates each tab once without interrupting a question or losing answers', async ({
	page,
	context,
	server,
	network,
	host,
	next,
}) => {
	const parts = await readdir('dist/web/assets')
	const [route = ''] = parts.filter((name) => /^voter-[\w-]{8}\.js$/.test(name))
	expect(route, 'the results chunk').not.toBe('')
	expect(existsSync(join(next, 'assets', route)), 'the next version has other chunks').toBe(false)
	const voter = await answering(page, server.origin)
	const beside = await context.newPage()
	await beside.goto('/activity')
	await untilControlled(beside)
	const loads = [page, beside].map(countLoads)
	network.break(ANSWERS, { kind: 'hang' })
	await page.bringToFront()
	await answerNext(page, 2)

	await beside.bringToFront()
	host.deploy(next)
	await lookForUpdate(beside)
	await expect(offer(beside)).toBeVisible()
	const asked = await statementText(page)
	await expect(offer(page)).toHaveCount(0)
	expect(await statementText(page)).toBe(asked)

	await beside.getByRole('button', { name: 'Reload' }).click()
	await expectNext(beside)
	// The tab of the removed version continues its question.
	await page.bringToFront()
	expect(await statementText(page)).toBe(asked)
	await answerNext(page, 2)
	expect(await unsent(page)).toBe(4)
	expect(loads.map((count) => count())).toEqual([0, 1])

	await home(page).click()
	await expectNext(page)
	await expect(page.getByRole('heading', { name: 'Where are you voting?' })).toBeVisible()
	await expect(page).toHaveURL(/\/elections$/)
	expect(await unsent(page)).toBe(4)
	expect(loads.map((count) => count())).toEqual([1, 1])
	network.mend()
	// This tab may hold the send lock with a hanging request.
	await beside.close()
	await untilSent(page)
	const headers = { authorization: `Bearer ${voter.token}` }
	const history = await fetch(`${server.origin}/api/quiz/history`, { headers })
	expect(await history.json()).toMatchObject([{ answeredQuestions: 4 }])
	await expect(offer(page)).toHaveCount(0)
	expect(loads.map((count) => count())).toEqual([1, 1])
})

test('offers an update after a question and can postpone it', async ({
	page,
	server,
	host,
	next,
}) => {
	await answering(page, server.origin)
	const loads = countLoads(page)
	host.deploy(next)
	await lookForUpdate(page)
	await answerNext(page, 1)
	await expect(offer(page)).toHaveCount(0)
	await home(page).click()
	await expect(offer(page)).toBeVisible()
	await page.getByRole('button', { name: 'Later' }).click()
	await expect(offer(page)).toHaveCount(0)
	expect(loads()).toBe(0)
	await page.reload()
	// Still the previous version, served from the device's cache although the server no longer has it.
	await expect(offer(page)).toBeVisible()
	await expectBuilt(page)
	await page.getByRole('button', { name: 'Reload' }).click()
	await expectNext(page)
	expect(loads()).toBe(2)
})

test('reloads once for a removed chunk without a worker', async ({
	page,
	host,
	next,
	complaints,
}) => {
	await withoutWorker(page)
	await page.goto('/test')
	await expect(page.getByRole('heading', { name: 'Whose policy is this?' })).toBeVisible()
	await expect(page.locator('body > [role=status]')).toBeAttached()
	await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible()
	const loads = countLoads(page)
	host.deploy(next)
	await page.getByRole('link', { name: 'Settings' }).click()
	await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
	await expect(page).toHaveURL(/\/settings$/)
	await expectNext(page)
	expect(loads()).toBe(1)
	forgetMissingParts(complaints)
})

test('removes the worker with the kill switch and keeps answers', async ({
	page,
	context,
	server,
	network,
	host,
	off,
}) => {
	await answering(page, server.origin)
	const beside = await context.newPage()
	await beside.goto('/activity')
	await untilControlled(beside)
	// Hang instead of refusing: a refusal would wake the worker, and a busy worker delays its replacement.
	network.break(ANSWERS, { kind: 'hang' })
	await page.bringToFront()
	await answerNext(page, 3)
	const question = page.url()
	const asked = await statementText(page)
	const loads = [page, beside].map(countLoads)
	host.deploy(off)
	await lookForUpdate(beside)
	await expect.poll(() => loads.map((count) => count())).toEqual([1, 1])
	for (const tab of [page, beside]) {
		await expect.poll(() => tab.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
	}
	expect(await page.evaluate(() => caches.keys())).toEqual([])
	expect(await unsent(page)).toBe(3)
	// Releases the send lock if this tab holds it.
	await beside.close()
	network.mend()
	await page.goto(question)
	await expect.poll(() => statementText(page)).toBe(asked)
	await untilSent(page)
	// The page registered the worker again, which unregistered itself without a reload.
	expect(loads.map((count) => count())).toEqual([2, 1])
})
