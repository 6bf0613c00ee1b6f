import { expect } from 'vitest'
import type { PositionGrid } from '#contract/admin/positions.ts'
import {
	type Imported,
	importElection,
	makeElection,
	makeQuiz,
	type Send,
} from '../support/administrator.ts'
import { adminTest, dialog, field, type Page } from '../support/screens.ts'

const TEXT = (list: number, number: number) =>
	`Keep promise number ${number} of list ${list} for the whole country`

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
/** Cell of a candidate, counted from 0. */
const cell = (page: Page, text: string, candidate: number) =>
	row(page, text).locator('td').nth(candidate)
const paste = (page: Page, text: string, candidate: number, clipboard: string): Promise<boolean> =>
	cell(page, text, candidate).evaluate((element) => {
		const event = new Event('paste', { bubbles: true, cancelable: true })
		element.focus()
		return element.dispatchEvent(
			Object.assign(event, { clipboardData: { getData: () => clipboard } }),
		)
	})
const press = async (page: Page, ...keys: string[]): Promise<void> => {
	for (const key of keys) await page.keyboard.press(key)
}

const open = async (page: Page, { electionId }: Imported): Promise<void> => {
	await page.goto(`/admin/positions/${electionId}`)
	await expect(page.getByRole('grid')).toBeVisible()
}
const read = (send: Send, { electionId }: Imported) =>
	send<PositionGrid>('GET', `/admin/elections/${electionId}/positions`)
/** Stored values by "statement of list/number candidate". */
const values = async (send: Send, election: Imported): Promise<Record<string, number>> => {
	const { cells, statements } = await read(send, election)
	const named = cells.map(({ policyId, candidateId, value }) => {
		const text = statements.find(({ id }) => id === policyId)?.text ?? ''
		const [, number, list] = /number (\d+) of list (\d+)/.exec(text) ?? []
		const column = election.candidates.findIndex(({ id }) => id === candidateId)
		return [`${list}/${number} ${column}`, value] as const
	})
	return Object.fromEntries(named)
}
/** Stored statuses. */
const statuses = async (send: Send, election: Imported): Promise<string[]> =>
	(await read(send, election)).cells.map(({ status }) => status)
/** Sets a position as another administrator. */
const set = async (
	send: Send,
	election: Imported,
	text: string,
	candidate: number,
	fields: object,
) => {
	const { statements } = await read(send, election)
	const policyId = statements.find((each) => each.text === text)?.id
	const path = `/admin/elections/${election.electionId}/positions`
	return send('PUT', `${path}/${policyId}/${election.candidates[candidate]?.id}`, fields)
}

adminTest('fills positions by keyboard and undoes them', async ({ page, send }) => {
	const election = await importElection(send, [1, 1, 1])
	await open(page, election)
	await expect(page.getByText('3 of 9 positions known (33%)')).toBeVisible()
	await cell(page, TEXT(1, 1), 0).focus()
	await press(page, '4')
	await expect(page.getByText('Their position is always +2.')).toHaveCount(1)
	await press(page, 'ArrowRight', '4', 'ArrowRight', '-', '2', 'ArrowDown', '1')
	await expect(cell(page, TEXT(1, 1), 1)).toContainText('Agree')
	await expect(cell(page, TEXT(1, 1), 2)).toContainText('Strongly disagree')
	await expect(cell(page, TEXT(2, 1), 2)).toBeFocused()
	await expect(page.getByText('6 of 9 positions known (66%)')).toBeVisible()
	await expect(page.getByText('All changes saved')).toBeVisible()
	expect(await values(send, election)).toEqual({ '1/1 1': 1, '1/1 2': -2, '2/1 2': -2 })

	await press(page, 'Delete')
	await expect(cell(page, TEXT(2, 1), 2)).toContainText('unknown')
	await press(page, 'Home', 'ArrowUp')
	await press(page, 'Control+End')
	await expect(cell(page, TEXT(3, 1), 2)).toBeFocused()
	await press(page, 'Control+z')
	await expect(cell(page, TEXT(2, 1), 2)).toContainText('Strongly disagree')
	await expect(cell(page, TEXT(2, 1), 2)).toBeFocused()
	await press(page, 'Control+z', 'Control+z', 'Control+z')
	await expect(page.getByText('All changes saved')).toBeVisible()
	expect(await values(send, election)).toEqual({ '1/1 1': 1 })
	await press(page, 'Control+z')
	await expect(page.getByText('All changes saved')).toBeVisible()
	expect(await values(send, election)).toEqual({})
	await press(page, 'Control+z')
	await expect(page.getByText('There is nothing to undo.')).toHaveCount(1)
})

