import { expect } from 'vitest'
import { makeCandidate, makeElection } from '../support/administrator.ts'
import {
	expectOpened,
	extract,
	holdSeconds,
	marked,
	openReview,
	openSource,
	rows,
	statement,
} from '../support/extraction-screens.ts'
import { PARTY_PROGRAM } from '../support/party-program.ts'
import { adminTest, dialog, field, type Page } from '../support/screens.ts'

const status = (page: Page, number: number, word: string) =>
	expect(rows(page).nth(number - 1)).toContainText(word)

adminTest('marks concerns with their words and positions while typing', async ({ page, send }) => {
	const candidate = await makeCandidate(send, { name: 'Grace Hopper', party: 'Compilers' })
	await openReview(page, candidate)
	await expect(page.getByText('No loaded words, names')).toBeVisible()
	await statement(page).fill('Grace Hopper should not end this disastrous tax and should cut rents')
	const neutrality = page.getByRole('region', { name: 'Neutrality' })
	await expect(neutrality.getByRole('listitem')).toHaveText([
		/Names a candidate or party.*“Grace Hopper”.*words 1 to 2/,
		/Negated.*“not”.*word 4/,
		/Loaded words.*“disastrous”.*word 7/,
		/Two demands in one.*“and should”.*words 9 to 10/,
	])
	await expect(neutrality.locator('mark')).toHaveCount(4)
	await expect(rows(page).first()).toContainText('4 concerns')
	await neutrality.getByRole('button', { name: /Select “disastrous”/ }).click()
	await page.keyboard.press('Delete')
	await expect(neutrality.getByRole('listitem')).toHaveCount(3)
	// The heuristic follows the edited text.
	await page.getByText('Why this bias? (heuristic)').click()
	await expect(
		page.getByText('No words in the statement change the default').filter({ visible: true }),
	).toHaveCount(1)
})

adminTest(
	'marks names of other candidates in the review and the editor',
	async ({ page, network, send }) => {
		const { id } = await makeElection(send)
		const candidate = await makeCandidate(send, { electionIds: [id] })
		await makeCandidate(send, { name: 'Huey Zuckerbrot', electionIds: [id] })
		const reading = /\/api\/admin\/candidates\?/
		page.route(reading, (route) => route.fulfill({ status: 500, json: {} }))
		await openReview(page, candidate)
		const text = 'The state should take back what Zuckerbrot did to its roads'
		await statement(page).fill(text)
		const neutrality = page.getByRole('region', { name: 'Neutrality' })
		const unread = page.getByText(/^The names of other candidates .* are not marked\.$/)
		await expect(unread).toBeVisible()
		// Do not claim "no names" before the names have been loaded.
		await expect(neutrality.getByText('Other candidates’ names are not checked yet.')).toBeVisible()
		await expect(neutrality.getByText('No loaded words, double demands')).toBeVisible()
		await expect(neutrality.getByText('names, double')).toHaveCount(0)
		page.unroute(reading)
		// The button keeps the focus during the retry; the result then takes it.
		const answer = network.hold(reading)
		await page.getByRole('button', { name: 'Retry' }).click()
		const again = page.getByRole('button', { name: 'Loading…' })
		await expect(again).toBeFocused()
		await expect(again).toHaveAttribute('aria-disabled', 'true')
		await expect(unread).toBeVisible()
		answer()
		await expect(page.getByText(/are now marked\.$/)).toBeFocused()
		await expect(neutrality.getByRole('listitem')).toHaveText([
			/Names a candidate or party.*“Zuckerbrot”.*word 7/,
		])
		await expect(
			page.getByText(/^The names of other candidates .* not loaded|could not be loaded/),
		).toHaveCount(0)
		await expect(rows(page).first()).toContainText('1 concern')
		await expect(neutrality.getByText('not checked yet')).toHaveCount(0)
		page.unroute(reading)

		await page.goto(`/admin/edit-policies/${candidate.id}`)
		await page.getByRole('button', { name: 'Add policy' }).click()
		await expect(field(page, 'Policy text')).toBeVisible()
		await expect(neutrality).toContainText('It is checked as you type')
		await field(page, 'Policy text').fill(text)
		await expect(neutrality.getByRole('listitem')).toHaveText([/“Zuckerbrot”.*word 7/])
		await neutrality.getByRole('button', { name: /Select “Zuckerbrot”/ }).click()
		await page.keyboard.press('Delete')
		await expect(neutrality.getByText('No loaded words, names')).toBeVisible()
	},
)

