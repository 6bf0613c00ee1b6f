import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { cutOff, importElection, makeQuiz } from './admin-data.ts'
import { expectSound, forgetRefusals, newName, test } from './admin-page.ts'
import { expect, forgetNetworkErrors, sendSignIn } from './fixtures.ts'

interface Given {
	readonly name: string
	readonly text: string
}

const choose = async (page: Page, ...files: readonly Given[]): Promise<void> => {
	const choosing = page.waitForEvent('filechooser')
	await page.getByRole('button', { name: /^(?:Choose|Add) files$/ }).click()
	const chooser = await choosing
	await chooser.setFiles(
		files.map(({ name, text }) => ({
			name,
			mimeType: 'text/plain',
			buffer: Buffer.from(text),
		})),
	)
}

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

test('a dry run tells line by line what is refused; corrected, the same files are imported, and lead on', async ({
	page,
	admin,
}) => {
	const name = newName('Imported')
	await page.goto('/admin/exchange')
	await expectSound(page)
	await choose(page, electionFile(name, [GOOD, { text: 'No category', category: 'BREAD' }]))
	await expect(page.getByRole('heading', { name: 'This cannot be imported yet' })).toBeVisible()
	await expect(page.getByText('2 refused')).toBeVisible()
	await expect(importButton(page)).toBeDisabled()
	await expect(lines(page).nth(0)).toContainText('Refused')
	await expect(lines(page).nth(0)).toContainText(/category: must be one of/)
	await expect(lines(page).nth(0)).toContainText(`${name}.json, line 1`)
	await expect(lines(page).nth(1)).toContainText('Refused')
	await expect(lines(page).nth(2)).not.toContainText('Refused')
	await expectSound(page)

	await choose(page, electionFile(name, [GOOD]))
	await expect(page.getByRole('heading', { name: 'What would happen' })).toBeVisible()
	await expect(page.getByText('5 to make')).toBeVisible()
	await importButton(page).click()
	await expect(page.getByRole('heading', { name: 'Imported' })).toBeFocused()
	await expect(page.getByText('5 made')).toBeVisible()
	await expectSound(page)
	await page.getByRole('link', { name, exact: true }).click()
	await expect(page.getByRole('article').filter({ hasText: name })).toContainText('2 candidates')
	expect(admin.user.roles).toContain('ROLE_ADMIN')
})

test('a quiz that an import would activate is told with what is unfair about it, one by one', async ({
	page,
	admin,
}) => {
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
		`stands more than once: “${GOOD.text}” (${name} One, ${name} Two)`,
	])
	await expect(notes(`${name} other`)).toHaveText([
		'is not active until an administrator activates it',
	])
	await expectSound(page)
	expect(admin.user.roles).toContain('ROLE_ADMIN')
})

test('files are dropped as well, taken out again, and told where they are no UTF-8', async ({
	page,
	admin,
}) => {
	await page.goto('/admin/exchange')
	const name = newName('Dropped')
	const { text } = electionFile(name, [GOOD])
	const transfer = await page.evaluateHandle((json) => {
		const data = new DataTransfer()
		data.items.add(new File([json], 'dropped.json'))
		data.items.add(new File([new Uint8Array([0x48, 0xe1])], 'latin.csv'))
		return data
	}, text)
	const zone = page.getByText('or drop them here').locator('..')
	await zone.dispatchEvent('dragover', { dataTransfer: transfer })
	await zone.dispatchEvent('drop', { dataTransfer: transfer })
	await expect(page.getByRole('alert').filter({ hasText: 'latin.csv' })).toContainText(
		'is not in UTF-8',
	)
	await expect(page.getByText('5 to make')).toBeVisible()
	await page.getByRole('button', { name: 'Take out: dropped.json' }).click()
	await expect(importButton(page)).toHaveCount(0)
	expect(admin.user.roles).toContain('ROLE_ADMIN')
})

test('what was chosen outlives a lost connection, and a lost reply imports nothing twice', async ({
	page,
	context,
	send,
	complaints,
}) => {
	const name = newName('Once')
	await page.goto('/admin/exchange')
	await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible()
	await cutOff(page)
	await choose(page, electionFile(name, [GOOD]))
	await expect(page.getByText(/Network error.*Your files are still chosen\./)).toBeVisible()
	await context.setOffline(false)
	await expect(page.getByText('5 to make')).toBeVisible()
	await page.route('**/api/admin/imports', async (route) => {
		await route.fetch()
		await route.abort()
	})
	await importButton(page).click()
	await expect(page.getByText(/it is not known whether the import was written/)).toBeVisible()
	await page.unroute('**/api/admin/imports')
	await importButton(page).click()
	await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible()
	const found = await send<{ total: number }>(
		'GET',
		`/admin/elections?search=${encodeURIComponent(name)}`,
	)
	expect(found.total).toBe(1)
	forgetNetworkErrors(complaints)
})