adminTest('sets a position by mouse and edits its details', async ({ page, send }) => {
	const election = await importElection(send, [1, 1])
	const name = election.candidates[1]?.name ?? ''
	await open(page, election)
	await cell(page, TEXT(1, 1), 1).click()
	await page.getByRole('button', { name: '−1: Disagree' }).click()
	await expect(page.getByText('All changes saved')).toBeVisible()
	await expect(cell(page, TEXT(1, 1), 1)).toContainText('Disagree')

	await press(page, 'Enter')
	await expect(dialog(page).getByRole('heading', { name: `Position of ${name}` })).toBeVisible()
	await field(page, 'Position').selectOption('')
	await field(page, 'Source URL').fill('platform.example')
	await dialog(page).getByRole('button', { name: 'Save' }).click()
	await expect(dialog(page).getByText('Value must be a whole number from -2 to 2')).toBeVisible()
	await expect(dialog(page).getByText(/^Source URL must be a web address/)).toBeVisible()
	await field(page, 'Position').selectOption('1')
	await field(page, 'Quote').fill('We shall keep it, with care.')
	await field(page, 'Source').first().fill('Platform of 1912')
	await field(page, 'Source URL').fill('https://platform.example/')
	await field(page, 'Given by').selectOption('PARTY'.toLowerCase())
	await field(page, 'Status').selectOption('PENDING')
	await dialog(page).getByRole('button', { name: 'Save' }).click()
	await expect(page.getByText('The position was saved.')).toBeVisible()
	await expect(cell(page, TEXT(1, 1), 1)).toContainText('AgreePending')
	await expect(cell(page, TEXT(1, 1), 1)).toBeFocused()
	expect((await read(send, election)).cells).toMatchObject([
		{
			value: 1,
			quote: 'We shall keep it, with care.',
			source: 'Platform of 1912',
			url: 'https://platform.example/',
			givenBy: 'party',
			status: 'PENDING',
		},
	])
	await press(page, 'Enter')
	await dialog(page)
		.getByRole('link', { name: /^History/ })
		.click()
	await expect(page.getByRole('article')).toHaveCount(2)
})

adminTest(
	'pastes a block after a preview, and nothing with unknown words',
	async ({ page, send }) => {
		const election = await importElection(send, [1, 1, 1])
		const [, bob = '', cy = ''] = election.candidates.map(({ name }) => name)
		await set(send, election, TEXT(1, 1), 1, { value: -1, quote: 'No.' })
		await open(page, election)
		await paste(page, TEXT(1, 1), 1, 'strongly agree\tyes\r\n2\t-2\t1\r\n1\t2\r\n')
		await expect(dialog(page).getByText('1 cell has an unknown value.')).toBeVisible()
		await expect(dialog(page).getByText(`“yes”: ${cy} on “${TEXT(1, 1)}”`)).toBeVisible()
		await expect(dialog(page).getByText('1 cell is outside the grid')).toBeVisible()
		await expect(dialog(page).getByRole('button', { name: 'Save 3 positions' })).toBeDisabled()
		await field(page, 'Cells').fill('strongly agree\tagree\n2\t-2\n1\t2')
		await expect(dialog(page).getByText('4 positions change')).toBeVisible()
		await expect(dialog(page).locator('tbody tr').first().getByRole('cell')).toHaveText([
			...[TEXT(1, 1), bob, '−1: Disagree', '+2: Strongly agree'],
		])
		expect(await values(send, election)).toEqual({ '1/1 1': -1 })

		// Somebody else changes a cell meanwhile: nothing is stored.
		await set(send, election, TEXT(2, 1), 2, { value: 0 })
		await dialog(page).getByRole('button', { name: 'Save 4 positions' }).click()
		await expect(
			dialog(page).getByText('Nothing was saved. Check the preview again.'),
		).toBeVisible()
		expect(await values(send, election)).toEqual({ '1/1 1': -1, '2/1 2': 0 })
		await expect(dialog(page).getByText('0: Neutral')).toBeVisible()
		await dialog(page).getByRole('button', { name: 'Save 4 positions' }).click()
		await expect(page.getByText('4 positions were saved.')).toBeVisible()
		const after = { '1/1 1': 2, '1/1 2': 1, '2/1 2': -2, '3/1 1': 1 }
		expect(await values(send, election)).toEqual(after)
		await page.getByRole('button', { name: 'Undo' }).first().click()
		await expect(page.getByText('All changes saved')).toBeVisible()
		await expect(cell(page, TEXT(1, 1), 1)).toContainText('Disagree')
		expect(await values(send, election)).toEqual({ '1/1 1': -1, '2/1 2': 0 })
		const quotes = (await read(send, election)).cells.map(({ quote }) => quote)
		expect(quotes).toContain('No.')
	},
)