adminTest('rejects statements under 5 or over 100 words', async ({ page, send }) => {
	await openReview(page, await makeCandidate(send))
	const words = (count: number) => `${'more '.repeat(count - 1)}trams`
	const saving = page.getByRole('button', { name: 'Save 5 policies…' })
	for (const [count, label] of [
		[101, 'Too long'],
		[4, 'Too short'],
	] as const) {
		await statement(page).fill(words(count))
		await expect(statement(page)).toHaveAccessibleDescription(
			new RegExp(`^${count} words – ${label}`),
		)
		await expect(rows(page).first()).toContainText(label)
		await expect(saving).toHaveAttribute('aria-disabled', 'true')
		await expect(page.getByText('1 policy is too short or too long.')).toBeVisible()
	}
	for (const count of [100, 5]) {
		await statement(page).fill(words(count))
		await expect(statement(page)).toHaveAccessibleDescription(
			new RegExp(`^${count} words – good length`),
		)
		await expect(saving).not.toHaveAttribute('aria-disabled', 'true')
	}
})

adminTest('names each score and explains it', async ({ page, send }) => {
	await openReview(page, await makeCandidate(send))
	const clarity = page.getByRole('slider', { name: 'Clarity' })
	for (const [value, word] of [
		['8', 'Very clear'],
		['6', 'Clear'],
		['4', 'Rather unclear'],
		['3.9', 'Unclear'],
	] as const) {
		await clarity.fill(value)
		await expect(clarity).toHaveAttribute('aria-valuetext', `${value} of 10, ${word}`)
	}
	const bias = page.getByRole('slider', { name: 'Bias' })
	await bias.fill('2')
	await expect(bias).toHaveAttribute('aria-valuetext', '2 of 10, Neutral')
	await bias.fill('7')
	await expect(bias).toHaveAttribute('aria-valuetext', '7 of 10, Very biased')
	await page.getByText('Why this clarity? (heuristic)').click()
	await expect(page.getByText('+1 names a figure')).toBeVisible()
	await page.getByRole('button', { name: /^Use [\d.]+ for clarity$/ }).click()
	await expect(clarity).not.toHaveValue('3.9')
})

adminTest('shows the whole source at the quote as plain text', async ({ page, send }) => {
	const filler = 'The river is long and the hills are high in this part of the land.\n\n'.repeat(
		200,
	)
	const text = `${filler}<img src=x onerror="alert(1)"> We will plant 400 trees by 2029 in all parks.\n\n${filler}`
	await openReview(page, await makeCandidate(send), text)
	await expect(marked(page)).toContainText('plant 400 trees')
	await page.getByRole('button', { name: 'Show whole source' }).click()
	await expect(dialog(page).locator('mark')).toContainText('plant 400 trees')
	await expect(dialog(page).getByText('<img src=x')).toBeVisible()
	await expect(dialog(page).locator('img')).toHaveCount(0)
})

adminTest('keeps review changes after a reload and offline', async ({ page, send, network }) => {
	await openReview(page, await makeCandidate(send))
	await statement(page).fill('Hire two thousand more teachers for schools')
	await page.getByRole('button', { name: 'Validate' }).click()
	await rows(page).nth(1).click()
	await page.getByRole('button', { name: 'Remove', exact: true }).click()
	await expect(rows(page)).toHaveCount(4)
	await page.reload()
	await expect(rows(page)).toHaveCount(4)
	await expect(statement(page)).toHaveValue('Hire two thousand more teachers for schools')
	await status(page, 1, 'Validated')
	await expect(marked(page)).toBeVisible()
	// Removed policies can be restored after the undo expires.
	await page.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'Removed (1)' })
	await page.getByRole('button', { name: 'Restore' }).click()
	await page.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'All (5)' })
	await expect(rows(page)).toHaveCount(5)

	network.setOffline(true)
	await statement(page).fill('Hire two thousand more teachers for all schools')
	await page.getByRole('button', { name: 'Save 5 policies…' }).click()
	await dialog(page).getByRole('button', { name: 'Save policies' }).click()
	await expect(dialog(page).getByText(/^Save failed: Network error\..*is kept\.$/)).toBeVisible()
	network.setOffline(false)
	holdSeconds()
	await dialog(page).getByRole('button', { name: 'Save policies' }).click()
	await expect(page.getByText('5 policies saved', { exact: true })).toBeVisible()
})

adminTest('sets statuses in bulk, adds, filters, and sorts policies', async ({ page, send }) => {
	await openReview(page, await makeCandidate(send))
	await page.getByRole('checkbox', { name: 'Select policy 2' }).check()
	await page.getByRole('checkbox', { name: 'Select policy 4' }).check()
	await page.getByRole('combobox', { name: 'New status' }).selectOption('Rejected')
	await page.getByRole('button', { name: 'Set 2 selected' }).click()
	await page.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'Rejected (2)' })
	await expect(rows(page)).toHaveCount(2)
	await page.getByRole('button', { name: /^Undo: the status of 2 policies$/ }).click()
	await expect(rows(page)).toHaveCount(5)
	await page.getByRole('button', { name: 'Add a policy' }).click()
	await expect(statement(page)).toBeFocused()
	await expect(page.getByText('Written by hand, with no quote from the source.')).toBeVisible()
	await statement(page).fill('Publish every contract of the state')
	await page.getByRole('combobox', { name: 'Order' }).selectOption('Category')
	await expect(rows(page).last()).toContainText('Publish every contract')
})

