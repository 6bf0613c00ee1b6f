import { expect } from 'vitest'
import {
	importElection,
	makeCandidate,
	makeElection,
	makeQuiz,
	newName,
	uploadPicture,
} from '../support/administrator.ts'
import type { Locator } from '../support/page.ts'
import { adminTest, dialog, field, type Page, registerUser } from '../support/screens.ts'

// Error messages of the back-office when the server fails without a message of its own: those of the
// specification's catalog. Nothing is lost, and the same button works once the server does.

const press = (page: Page, action: string, name: string): Promise<void> =>
	page.getByRole('button', { name: `${action}: ${name}` }).click()

const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name })

/** Makes calls of a method fail without a message, like a proxy. @returns a function that undoes it. */
const failing = (page: Page, method: string): (() => void) => {
	page.route('**/api/**', (route) =>
		route.request.method === method ? route.fulfill({ status: 500, body: '' }) : route.continue(),
	)
	return () => page.unroute('**/api/**')
}

/** Asserts that a message asks to try again. */
const expectTryAgain = (place: Locator | Page, message: string): Promise<void> =>
	expect(place.getByText(`${message}. Please try again.`)).toBeVisible()

/** Asserts that a press fails with a message, and works once the server does. */
const expectFailureThenSuccess = async (
	page: Page,
	method: string,
	button: string,
	message: string,
): Promise<void> => {
	const mended = failing(page, method)
	await inDialog(page, button).click()
	await expectTryAgain(dialog(page), message)
	mended()
	await inDialog(page, button).click()
	await expect(page.getByRole('dialog')).toHaveCount(0)
}

adminTest('reports failures to create, change, or delete an election', async ({ page, send }) => {
	const election = await makeElection(send)
	await page.goto(`/admin/elections?search=${encodeURIComponent(election.name)}`)
	await press(page, 'Edit', election.name)
	await field(page, 'Election date').fill('2032-01-01')
	await expectFailureThenSuccess(page, 'PUT', 'Save', 'Unable to update election')
	await page.getByRole('button', { name: 'New election' }).click()
	await field(page, 'Name').fill(newName('Made'))
	await expectFailureThenSuccess(page, 'POST', 'Save', 'Unable to create election')
	await press(page, 'Delete', election.name)
	await expect(dialog(page).getByText('No compare quizzes will be deleted.')).toBeVisible()
	await expectFailureThenSuccess(page, 'DELETE', 'Delete', 'Unable to delete election')
})

adminTest('reports failures to create or delete a candidate', async ({ page, send }) => {
	const candidate = await makeCandidate(send)
	await page.goto(`/admin/candidates?search=${encodeURIComponent(candidate.name)}`)
	await page.getByRole('button', { name: 'New candidate' }).click()
	await field(page, 'Name').fill(newName('Made'))
	await field(page, 'Website').fill('https://made.example')
	await expectFailureThenSuccess(page, 'POST', 'Save', 'Unable to create candidate')
	await press(page, 'Delete', candidate.name)
	await expect(dialog(page).getByText('No policies will be deleted.')).toBeVisible()
	await expectFailureThenSuccess(page, 'DELETE', 'Delete', 'Unable to delete candidate')
})

adminTest(
	'reports failures to load, move, or add candidates of an election',
	async ({ page, send }) => {
		const election = await makeElection(send)
		const candidate = await makeCandidate(send, { electionIds: [election.id] })
		await page.goto(`/admin/elections?search=${encodeURIComponent(election.name)}`)
		await expect(page.getByRole('article')).toBeVisible()
		let mended = failing(page, 'GET')
		await press(page, 'Manage candidates', election.name)
		await expectTryAgain(dialog(page), 'Unable to load candidates')
		await dialog(page).getByLabel('Assign an existing candidate').click()
		await expect(
			dialog(page).getByText('Unable to load candidates. Please try again.'),
		).toHaveCount(2)
		await page.keyboard.press('Escape')
		mended()
		await inDialog(page, 'Retry').click()
		await expect(inDialog(page, `Unassign: ${candidate.name}`)).toBeVisible()
		mended = failing(page, 'PUT')
		await inDialog(page, `Unassign: ${candidate.name}`).click()
		await expectTryAgain(dialog(page), 'Unable to update candidate')
		mended()
		mended = failing(page, 'POST')
		await field(page, 'Name').fill(newName('Quick'))
		await field(page, 'Website').fill('https://quick.example')
		await field(page, 'Logo URL').fill(await uploadPicture(send))
		await inDialog(page, 'Add candidate').click()
		await expectTryAgain(dialog(page), 'Unable to create candidate')
		mended()
		await inDialog(page, 'Add candidate').click()
		await expect(dialog(page).getByText(/was created and added to this election/)).toBeVisible()
		await dialog(page).getByLabel('Assign an existing candidate').fill(candidate.name)
		await page.getByRole('option', { name: candidate.name }).click()
		await expect(
			dialog(page).getByText(`“${candidate.name}” is already in this election.`),
		).toBeVisible()
	},
)

adminTest('reports failures to load candidates and elections', async ({ page, send }) => {
	const candidate = await makeCandidate(send)
	const mended = failing(page, 'GET')
	await page.goto('/admin/candidates')
	await expectTryAgain(page, 'Unable to load candidates')
	await page.getByRole('combobox', { name: 'Election' }).click()
	await expectTryAgain(page, 'Unable to load elections')
	await page.keyboard.press('Escape')
	mended()
	await page.getByRole('button', { name: 'Retry' }).click()
	await page.getByRole('searchbox').fill(candidate.name)
	await page.getByRole('link', { name: `View policies: ${candidate.name}` }).click()
	await expect(page.getByText('No policies found for this candidate.')).toBeVisible()
})