adminTest('filters by what is missing and shows progress', async ({ page, send }) => {
	const election = await importElection(send, [2, 1, 1])
	const [, bob = '', cy = ''] = election.candidates.map(({ name }) => name)
	const source = 'Platform'
	await set(send, election, TEXT(1, 1), 1, { value: -1, source })
	await set(send, election, TEXT(1, 1), 2, { value: 1, source, status: 'PENDING' })
	await set(send, election, TEXT(2, 1), 0, { value: 1 })
	await open(page, election)
	const texts = () => page.locator('tbody th')
	const head = (name: string) => page.getByRole('columnheader').filter({ hasText: name })
	await expect(head(bob)).toContainText('2 of 4')
	await expect(head(cy)).toContainText('2 of 4')
	await page.getByLabel('Show').selectOption('missing')
	await expect(texts()).toHaveCount(3)
	await expect(page.getByText('3 of 4 statements')).toBeVisible()
	await page.getByLabel('Candidate', { exact: true }).selectOption(bob)
	await expect(texts()).toHaveCount(2)
	await page.reload()
	await expect(texts()).toHaveCount(2)
	// A row stays while it is edited, until the filter changes.
	await cell(page, TEXT(1, 2), 1).focus()
	await press(page, '3')
	await expect(head(bob)).toContainText('3 of 4')
	await expect(texts()).toHaveCount(2)
	await page.getByLabel('Show').selectOption('unsourced')
	await expect(texts()).toContainText([TEXT(1, 2)])
	await page.getByLabel('Candidate', { exact: true }).selectOption('')
	await expect(texts()).toContainText([TEXT(1, 2), TEXT(2, 1)])
	await page.getByLabel('Show').selectOption('review')
	await expect(texts()).toContainText([TEXT(1, 1)])
	await page.getByLabel('Show').selectOption('all')
	await page.getByRole('searchbox').fill('list 3')
	await expect(texts()).toContainText([TEXT(3, 1)])
	await page.getByLabel('Category').selectOption('HEALTHCARE')
	await expect(page.getByText('No statement matches these filters.')).toBeVisible()
})

adminTest('validates all shown positions at once', async ({ page, send }) => {
	const election = await importElection(send, [1, 1])
	const pending = { value: -1, status: 'PENDING' }
	await set(send, election, TEXT(1, 1), 1, pending)
	await set(send, election, TEXT(2, 1), 0, pending)
	await open(page, election)
	await page.getByRole('button', { name: 'Validate 2 positions' }).click()
	await expect(page.getByText('2 positions were validated.')).toBeVisible()
	await expect(page.getByRole('button', { name: /^Validate/ })).toHaveCount(0)
	expect(await statuses(send, election)).toEqual(['VALIDATED', 'VALIDATED'])
	expect(Object.values(await values(send, election))).toEqual([-1, -1])
	await page.getByRole('button', { name: 'Undo' }).first().click()
	await expect(page.getByRole('button', { name: 'Validate 2 positions' })).toBeVisible()
	await expect(page.getByText('All changes saved')).toBeVisible()
	expect(await statuses(send, election)).toEqual(['PENDING', 'PENDING'])
})

