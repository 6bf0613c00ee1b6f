import type { Page } from 'playwright/test'
import {
	dialog,
	expectSound,
	expectSoundOnPhone,
	field,
	forgetRefusals,
	makeCandidate,
	makeElection,
	newName,
	test,
} from './admin-page.ts'
import { expect } from './fixtures.ts'

const open = async (page: Page, action: string, name: string): Promise<void> => {
	await page.getByRole('button', { name: `${action}: ${name}` }).click()
}

const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' })

test('asks before leaving an unsaved form by key, history, or tab', async ({ page, send }) => {
	const election = await makeElection(send)
	await page.goto('/admin/candidates')
	await page.goto(`/admin/elections?search=${encodeURIComponent(election.name)}`)
	await page.getByRole('button', { name: 'Menu' }).click()
	await page.getByRole('link', { name: 'Candidates' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'Candidates' })).toBeVisible()
	await page.goBack()
	await open(page, 'Edit', election.name)
	await field(page, 'Name').fill('Unsaved')
	await page.keyboard.press('Escape')
	await expect(page.getByText('Discard your changes?')).toBeVisible()
	await page.keyboard.press('Escape')
	await expect(page.getByText('Discard your changes?')).toHaveCount(0)
	await expect(field(page, 'Name')).toHaveValue('Unsaved')
	await page.goForward()
	await expect(page.getByText('Discard your changes?')).toBeVisible()
	await page.getByRole('button', { name: 'Keep editing' }).click()
	await expect(field(page, 'Name')).toHaveValue('Unsaved')
	await expect(page).toHaveURL(/\/admin\/elections/)
	const asked = page.waitForEvent('dialog')
	await page.close({ runBeforeUnload: true })
	const question = await asked
	expect(question.type()).toBe('beforeunload')
	await question.dismiss()
	await dialog(page).getByRole('button', { name: 'Cancel' }).click()
	await page.getByRole('button', { name: 'Discard changes' }).click()
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await expect(page.getByText('You have unsaved changes')).toHaveCount(0)
})

test('passes axe in both themes and never scrolls sideways', async ({ page, send, complaints }) => {
	const long = await makeElection(send, { name: newName('A'.repeat(150)) })
	await makeCandidate(send, {
		name: newName('B'.repeat(150)),
		party: 'C'.repeat(200),
		electionIds: [long.id],
	})
	await page.goto('/admin/elections')
	await expect(page.getByRole('article').first()).toBeVisible()
	await expectSound(page)
	await open(page, 'Manage candidates', long.name)
	await expect(dialog(page).getByRole('button', { name: /^Unassign/ })).toBeVisible()
	await expectSound(page)
	await dialog(page).getByRole('button', { name: 'Close' }).click()
	await open(page, 'Delete', long.name)
	await expect(dialog(page).getByText('1 of them is in no other election.')).toBeVisible()
	await expectSoundOnPhone(page)
	await dialog(page).getByRole('button', { name: 'Cancel' }).click()
	await open(page, 'Edit', long.name)
	await send('PUT', `/elections/${long.id}`, {
		name: long.name,
		electionDate: '2032-11-02',
		jurisdiction: 'FEDERAL',
	})
	await field(page, 'Name').fill('Mine')
	await save(page).click()
	await expect(dialog(page).getByText('Someone else changed this in the meantime')).toBeVisible()
	await expectSoundOnPhone(page)
	await dialog(page).getByRole('button', { name: 'Take theirs' }).click()
	await dialog(page).getByRole('button', { name: 'Cancel' }).click()
	await page.setViewportSize({ width: 390, height: 844 })
	await page.getByRole('button', { name: 'New election' }).click()
	await field(page, 'Jurisdiction').selectOption('County')
	await save(page).click()
	await expect(dialog(page).getByRole('alert')).toBeVisible()
	await expectSoundOnPhone(page)
	forgetRefusals(complaints, 412)
})
