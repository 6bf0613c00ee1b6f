import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { importElection, makeQuiz } from '../support/administrator.ts'
import { expectSound, expectSoundOnPhone, newName, test } from './admin-page.ts'
import { expect } from './fixtures.ts'

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

test('passes axe in every state of an import', async ({ page, admin }) => {
	const name = newName('Imported')
	const quizzes = [{ name: `${name} quiz`, quizType: 'SCALE', active: true }]
	const file = electionFile(name, [GOOD])
	await page.goto('/admin/exchange')
	await expectSound(page)
	await choose(page, electionFile(name, [GOOD, { text: 'No category', category: 'BREAD' }]))
	await expect(page.getByText('2 refused')).toBeVisible()
	await expectSoundOnPhone(page)
	await choose(page, { ...file, text: JSON.stringify({ ...JSON.parse(file.text), quizzes }) })
	await expect(page.getByText(/duplicate statement/)).toBeVisible()
	await expectSoundOnPhone(page)
	await importButton(page).click()
	await expect(page.getByRole('heading', { name: 'Imported' })).toBeFocused()
	await expectSound(page)
	expect(admin.user.roles).toContain('ROLE_ADMIN')
})

test('keeps chosen files on history back and asks before closing the tab', async ({
	page,
	admin,
}) => {
	const name = newName('Chosen')
	await page.goto('/admin/exchange')
	await choose(page, electionFile(name, [GOOD]))
	await expect(page.getByText('5 to create')).toBeVisible()
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

test('exports every table as an importable file', async ({ page, send }) => {
	const election = await importElection(send, [2, 2])
	await makeQuiz(send, election)
	await page.goto('/admin/exchange')
	await page.getByRole('combobox', { name: 'Election' }).fill(election.electionName)
	await page.getByRole('option', { name: election.electionName }).click()
	await page.getByRole('radio', { name: 'CSV, one file per table' }).check()
	const saved: Given[] = []
	page.on('download', async (download) => {
		saved.push({
			name: download.suggestedFilename(),
			text: await readFile(await download.path(), 'utf8'),
		})
	})
	await page.getByRole('button', { name: 'Export', exact: true }).click()
	await expect(page.getByText(/^Saved: /)).toBeVisible()
	await expect.poll(() => saved.length).toBe(4)
	page.removeAllListeners('download')
	await choose(page, ...saved)
	await expect(
		page.getByText('Nothing to import. All records already match the files.'),
	).toBeVisible()
})
