import { expect } from 'vitest'
import { importElection, makeQuiz, newName } from '../support/administrator.ts'
import { filesSaved } from '../support/quiz-screens.ts'
import { adminTest, type Page, sendSignIn } from '../support/screens.ts'

interface Given {
	readonly name: string
	readonly text: string
}

const choose = (page: Page, ...files: readonly Given[]): Promise<void> =>
	page.locator('input[type=file]').setInputFiles(
		files.map(({ name, text }) => ({
			name,
			mimeType: 'text/plain',
			buffer: Buffer.from(text),
		})),
	)

const importButton = (page: Page) => page.getByRole('button', { name: 'Import', exact: true })
const lines = (page: Page) => page.locator('ol > li')

const electionFile = (name: string, policies: readonly object[]): Given => ({
	name: `${name}.json`,
	text: JSON.stringify({
		election: { name, electionDate: '2031-11-04', jurisdiction: 'FEDERAL' },
		candidates: [
			{ name: `${name} One`, website: 'https://one.example/', policies },
			{ name: `${name} Two`, website: 'https://two.example/', policies },
		],
	}),
})

const GOOD = {
	text: 'Bread is free for everybody',
	category: 'ECONOMY',
	validationStatus: 'VALIDATED',
}

adminTest('lists import errors by line and imports the corrected file', async ({ page }) => {
	const name = newName('Imported')
	await page.goto('/admin/exchange')
	await choose(page, electionFile(name, [GOOD, { text: 'No category', category: 'BREAD' }]))
	await expect(page.getByRole('heading', { name: 'This cannot be imported yet' })).toBeVisible()
	await expect(page.getByText('2 refused')).toBeVisible()
	await expect(importButton(page)).toBeDisabled()
	// Refused rows come first.
	await expect(lines(page).nth(0)).toContainText('Refused')
	await expect(lines(page).nth(0)).toContainText(/category: must be one of/)
	await expect(lines(page).nth(0)).toContainText(`${name}.json, line 1`)
	await expect(lines(page).nth(1)).toContainText('Refused')
	await expect(lines(page).nth(2)).not.toContainText('Refused')

	await choose(page, electionFile(name, [GOOD]))
	await expect(page.getByRole('heading', { name: 'Preview' })).toBeVisible()
	await expect(page.getByText('5 to create')).toBeVisible()
	await importButton(page).click()
	await expect(page.getByRole('heading', { name: 'Imported' })).toBeFocused()
	await expect(page.getByText('5 created')).toBeVisible()
	await page.getByRole('link', { name, exact: true }).click()
	await expect(page.getByRole('article').filter({ hasText: name })).toContainText('2 candidates')
})

adminTest('reads columns of a table as positions, or ignores them', async ({ page }) => {
	const name = newName('Matrix')
	const day = `name,electionDate,jurisdiction\n${name},2031-11-04,FEDERAL`
	const table = 'statement,category,Ann,Bo,rank\nParks.,SOCIAL,2,-2,1\nRoads.,SOCIAL,-2,2,1'
	await page.goto('/admin/exchange')
	await choose(page, { name: 'election.csv', text: day }, { name: 'matrix.csv', text: table })
	const column = (label: string) => page.getByRole('checkbox', { name: label, exact: true })
	await expect(column('Ann')).toBeChecked()
	await expect(column('rank')).toBeChecked()
	await expect(page.getByText('6 to create')).toBeVisible()
	await column('rank').uncheck()
	await expect(page.getByText('5 to create')).toBeVisible()
	await expect(column('rank')).not.toBeChecked()
	await expect(page.getByText('matrix.csv: Ignored columns: rank')).toBeVisible()
	await importButton(page).click()
	await expect(page.getByRole('heading', { name: 'Imported' })).toBeFocused()
	await expect(lines(page).filter({ hasText: 'Parks.' })).toContainText(
		'of Ann; status PENDING; positions: 1 new',
	)
})

adminTest('warns about unfair quizzes that an import would activate', async ({ page }) => {
	const name = newName('Unfair')
	const { text } = electionFile(name, [GOOD])
	const quizzes = [
		{ name: `${name} quiz`, quizType: 'SCALE', active: true },
		{ name: `${name} other`, quizType: 'BINARY' },
	]
	const file = { ...JSON.parse(text), quizzes } as object
	await page.goto('/admin/exchange')
	await choose(page, { name: `${name}.json`, text: JSON.stringify(file) })
	const notes = (quiz: string) => lines(page).filter({ hasText: quiz }).getByRole('listitem')
	await expect(notes(`${name} quiz`)).toHaveText([
		'will be active for voters',
		`duplicate statement: “${GOOD.text}” (${name} One, ${name} Two)`,
	])
	await expect(notes(`${name} other`)).toHaveText([
		'is not active until an administrator activates it',
	])
})

