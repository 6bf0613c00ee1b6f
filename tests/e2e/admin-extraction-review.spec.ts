import type { Page } from 'playwright/test'
import { expectOpened, marked, openReview, rows, statement } from './admin-extraction-page.ts'
import {
	dialog,
	expectSound,
	expectSoundOnPhone,
	forgetRefusals,
	makeCandidate,
	makeElection,
	test,
} from './admin-page.ts'
import { expect } from './fixtures.ts'

const status = (page: Page, number: number, word: string) =>
	expect(rows(page).nth(number - 1)).toContainText(word)

test('passes axe in the review with warnings, shortcuts, and source', async ({
	page,
	send,
	complaints,
}) => {
	const { id } = await makeElection(send)
	const candidate = await makeCandidate(send, { name: 'Grace Hopper', electionIds: [id] })
	const reading = /\/api\/admin\/candidates\?/
	await page.route(reading, (route) => route.fulfill({ status: 500, json: {} }))
	const filler = 'The river is long and the hills are high in this part of the land.\n\n'.repeat(30)
	await openReview(
		page,
		candidate,
		`${filler}We will plant 400 trees by 2029 in all parks.\n\n${filler}`,
	)
	await expect(page.getByText(/^The names of other candidates .* are not marked\.$/)).toBeVisible()
	await statement(page).fill('Grace Hopper should not end this disastrous tax and should cut rents')
	const neutrality = page.getByRole('region', { name: 'Neutrality' })
	await expect(neutrality.locator('mark')).toHaveCount(4)
	await page.getByText('Why this bias? (heuristic)').click()
	await expectSound(page)
	await page.setViewportSize({ width: 1280, height: 800 })
	await statement(page).fill('Too short')
	await expect(page.getByText('1 policy is too short or too long.')).toBeVisible()
	await page.getByText('Bulk status').click()
	await page.getByRole('button', { name: 'Add a policy' }).click()
	await expect(page.getByText('Written by hand, with no quote from the source.')).toBeVisible()
	// The sticky header must not cover part of a button, or axe calls it too small.
	await page.evaluate(() => scrollTo(0, 0))
	await expectSound(page)
	await page.setViewportSize({ width: 1280, height: 800 })
	await rows(page).first().click()
	await page.keyboard.press('?')
	await expect(dialog(page).getByText('needs review')).toBeVisible()
	await expectSoundOnPhone(page)
	await page.setViewportSize({ width: 1280, height: 800 })
	await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click()
	await expect(marked(page)).toContainText('plant 400 trees')
	await page.getByRole('button', { name: 'Show whole source' }).click()
	await expect(dialog(page).locator('mark')).toBeInViewport({ ratio: 1 })
	// Keep the page behind the dialog from failing axe: the header would cover an element in part.
	await page.evaluate(() => scrollTo(0, 0))
	await expectSoundOnPhone(page)
	forgetRefusals(complaints, 500)
})

test('handles five hundred proposals without delay', async ({ page, send }) => {
	const candidate = await makeCandidate(send)
	const policies = Array.from({ length: 500 }, (_, index) => ({
		id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
		text: `Build school number ${index + 1} in the north of the state`,
		category: 'EDUCATION',
	}))
	// The result arrives with the start's reply or with a later poll.
	await page.route(
		/\/api\/admin\/policies\/(?:extract\/enhanced|extractions\/[\da-f-]{36})$/,
		async (route) => {
			const reply = await route.fetch()
			const json = await reply.json()
			await route.fulfill({
				response: reply,
				json: json.result ? { ...json, result: { ...json.result, policies } } : json,
			})
		},
	)
	await openReview(page, candidate)
	await expect(rows(page)).toHaveCount(500)
	for (let step = 0; step < 20; step++) await page.keyboard.press('j')
	await expectOpened(page, 21, 500)
	await expect(rows(page).nth(20)).toBeInViewport()
	await page.keyboard.press('Enter')
	await page.keyboard.press('ControlOrMeta+a')
	await page.keyboard.type('Build the last school of them all')
	await expect(rows(page).nth(20)).toContainText('Build the last school of them all')
})

test('reviews policies with the keyboard and undoes each step', async ({ page, send }) => {
	await openReview(page, await makeCandidate(send))
	await page.keyboard.press('j')
	await expectOpened(page, 2, 5)
	await expect(rows(page).nth(1)).toBeFocused()
	await page.keyboard.press('v')
	await status(page, 2, 'Validated')
	await expect(page.getByText('Status: Validated')).toBeAttached()
	await expectOpened(page, 3, 5)
	await page.keyboard.press('ArrowDown')
	await page.keyboard.press('ArrowUp')
	await page.keyboard.press('r')
	await status(page, 3, 'Rejected')
	await expectOpened(page, 4, 5)
	await page.keyboard.press('k')
	await page.keyboard.press('k')
	await page.keyboard.press('n')
	await status(page, 2, 'Needs Review')
	await expectOpened(page, 4, 5)
	await page.keyboard.press('k')
	await page.keyboard.press('k')
	await page.keyboard.press('Delete')
	await expect(rows(page)).toHaveCount(4)
	await expectOpened(page, 2, 4)
	await expect(rows(page).nth(1)).toBeFocused()
	await page.keyboard.press('Control+z')
	await expect(rows(page)).toHaveCount(5)
	await expectOpened(page, 2, 5)
	await page.keyboard.press('u')
	await status(page, 2, 'Validated')
	await page.keyboard.press('u')
	await page.keyboard.press('u')
	await expect(page.getByText('0 of 5 decided')).toBeVisible()
})

test('types shortcuts as letters in fields and can disable them', async ({ page, send }) => {
	await openReview(page, await makeCandidate(send))
	const before = await statement(page).inputValue()
	await page.keyboard.press('Enter')
	await expect(statement(page)).toBeFocused()
	await page.keyboard.press('End')
	await page.keyboard.type(' jvr')
	await expect(statement(page)).toHaveValue(/ jvr/)
	await expectOpened(page, 1, 5)
	await page.keyboard.press('Escape')
	await expect(rows(page).first()).toBeFocused()
	await page.keyboard.press('u')
	await expect(statement(page)).toHaveValue(before)
	await page.keyboard.press('?')
	await dialog(page).getByRole('switch', { name: 'Shortcuts on' }).click()
	await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click()
	await page.keyboard.press('j')
	await expectOpened(page, 1, 5)
})