adminTest('reports a failure to continue a draft and keeps it', async ({ page, send }) => {
	const candidate = await makeCandidate(send)
	await page.goto(`/admin/candidates?search=${encodeURIComponent(candidate.name)}`)
	await press(page, 'Edit', candidate.name)
	await field(page, 'Party').fill('Kept')
	await page.reload()
	const mended = failing(page, 'GET')
	await page.getByRole('button', { name: 'Continue editing' }).click()
	await expectTryAgain(page, 'Unable to load candidate details')
	mended()
	await page.getByRole('button', { name: 'Continue editing' }).click()
	await expect(field(page, 'Party')).toHaveValue('Kept')
})

adminTest(
	'reports failures to create, change, delete, or switch a quiz',
	async ({ page, send }) => {
		const election = await importElection(send, [1, 1])
		const quiz = await makeQuiz(send, election)
		await page.goto(`/admin/compare-quizzes/${election.electionId}`)
		await press(page, 'Edit', quiz.name)
		await field(page, 'End date').fill('2035-12-31')
		await expectFailureThenSuccess(page, 'PUT', 'Save', 'Unable to update compare quiz')
		await page.getByRole('button', { name: 'New compare quiz' }).click()
		await field(page, 'Quiz name').fill(newName('Made'))
		await field(page, 'Start date').fill('2026-01-01')
		await field(page, 'End date').fill('2026-12-31')
		await inDialog(page, 'Choose all').click()
		await expectFailureThenSuccess(page, 'POST', 'Save', 'Unable to create compare quiz')
		const flag = page.getByRole('switch', { name: `Active: ${quiz.name}` })
		await flag.click()
		await expect(dialog(page).getByText('Is this quiz fair enough to activate?')).toBeVisible()
		await expectFailureThenSuccess(page, 'PUT', 'Activate', 'Unable to activate compare quiz')
		await expect(flag).toBeChecked()
		const mended = failing(page, 'PUT')
		await flag.click()
		await expectTryAgain(page, 'Unable to deactivate compare quiz')
		await expect(flag).toBeChecked()
		mended()
		await flag.click()
		await expect(flag).not.toBeChecked()
		await press(page, 'Delete', quiz.name)
		await expectFailureThenSuccess(page, 'DELETE', 'Delete', 'Unable to delete compare quiz')
	},
)

adminTest('reports failures to load, assign, or delete users', async ({ page, server }) => {
	const voter = await registerUser(server)
	await page.goto('/admin')
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
	let mended = failing(page, 'GET')
	await page.goto(`/admin/users?search=${voter.username}`)
	await expectTryAgain(page, 'Unable to load users')
	await expect(page.getByText(/^Unable to load password reset links/)).toBeVisible()
	mended()
	await page.getByRole('button', { name: 'Retry' }).last().click()
	await page.getByRole('button', { name: 'Retry' }).click()
	await expect(page.getByText('No one is waiting for a link.')).toBeVisible()
	mended = failing(page, 'PUT')
	await page.getByLabel(`Role of ${voter.username}`).selectOption('Moderator')
	await press(page, 'Assign role', voter.username)
	await expectTryAgain(page, 'Unable to update user roles')
	mended()
	await press(page, 'Delete', voter.username)
	await expectFailureThenSuccess(page, 'DELETE', 'Delete', 'Unable to delete user')
})

adminTest('requires the affected records before a deletion', async ({ page, send }) => {
	const election = await makeElection(send)
	await page.goto(`/admin/elections?search=${encodeURIComponent(election.name)}`)
	await expect(page.getByRole('article')).toBeVisible()
	const mended = failing(page, 'GET')
	await press(page, 'Delete', election.name)
	await expect(dialog(page).getByText(/Could not determine what else is affected/)).toBeVisible()
	await expect(inDialog(page, 'Delete')).toHaveAttribute('aria-disabled', 'true')
	mended()
	await inDialog(page, 'Retry').click()
	await inDialog(page, 'Delete').click()
	await expect(page.getByText(`“${election.name}” was deleted.`)).toBeVisible()
	// The pressed button is gone: the page gets the focus.
	await expect(page.locator('#admin-page')).toBeFocused()
	const stuck = failing(page, 'POST')
	await page.getByRole('button', { name: 'Undo' }).click()
	await expect(page.getByText(`“${election.name}” could not be restored.`)).toBeVisible()
	stuck()
})

adminTest('removes a record that somebody else deleted and reports it', async ({ page, send }) => {
	const election = await makeElection(send)
	await page.goto(`/admin/elections?search=${encodeURIComponent(election.name)}`)
	await press(page, 'Delete', election.name)
	await expect(dialog(page).getByText('No compare quizzes will be deleted.')).toBeVisible()
	await send('DELETE', `/elections/${election.id}`)
	await inDialog(page, 'Delete').click()
	await expect(
		page.getByText(`Someone else deleted “${election.name}” in the meantime.`),
	).toBeVisible()
	await expect(page.getByText(/^No elections found/)).toBeVisible()
})

adminTest('hides earlier results when a search fails', async ({ page, network, send }) => {
	const election = await makeElection(send)
	await page.goto(`/admin/elections?search=${encodeURIComponent(election.name)}`)
	await expect(page.getByRole('article')).toBeVisible()
	network.setOffline(true)
	await page.getByRole('searchbox').fill('something else')
	await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
	await expect(page.getByRole('article')).toHaveCount(0)
	network.setOffline(false)
	await expect(page.getByText(/^No elections found/)).toBeVisible()
})