adminTest('accepts dropped files, removes one, and rejects other encodings', async ({ page }) => {
	await page.goto('/admin/exchange')
	const name = newName('Dropped')
	const { text } = electionFile(name, [GOOD])
	const files = [
		new File([text], 'dropped.json'),
		new File([new Uint8Array([0x48, 0xe1])], 'latin.csv'),
	]
	await page
		.getByText('or drop them here')
		.locator('..')
		.evaluate((zone) => {
			for (const type of ['dragover', 'drop']) {
				const event = new Event(type, { bubbles: true, cancelable: true })
				zone.dispatchEvent(Object.assign(event, { dataTransfer: { files } }))
			}
		})
	await expect(page.getByRole('alert').filter({ hasText: 'latin.csv' })).toContainText(
		'is not in UTF-8',
	)
	await expect(page.getByText('5 to create')).toBeVisible()
	await page.getByRole('button', { name: 'Remove: dropped.json' }).click()
	await expect(importButton(page)).toHaveCount(0)
})

adminTest(
	'keeps chosen files offline and imports once after a lost reply',
	async ({ page, network, send }) => {
		const name = newName('Once')
		await page.goto('/admin/exchange')
		await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible()
		network.setOffline(true)
		await choose(page, electionFile(name, [GOOD]))
		await expect(page.getByText(/Network error.*Your files are still selected\./)).toBeVisible()
		network.setOffline(false)
		await expect(page.getByText('5 to create')).toBeVisible()
		page.route('**/api/admin/imports', async (route) => {
			await route.fetch()
			route.abort()
		})
		await importButton(page).click()
		await expect(page.getByText(/the import may or may not be saved/)).toBeVisible()
		page.unroute('**/api/admin/imports')
		await importButton(page).click()
		await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible()
		const found = await send<{ total: number }>(
			'GET',
			`/admin/elections?search=${encodeURIComponent(name)}`,
		)
		expect(found.total).toBe(1)
	},
)

adminTest('keeps chosen files after the session expires', async ({ page, admin }) => {
	const name = newName('Signed')
	await page.goto('/admin/exchange')
	await choose(page, electionFile(name, [GOOD]))
	await expect(page.getByText('5 to create')).toBeVisible()
	page.route('**/api/admin/imports', (route) =>
		route.fulfill({ status: 401, json: { message: 'Your session has ended.' } }),
	)
	await importButton(page).click()
	await expect(page).toHaveURL(/\/login/)
	page.unroute('**/api/admin/imports')
	await sendSignIn(page, admin)
	await expect(page).toHaveURL(/\/admin\/exchange/)
	await expect(page.getByText(`${name}.json (1 KB)`)).toBeVisible()
	await importButton(page).click()
	await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible()
})

adminTest('keeps chosen files when the server fails', async ({ page }) => {
	page.route('**/api/admin/imports', (route) =>
		route.fulfill({ status: 500, json: { message: 'The server is out of order.' } }),
	)
	await page.goto('/admin/exchange')
	await choose(page, electionFile(newName('Failing'), [GOOD]))
	await expect(
		page.getByText('The server is out of order. Your files are still selected.'),
	).toBeVisible()
	page.unroute('**/api/admin/imports')
	await page.getByRole('button', { name: 'Retry' }).click()
	await expect(page.getByText('5 to create')).toBeVisible()
})

for (const [format, count] of [
	['JSON, one file', 1],
	['CSV, one file per table', 4],
] as const) {
	adminTest(`imports an edited export (${format}) as changes only`, async ({ page, send }) => {
		const saved = filesSaved()
		const election = await importElection(send, [2, 2])
		await makeQuiz(send, election)
		await page.goto('/admin/exchange')
		await page.getByRole('combobox', { name: 'Election' }).fill(election.electionName)
		await page.getByRole('option', { name: election.electionName }).click()
		await page.getByRole('radio', { name: format }).check()
		await page.getByRole('button', { name: 'Export', exact: true }).click()
		await expect(page.getByText(/^Saved: /)).toBeVisible()
		expect(saved).toHaveLength(count)
		const files = await Promise.all(
			saved.map(async (file) => ({ name: file.name, text: await file.text() })),
		)
		await choose(page, ...files)
		await expect(
			page.getByText('Nothing to import. All records already match the files.'),
		).toBeVisible()
		const changed = newName('By hand')
		const renamed = files.map(({ name, text }) => ({
			name,
			text: text.replaceAll(election.electionName, changed),
		}))
		await choose(page, ...renamed)
		await expect(page.getByText('1 to change')).toBeVisible()
		await expect(page.getByText(/to make/)).toHaveCount(0)
		await importButton(page).click()
		await expect(page.getByRole('link', { name: changed, exact: true })).toBeVisible()
		const now = await send('GET', `/admin/elections/${election.electionId}`)
		expect(now).toMatchObject({ name: changed, candidateCount: 2, quizCount: 1 })
	})
}

adminTest('requires an election to export and reports a failed export', async ({ page, send }) => {
	const election = await importElection(send, [1])
	page.route('**/export*', (route) =>
		route.fulfill({ status: 500, json: { message: 'The server is out of order.' } }),
	)
	await page.goto('/admin/exchange')
	await page.getByRole('button', { name: 'Export', exact: true }).click()
	await expect(page.getByText('Choose an election')).toBeVisible()
	await page.getByRole('combobox', { name: 'Election' }).fill(election.electionName)
	await page.getByRole('option', { name: election.electionName }).click()
	await page.getByRole('button', { name: 'Export', exact: true }).click()
	await expect(page.getByText('The server is out of order.')).toBeVisible()
})