adminTest('shows both versions on a conflict', async ({ page, send }) => {
	const election = await importElection(send, [1, 1])
	await open(page, election)
	await set(send, election, TEXT(1, 1), 1, { value: -2, quote: 'Never.' })
	await set(send, election, TEXT(2, 1), 0, { value: -1 })
	await cell(page, TEXT(1, 1), 1).focus()
	await press(page, '5')
	const line = (label: string) => dialog(page).locator('tbody').filter({ hasText: label })
	await expect(line('Position').first().getByRole('cell')).toHaveText([
		...['+2: Strongly agree', '−2: Strongly disagree'],
	])
	await dialog(page).getByRole('button', { name: 'Keep mine' }).click()
	await expect(page.getByText('All changes saved')).toBeVisible()
	// The quote was not changed here, so it stays.
	const { cells } = await read(send, election)
	expect(cells.find(({ value }) => value === 2)).toMatchObject({ quote: 'Never.' })
	await set(send, election, TEXT(2, 1), 0, { value: 0 })
	await cell(page, TEXT(2, 1), 0).focus()
	await press(page, '5')
	await expect(dialog(page)).toContainText('changed the position')
	await dialog(page).getByRole('button', { name: 'Take theirs' }).click()
	await expect(cell(page, TEXT(2, 1), 0)).toContainText('Neutral')
	await expect(page.getByText('All changes saved')).toBeVisible()
})

adminTest(
	'keeps positions offline and saves them on reconnect',
	async ({ page, network, send }) => {
		const election = await importElection(send, [1, 1, 1])
		await open(page, election)
		await cell(page, TEXT(1, 1), 1).focus()
		network.setOffline(true)
		await press(page, '5', 'ArrowRight', '1')
		await expect(page.getByRole('alert')).toContainText('2 positions are not saved.')
		await expect(cell(page, TEXT(1, 1), 1)).toContainText('Strongly agreenot saved')
		await network.setOffline(false)
		await expect(page.getByText('All changes saved')).toBeVisible()
		expect(await values(send, election)).toEqual({ '1/1 1': 2, '1/1 2': -2 })

		page.route('**/positions', (route) =>
			route.request.method === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
		)
		await press(page, '3')
		await expect(page.getByRole('alert')).toContainText('1 position is not saved.')
		await page.getByRole('button', { name: 'Menu' }).click()
		await page.getByRole('link', { name: 'Elections' }).first().click()
		await expect(dialog(page).getByText('Discard your changes?')).toBeVisible()
		await dialog(page).getByRole('button', { name: 'Keep editing' }).click()
		page.unroute('**/positions')
		await page.getByRole('button', { name: 'Save again' }).click()
		await expect(page.getByText('All changes saved')).toBeVisible()
		expect(await values(send, election)).toEqual({ '1/1 1': 2, '1/1 2': 0 })

		await page.goto('/admin/positions')
		network.setOffline(true)
		await page.goBack()
		await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
		await network.setOffline(false)
		await expect(page.getByRole('grid')).toBeVisible()
	},
)

