import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright/test'
import { answerRest } from '../support/take-quiz.ts'
import { untilSent } from './attempt-events.ts'
import { expectedScores } from './expected-scores.ts'
import { expect, registerVoter, signIn, test } from './fixtures.ts'
import {
	answering,
	begin,
	readResults,
	statement,
	statementText,
	untilAnswerable,
} from './quiz-page.ts'

// Keyboard only: no script clicks or focuses anything.

const MOST_TABS = 40

const isFocused = (target: Locator): Promise<boolean> =>
	target.evaluate((element) => element === document.activeElement)

/** Presses Tab until the target has the focus. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
	await expect(target).toBeVisible()
	for (let presses = 0; presses < MOST_TABS; presses++) {
		if (await isFocused(target)) return
		await page.keyboard.press('Tab')
	}
	throw new Error(`Tab does not reach ${target}`)
}

const press = async (page: Page, target: Locator): Promise<void> => {
	await tabTo(page, target)
	await page.keyboard.press('Enter')
}

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })
const link = (page: Page, name: string | RegExp): Locator => page.getByRole('link', { name })

test('takes a voter from sign-in through results with the keyboard', async ({ page, server }) => {
	const voter = await registerVoter(server.origin)
	await page.goto('/login')
	await tabTo(page, page.getByLabel('Username'))
	await page.keyboard.type(voter.username)
	await tabTo(page, page.getByLabel('Password', { exact: true }))
	await page.keyboard.type(voter.password)
	await page.keyboard.press('Enter')
	await tabTo(page, page.getByRole('searchbox'))
	await page.keyboard.type('1912')
	await press(page, link(page, /1912/))
	await press(page, link(page, /agree or disagree/))
	await expect(button(page, 'Start Quiz')).toBeEnabled()
	await press(page, button(page, 'Start Quiz'))
	await expect(button(page, 'Got it!')).toBeFocused()
	await page.keyboard.press('Enter')
	await expect(page.getByRole('region', { name: 'Question' })).toBeFocused()

	const agreements = new Map<string, number>()
	const give = async (key: string, agreement: number): Promise<void> => {
		agreements.set(await answering(page, () => page.keyboard.press(key)), agreement)
	}
	const keys = { a: 1, D: 0, ArrowRight: 1, 1: 0 }
	for (const [key, agreement] of Object.entries(keys)) await give(key, agreement)
	await untilSent(page)
	const rest = await answerRest(server.origin, voter, 2, (index) => index % 2)
	for (const [text, value] of rest) agreements.set(text, value)
	await page.reload()
	await expect(page.getByText('39 of 40')).toBeVisible()
	await give('a', 1)
	// Back to the previous statement: Enter confirms its answer.
	const last = await statementText(page)
	await press(page, button(page, 'Previous statement'))
	await expect(page.getByText('39 of 40')).toBeVisible()
	const again = await statementText(page)
	await tabTo(page, page.getByRole('button', { name: 'Agree', exact: true }))
	await untilAnswerable(page)
	await page.keyboard.press('d')
	agreements.set(again, 0)
	await expect(statement(page)).toHaveText(last)
	await give('2', 1)

	await expect(page.getByRole('heading', { name: 'Your results' })).toBeVisible()
	await tabTo(page, page.getByRole('tab', { name: 'Summary' }))
	await page.keyboard.press('ArrowRight')
	await expect(page.getByRole('tab', { name: 'All Results' })).toBeFocused()
	const why = page.getByRole('tabpanel').locator('summary').first()
	await press(page, why)
	await expect(page.getByRole('checkbox', { name: 'Show the math' })).toBeVisible()
	const saved = page.waitForEvent('download')
	await press(page, button(page, 'Receipt'))
	const receipt = JSON.parse(await readFile(await (await saved).path(), 'utf8'))
	expect(receipt.statements).toHaveLength(40)
	expect(await readResults(page)).toEqual(await expectedScores(agreements))
	await press(page, button(page, 'Share'))
	await expect(page.getByRole('dialog')).toBeVisible()
	await page.keyboard.press('Escape')
	await expect(button(page, 'Share')).toBeFocused()
	await press(page, link(page, 'Retake Quiz'))
	await expect(page.getByText('Retaking the quiz replaces this result.')).toBeVisible()
})

test('keeps an earlier answer with Enter but never answers with it', async ({ page, server }) => {
	await signIn(page, await registerVoter(server.origin))
	await begin(page, /rate each policy/)
	// The URL changes before the tutorial opens.
	await expect(button(page, 'Got it!')).toBeFocused()
	await page.keyboard.press('Enter')
	await expect(page.getByRole('region', { name: 'Question' })).toBeFocused()
	const first = await statementText(page)
	await untilAnswerable(page)
	await page.keyboard.press('Enter')
	await page.keyboard.press('Shift+ArrowRight')
	await expect(page.getByText('2 of 40')).toBeVisible()
	await untilAnswerable(page)
	await page.keyboard.press('Enter')
	await expect(page.getByText('2 of 40')).toBeVisible()
	await page.keyboard.press('Backspace')
	await expect(statement(page)).toHaveText(first)
	await expect(button(page, 'Strongly agree')).toHaveAttribute('aria-pressed', 'true')
	await untilAnswerable(page)
	await page.keyboard.press('Enter')
	await expect(page.getByText('2 of 40')).toBeVisible()
})

const drafts = (page: Page): Promise<string[]> =>
	page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('picks')))

test('ticks and submits policies with the keyboard', async ({ page, server }) => {
	await signIn(page, await registerVoter(server.origin))
	await begin(page, /pick the policies/)
	await expect(button(page, 'Got it!')).toBeFocused()
	await page.keyboard.press('Escape')
	await untilAnswerable(page)
	for (let index = 0; index < 6; index++) {
		await tabTo(page, page.getByRole('checkbox').nth(index))
		await page.keyboard.press('Space')
	}
	await expect(page.getByText('6 selected')).toBeVisible()
	expect(await drafts(page)).toHaveLength(1)
	await tabTo(page, page.getByRole('checkbox').nth(39))
	await press(page, button(page, 'Submit'))
	await expect(page.getByRole('heading', { name: 'Your results' })).toBeVisible()
	expect(await drafts(page)).toEqual([])
})

test('announces each new statement once with its position', async ({ page, server }) => {
	await page.addInitScript(() => {
		const announced: string[] = []
		Object.assign(window, { announced })
		// Imitates a screen reader: collects changes of live regions that are not inert.
		new MutationObserver((changes) => {
			for (const { target } of changes) {
				const element = target instanceof Element ? target : target.parentElement
				const region = element?.closest('[aria-live=polite], [role=status], [role=log]')
				const text = region?.closest('[inert]') ? '' : region?.textContent?.trim()
				if (text && announced.at(-1) !== text) announced.push(text)
			}
		}).observe(document, { childList: true, characterData: true, subtree: true })
	})
	await signIn(page, await registerVoter(server.origin))
	await begin(page, /agree or disagree/)
	const announced = () =>
		page.evaluate(() =>
			(window as unknown as { announced: string[] }).announced.filter((text) =>
				/^Statement/.test(text),
			),
		)
	await expect(button(page, 'Got it!')).toBeFocused()
	expect(await announced()).toEqual([])
	await page.keyboard.press('Enter')
	const expected: string[] = []
	for (let number = 1; number <= 3; number++) {
		expected.push(`Statement ${number}, 40 in all: ${await statementText(page)}`)
		await expect.poll(announced).toEqual(expected)
		if (number < 3) await answering(page, () => page.keyboard.press('a'))
	}
	// The card must not be a live region, or the statement would be read twice.
	const regions = page.locator('[aria-live], [role=status], [role=alert], [role=log]')
	await expect(regions.filter({ hasText: await statementText(page) })).toHaveCount(1)
})
