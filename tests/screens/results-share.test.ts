import { expect, onTestFinished } from 'vitest'
import { openResults } from '../support/quiz-screens.ts'
import { type Page, registerUser, type Server, test } from '../support/screens.ts'
import { clearly, takeQuiz } from '../support/take-quiz.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Share your results' })
const preview = (page: Page) => page.getByRole('region', { name: 'What will be shared' })
const tick = (page: Page, name: string) => dialog(page).getByRole('checkbox', { name })
const send = (page: Page) => dialog(page).getByRole('button', { name: 'Share' })

const openShare = async (page: Page, server: Server): Promise<void> => {
	const voter = await registerUser(server)
	page.signIn(voter)
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await openResults(page, attemptId)
	await page.getByRole('button', { name: 'Share' }).click()
	await expect(dialog(page)).toBeVisible()
}

const withBrowser = (abilities: Readonly<Record<string, unknown>>): void => {
	for (const [name, value] of Object.entries(abilities)) {
		Object.defineProperty(navigator, name, { configurable: true, value })
	}
	onTestFinished(() => {
		for (const name of Object.keys(abilities)) Reflect.deleteProperty(navigator, name)
	})
}

/** Mocks the share sheet. @param error name of its failure, or null. @returns the shared data. */
const withSheet = (error: string | null): ShareData[] => {
	const shares: ShareData[] = []
	const share = async (data: ShareData): Promise<void> => {
		shares.push(data)
		if (error !== null) throw new DOMException('no', error)
	}
	withBrowser({ share, canShare: () => true })
	return shares
}

test('shares only ticked parts, by default the quiz name', async ({ page, server, network }) => {
	const shares = withSheet(null)
	await openShare(page, server)
	network.seen.length = 0
	await expect(dialog(page).getByRole('checkbox', { checked: true })).toHaveCount(1)
	await expect(tick(page, 'Name of the quiz')).toBeChecked()
	const quiz = (await preview(page).locator('p').textContent()) ?? ''
	await send(page).click()
	await expect(dialog(page)).toHaveCount(0)
	expect(shares).toEqual([{ title: 'Evenhand', text: quiz }])

	await page.getByRole('button', { name: 'Share' }).click()
	await tick(page, 'Name of the quiz').uncheck()
	await expect(preview(page)).toHaveText('Nothing is selected.')
	await expect(send(page)).toBeDisabled()
	await tick(page, 'Top match and percentage').check()
	await tick(page, 'How certain the result is').check()
	await tick(page, 'All candidates and percentages').check()
	await send(page).click()
	await expect(dialog(page)).toHaveCount(0)
	const [, shared] = shares
	const lines = shared?.text?.split('\n') ?? []
	expect(lines[0]).toMatch(/^Top match: \S.+: 85%, Strong Alignment$/)
	expect(lines[1]).toMatch(/^Your answers clearly point to \S.+\.$/)
	expect(lines.slice(2)).toHaveLength(4)
	expect(lines[2]).toMatch(/^1\. \S.+: 85%, Strong Alignment$/)
	expect(shared?.text).not.toContain(quiz)
	expect(shared?.url).toBeUndefined()
	const asked = network.seen.map(({ url }) => url.slice(new URL(url).origin.length))
	expect(asked.join('\n')).not.toMatch(/85|Strong|match/i)
})

test('keeps the dialog unchanged when the share sheet is closed', async ({ page, server }) => {
	const shares = withSheet('AbortError')
	await openShare(page, server)
	await tick(page, 'Name of the election').check()
	await send(page).click()
	await expect.poll(() => shares).toHaveLength(1)
	await expect(tick(page, 'Name of the election')).toBeChecked()
	await expect(dialog(page).getByRole('alert')).toHaveText('')
	await expect(send(page)).toBeEnabled()
})

test('reports a failed share and keeps the ticks', async ({ page, server }) => {
	const writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
	withBrowser({ share: undefined, canShare: undefined, clipboard: { writeText } })
	await openShare(page, server)
	await tick(page, 'Top match and percentage').check()
	await send(page).click()
	await expect(dialog(page).getByRole('alert')).toHaveText('Failed to share. Please try again.')
	await expect(tick(page, 'Top match and percentage')).toBeChecked()
	await page.keyboard.press('Escape')
	await expect(dialog(page)).toHaveCount(0)
	await expect(page.getByRole('button', { name: 'Share' })).toBeFocused()
})