adminTest('merges two statements and undoes it', async ({ page, send }) => {
	const election = await importElection(send, [2, 1])
	const [ann = '', bob = ''] = election.candidates.map(({ name }) => name)
	await open(page, election)
	await row(page, TEXT(1, 1)).getByRole('checkbox').check()
	await expect(page.getByText('Select two statements to merge them.')).toBeVisible()
	await row(page, TEXT(1, 2)).getByRole('checkbox').check()
	await page.getByRole('button', { name: 'Merge…' }).click()
	await dialog(page).getByRole('button', { name: 'Merge' }).click()
	await expect(
		dialog(page).getByText(`Both statements belong to ${ann}. Delete one of them instead`),
	).toBeVisible()
	await dialog(page).getByRole('button', { name: 'Cancel' }).click()
	await row(page, TEXT(1, 2)).locator('th').focus()
	await press(page, ' ')
	await row(page, TEXT(2, 1)).locator('th').focus()
	await press(page, ' ')
	await page.getByRole('button', { name: 'Merge…' }).click()
	await expect(dialog(page)).toContainText(`${bob} gets position +2`)
	await dialog(page)
		.getByRole('radio', { name: TEXT(2, 1) })
		.check()
	await expect(dialog(page)).toContainText(`${ann} gets position +2`)
	let release = (): void => undefined
	const released = new Promise<void>((done) => {
		release = done
	})
	page.route('**/positions/merge', async (route) => {
		await released
		route.continue()
	})
	await dialog(page).getByRole('button', { name: 'Merge' }).click()
	await dialog(page).getByRole('button', { name: 'Cancel' }).press('Enter')
	await expect(dialog(page).getByRole('button', { name: 'Merging…' })).toBeVisible()
	release()
	await expect(page.getByText('The two statements were merged.')).toBeVisible()
	await expect(row(page, TEXT(1, 1))).toHaveCount(0)
	await expect(cell(page, TEXT(2, 1), 0)).toContainText('Strongly agree')
	expect(await values(send, election)).toEqual({ '2/1 0': 2 })
	await page.getByRole('status').locator('..').getByRole('button', { name: 'Undo' }).last().click()
	await expect(row(page, TEXT(1, 1))).toHaveCount(1)
	await expect(cell(page, TEXT(2, 1), 0)).toContainText('unknown')
	expect(await values(send, election)).toEqual({})
})

adminTest('summarizes fairness and updates it after an edit', async ({ page, send }) => {
	const election = await importElection(send, [2, 2])
	const quiz = await makeQuiz(send, election)
	const bob = election.candidates[1]?.name ?? ''
	await open(page, election)
	const panel = page.getByRole('region', { name: 'Would this quiz be fair?' })
	await expect(panel).toContainText('Clone test: in first place2 of 2')
	await panel.getByLabel('Quiz').selectOption(quiz.name)
	await cell(page, TEXT(1, 1), 1).focus()
	await press(page, '5')
	await expect(panel).toContainText('Known positions2 to 3')
	await panel.getByRole('button', { name: 'Show full report' }).click()
	await expect(
		dialog(page).getByRole('heading', { name: `Fairness of “${quiz.name}”` }),
	).toBeVisible()
	await expect(dialog(page).getByRole('link', { name: TEXT(1, 1) })).toBeVisible()
	await dialog(page).getByRole('row').filter({ hasText: bob }).getByRole('link').click()
	await expect(page.getByLabel('Show')).toHaveValue('missing')
	await expect(page.locator('tbody th')).toContainText([TEXT(1, 2)])
})

adminTest('explains why there is no grid', async ({ page, send }) => {
	await page.goto('/admin/positions')
	await expect(page.getByText('Choose an election')).toBeVisible()
	const few = await makeElection(send)
	await page.getByRole('combobox', { name: 'Election' }).fill(few.name)
	await page.getByRole('option', { name: few.name }).click()
	await expect(page).toHaveURL(`/admin/positions/${few.id}`)
	await expect(page.getByText('This election has fewer than two candidates')).toBeVisible()
	const empty = await importElection(send, [0, 0])
	await page.goto(`/admin/positions/${empty.electionId}`)
	await expect(page.getByText('This election has no statements yet')).toBeVisible()
	await page.goto('/admin/positions/00000000-0000-4000-8000-000000000000')
	await expect(page.getByText('Election not found')).toBeVisible()
	page.lackCapabilities()
	await page.goto('/admin/positions')
	await expect(page.getByText('This server has no positions')).toBeVisible()
	await page.getByRole('button', { name: 'Menu' }).click()
	await expect(page.getByRole('link', { name: 'Positions' })).toHaveCount(0)
})