adminTest('names the policy number when saving is rejected', async ({ page, send }) => {
	await openReview(page, await makeCandidate(send))
	// Removed policies keep their number and are not sent.
	await page.getByRole('button', { name: 'Remove', exact: true }).click()
	await rows(page).nth(1).click()
	await expect(rows(page).nth(1)).toHaveText(/^3/)
	await page.getByLabel('Keywords').fill('k'.repeat(101))
	await page.getByRole('button', { name: 'Save 4 policies…' }).click()
	await dialog(page).getByRole('button', { name: 'Save policies' }).click()
	await expect(dialog(page).getByRole('alert')).toHaveText(
		/^Save failed: .* Policy 3: A keyword must be at most 100 characters\. Your review is kept\.$/,
	)
	await dialog(page).getByRole('button', { name: 'Cancel' }).click()
	await page.getByLabel('Keywords').fill('schools')
	holdSeconds()
	await page.getByRole('button', { name: 'Save 4 policies…' }).click()
	await dialog(page).getByRole('button', { name: 'Save policies' }).click()
	await expect(page.getByText('4 policies saved', { exact: true })).toBeVisible()
})

adminTest(
	'lists duplicate statements with a reason instead of proposing them',
	async ({ page, send }) => {
		const text = `${PARTY_PROGRAM}\nWe will raise the minimum wage to fifteen dollars an hour by 2029.`
		await openReview(page, await makeCandidate(send), text)
		await expect(rows(page)).toHaveCount(5)
		await page.getByText('Found but not proposed (1)').click()
		await expect(page.getByText(/^Says the same as a proposal/)).toBeVisible()
	},
)

adminTest('switches between list and policy on phones', async ({ page, send }) => {
	await openReview(page, await makeCandidate(send))
	await page.setViewportSize({ width: 390, height: 844 })
	await rows(page).nth(2).click()
	await expect(page.getByRole('heading', { name: 'Policy 3 of 5' })).toBeFocused()
	await expect(rows(page).first()).toBeHidden()
	await page.getByRole('button', { name: 'Next', exact: true }).click()
	await expectOpened(page, 4, 5)
	await page.getByRole('button', { name: 'All policies' }).click()
	await expect(rows(page).nth(3)).toBeFocused()
})

adminTest('folds weak proposals away and says why to reword them', async ({ page, send }) => {
	const quote = 'It is what they asked us to do for the trams of this town'
	page.route(
		/\/api\/admin\/policies\/(?:extract\/enhanced|extractions\/[\da-f-]{36})$/,
		async (route) => {
			const reply = await route.fetch()
			const json = await reply.json()
			const [first, ...others] = json.result?.policies ?? []
			const weak = { ...first, text: quote, weak: true, rewording: ['dangling', 'first-person'] }
			const usual = {
				first: { usable: 0.7, edit: 0.25, unusable: 0.05 },
				weak: { usable: 0.1, edit: 0.5, unusable: 0.4 },
			}
			const result = { ...json.result, policies: [weak, ...others], usual }
			await route.fulfill({ json: json.result ? { ...json, result } : json })
		},
	)
	await openSource(page, await makeCandidate(send))
	await extract(page)
	await expect(page.getByText('1 of them needs rewording.')).toBeVisible()
	await expect(page.getByText(/^On test documents, 70 % of the proposals/)).toBeVisible()
	await page.getByRole('button', { name: 'Review Policies' }).click()
	await expect(rows(page)).toHaveCount(4)
	const fold = page.getByRole('button', { name: '1 more that needs rewording' })
	await expect(fold).toHaveAttribute('aria-expanded', 'false')
	await expect(page.getByText('1 proposal that needs rewording is not saved')).toBeVisible()
	await fold.click()
	await rows(page).last().click()
	await expect(statement(page)).toHaveValue(quote)
	await expect(page.getByText('It refers to an earlier sentence')).toBeVisible()
	await expect(page.getByText('It speaks in the first person')).toBeVisible()
	await statement(page).fill('Build three new tram lines in the town')
	await expect(page.getByText('No clean statement could be made')).toHaveCount(0)
	await expect(page.getByRole('button', { name: 'Save 5 policies…' })).toBeVisible()
})