test('what was chosen is there on the way back, and closing the tab asks before it is lost', async ({
	page,
	admin,
}) => {
	const name = newName('Chosen')
	await page.goto('/admin/exchange')
	await choose(page, electionFile(name, [GOOD]))
	await expect(page.getByText('5 to make')).toBeVisible()
	// Navigation within the app loses nothing, so no confirmation appears.
	await page.getByRole('button', { name: 'Menu' }).click()
	await page.getByRole('link', { name: 'Candidates', exact: true }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'Candidates' })).toBeVisible()
	await page.goBack()
	await expect(page.getByText(`${name}.json (1 KB)`)).toBeVisible()
	const asked = page.waitForEvent('dialog')
	await page.close({ runBeforeUnload: true })
	const question = await asked
	expect(question.type()).toBe('beforeunload')
	await question.dismiss()
	await importButton(page).click()
	await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible()
	// Nothing is left to lose. Count dialogs: Playwright dismisses them without a listener.
	let questions = 0
	page.on('dialog', (dialog) => {
		questions++
		dialog.accept().catch(() => undefined)
	})
	const closed = page.waitForEvent('close')
	await page.close({ runBeforeUnload: true })
	await closed
	expect(questions).toBe(0)
	expect(admin.user.roles).toContain('ROLE_ADMIN')
})

test('what was chosen is there after a new sign-in', async ({ page, admin, complaints }) => {
	const name = newName('Signed')
	await page.goto('/admin/exchange')
	await choose(page, electionFile(name, [GOOD]))
	await expect(page.getByText('5 to make')).toBeVisible()
	await page.route('**/api/admin/imports', (route) =>
		route.fulfill({ status: 401, json: { message: 'Your session has ended.' } }),
	)
	await importButton(page).click()
	await expect(page).toHaveURL(/\/login/)
	await page.unroute('**/api/admin/imports')
	await sendSignIn(page, admin)
	await expect(page).toHaveURL(/\/admin\/exchange/)
	await expect(page.getByText(`${name}.json (1 KB)`)).toBeVisible()
	await importButton(page).click()
	await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible()
	forgetRefusals(complaints, 401)
})

test('a failing server says so, and the files stay chosen', async ({ page, admin, complaints }) => {
	await page.route('**/api/admin/imports', (route) =>
		route.fulfill({ status: 500, json: { message: 'The server is out of order.' } }),
	)
	await page.goto('/admin/exchange')
	await choose(page, electionFile(newName('Failing'), [GOOD]))
	await expect(
		page.getByText('The server is out of order. Your files are still chosen.'),
	).toBeVisible()
	await page.unroute('**/api/admin/imports')
	await page.getByRole('button', { name: 'Retry' }).click()
	await expect(page.getByText('5 to make')).toBeVisible()
	expect(admin.user.roles).toContain('ROLE_ADMIN')
	forgetRefusals(complaints, 500)
})

const exported = async (page: Page, election: string, format: string, files: number) => {
	await page.getByRole('combobox', { name: 'Election' }).fill(election)
	await page.getByRole('option', { name: election }).click()
	await page.getByRole('radio', { name: format }).check()
	const saved: Given[] = []
	page.on('download', async (download) => {
		saved.push({
			name: download.suggestedFilename(),
			text: await readFile(await download.path(), 'utf8'),
		})
	})
	await page.getByRole('button', { name: 'Export', exact: true }).click()
	await expect(page.getByText(/^Saved: /)).toBeVisible()
	await expect.poll(() => saved.length).toBe(files)
	page.removeAllListeners('download')
	return saved
}

for (const [format, count] of [
	['JSON, one file', 1],
	['CSV, a file per table', 4],
] as const) {
	test(`an export (${format}) is read back: changed by hand, it changes what is there and makes nothing new`, async ({
		page,
		send,
	}) => {
		const election = await importElection(send, [2, 2])
		await makeQuiz(send, election)
		await page.goto('/admin/exchange')
		const files = await exported(page, election.electionName, format, count)
		await choose(page, ...files)
		await expect(
			page.getByText('Everything is there already as it stands in the files.'),
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

test('an export needs an election, and says where it fails', async ({ page, send, complaints }) => {
	const election = await importElection(send, [1])
	await page.route('**/export*', (route) =>
		route.fulfill({ status: 500, json: { message: 'The server is out of order.' } }),
	)
	await page.goto('/admin/exchange')
	await page.getByRole('button', { name: 'Export', exact: true }).click()
	await expect(page.getByText('Choose an election')).toBeVisible()
	await page.getByRole('combobox', { name: 'Election' }).fill(election.electionName)
	await page.getByRole('option', { name: election.electionName }).click()
	await page.getByRole('button', { name: 'Export', exact: true }).click()
	await expect(page.getByText('The server is out of order.')).toBeVisible()
	forgetRefusals(complaints, 500)
})
