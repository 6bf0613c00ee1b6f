import type { Page } from 'playwright/test'
import { cutOff, importElection, makeQuiz } from './admin-data.ts'
import {
	dialog,
	field,
	forgetRefusals,
	makeCandidate,
	makeElection,
	newName,
	ownPicture,
	test,
} from './admin-page.ts'
import { expect, forgetNetworkErrors, registerVoter } from './fixtures.ts'

// Messages of the specification's catalog for server errors without a message. Each failure keeps the input, and the
// same action works once the server recovers.

const press = (page: Page, action: string, name: string): Promise<void> =>
	page.getByRole('button', { name: `${action}: ${name}` }).click()

const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name })

/** Makes calls of a method fail without a message, like a proxy. @returns a function that undoes it. */
const failing = async (page: Page, method: string): Promise<() => Promise<void>> => {
	await page.route('**/api/**', (route) =>
		route.request().method() === method
			? route.fulfill({ status: 500, body: '' })
			: route.fallback(),
	)
	return () => page.unroute('**/api/**')
}

const expectSaid = async (
	page: Page,
	method: string,
	button: string,
	message: string,
): Promise<void> => {
	const mended = await failing(page, method)
	await inDialog(page, button).click()
	await expect(dialog(page).getByText(message)).toBeVisible()
	await mended()
	await inDialog(page, button).click()
	await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('an election that cannot be made, changed or deleted', async ({ page, send, complaints }) => {
	const election = await makeElection(send)
	await page.goto(`/admin/elections?search=${encodeURIComponent(election.name)}`)
	await press(page, 'Edit', election.name)
	await field(page, 'Election date').fill('2032-01-01')
	await expectSaid(page, 'PUT', 'Save', 'Unable to update election. Please try again.')
	await page.getByRole('button', { name: 'New election' }).click()
	await field(page, 'Name').fill(newName('Made'))
	await expectSaid(page, 'POST', 'Save', 'Unable to create election. Please try again.')
	await press(page, 'Delete', election.name)
	await expect(dialog(page).getByText('No compare quiz is deleted with it.')).toBeVisible()
	await expectSaid(page, 'DELETE', 'Delete', 'Unable to delete election. Please try again.')
	forgetRefusals(complaints, 500)
})

test('a candidate who cannot be made or deleted', async ({ page, send, complaints }) => {
	const candidate = await makeCandidate(send)
	await page.goto(`/admin/candidates?search=${encodeURIComponent(candidate.name)}`)
	await page.getByRole('button', { name: 'New candidate' }).click()
	await field(page, 'Name').fill(newName('Made'))
	await field(page, 'Website').fill('https://made.example')
	await expectSaid(page, 'POST', 'Save', 'Unable to create candidate. Please try again.')
	await press(page, 'Delete', candidate.name)
	await expect(dialog(page).getByText('No policy is deleted with them.')).toBeVisible()
	await expectSaid(page, 'DELETE', 'Delete', 'Unable to delete candidate. Please try again.')
	forgetRefusals(complaints, 500)
})

test('candidates of an election who cannot be read, moved or added', async ({
	page,
	send,
	complaints,
}) => {
	const election = await makeElection(send)
	const candidate = await makeCandidate(send, { electionIds: [election.id] })
	await page.goto(`/admin/elections?search=${encodeURIComponent(election.name)}`)
	await expect(page.getByRole('article')).toBeVisible()
	let mended = await failing(page, 'GET')
	await press(page, 'Manage candidates', election.name)
	await expect(dialog(page).getByText('Unable to load candidates. Please try again.')).toBeVisible()
	await dialog(page).getByLabel('Assign an existing candidate').click()
	await expect(dialog(page).getByText('Unable to load candidates. Please try again.')).toHaveCount(
		2,
	)
	await page.keyboard.press('Escape')
	await mended()
	await inDialog(page, 'Retry').click()
	await expect(inDialog(page, `Unassign: ${candidate.name}`)).toBeVisible()
	mended = await failing(page, 'PUT')
	await inDialog(page, `Unassign: ${candidate.name}`).click()
	await expect(
		dialog(page).getByText('Unable to update candidate. Please try again.'),
	).toBeVisible()
	await mended()
	mended = await failing(page, 'POST')
	await field(page, 'Name').fill(newName('Quick'))
	await field(page, 'Website').fill('https://quick.example')
	await field(page, 'Logo URL').fill(await ownPicture(send))
	await inDialog(page, 'Add candidate').click()
	await expect(
		dialog(page).getByText('Unable to create candidate. Please try again.'),
	).toBeVisible()
	await mended()
	await inDialog(page, 'Add candidate').click()
	await expect(dialog(page).getByText(/was made and stands in this election/)).toBeVisible()
	await dialog(page).getByLabel('Assign an existing candidate').fill(candidate.name)
	await page.getByRole('option', { name: candidate.name }).click()
	await expect(
		dialog(page).getByText(`“${candidate.name}” stands in this election already.`),
	).toBeVisible()
	// Typing aborted a search in progress.
	forgetNetworkErrors(complaints)
})

test('candidates that cannot be read, and an election to filter them by', async ({
	page,
	send,
	complaints,
}) => {
	const candidate = await makeCandidate(send)
	const mended = await failing(page, 'GET')
	await page.goto('/admin/candidates')
	await expect(page.getByText('Unable to load candidates. Please try again.')).toBeVisible()
	await page.getByRole('combobox', { name: 'Election' }).click()
	await expect(page.getByText('Unable to load elections. Please try again.')).toBeVisible()
	await page.keyboard.press('Escape')
	await mended()
	await page.getByRole('button', { name: 'Retry' }).click()
	await page.getByRole('searchbox').fill(candidate.name)
	await page.getByRole('link', { name: `View policies: ${candidate.name}` }).click()
	await expect(page.getByText('No policies found for this candidate.')).toBeVisible()
	// Candidates of other tests have broken logo URLs.
	forgetNetworkErrors(complaints)
})

test('a candidate whose draft cannot be gone on with', async ({ page, send, complaints }) => {
	const candidate = await makeCandidate(send)
	await page.goto(`/admin/candidates?search=${encodeURIComponent(candidate.name)}`)
	await press(page, 'Edit', candidate.name)
	await field(page, 'Party').fill('Kept')
	page.once('dialog', (asked) => void asked.accept())
	await page.reload()
	const mended = await failing(page, 'GET')
	await page.getByRole('button', { name: 'Continue editing' }).click()
	await expect(page.getByText('Unable to load candidate details. Please try again.')).toBeVisible()
	await mended()
	await page.getByRole('button', { name: 'Continue editing' }).click()
	await expect(field(page, 'Party')).toHaveValue('Kept')
	forgetRefusals(complaints, 500)
})

test('a quiz that cannot be made, changed, deleted or switched', async ({
	page,
	send,
	complaints,
}) => {
	const election = await importElection(send, [1, 1])
	const quiz = await makeQuiz(send, election)
	await page.goto(`/admin/compare-quizzes/${election.electionId}`)
	await press(page, 'Edit', quiz.name)
	await field(page, 'End date').fill('2035-12-31')
	await expectSaid(page, 'PUT', 'Save', 'Unable to update compare quiz. Please try again.')
	await page.getByRole('button', { name: 'New compare quiz' }).click()
	await field(page, 'Quiz name').fill(newName('Made'))
	await field(page, 'Start date').fill('2026-01-01')
	await field(page, 'End date').fill('2026-12-31')
	await inDialog(page, 'Choose all').click()
	await expectSaid(page, 'POST', 'Save', 'Unable to create compare quiz. Please try again.')
	const flag = page.getByRole('switch', { name: `Active: ${quiz.name}` })
	await flag.click()
	await expect(dialog(page).getByText('Is this fair enough to be switched on?')).toBeVisible()
	await expectSaid(page, 'PUT', 'Activate', 'Unable to activate compare quiz. Please try again.')
	await expect(flag).toBeChecked()
	const mended = await failing(page, 'PUT')
	await flag.click()
	await expect(page.getByText('Unable to deactivate compare quiz. Please try again.')).toBeVisible()
	await expect(flag).toBeChecked()
	await mended()
	await flag.click()
	await expect(flag).not.toBeChecked()
	await press(page, 'Delete', quiz.name)
	await expectSaid(page, 'DELETE', 'Delete', 'Unable to delete compare quiz. Please try again.')
	forgetRefusals(complaints, 500)
})

test('users and links that cannot be read, a role that cannot be set, a user who cannot be deleted', async ({
	page,
	server,
	admin,
	complaints,
}) => {
	const voter = await registerVoter(server.origin)
	let mended = await failing(page, 'GET')
	await page.goto(`/admin/users?search=${voter.username}`)
	await expect(page.getByText('Unable to load users. Please try again.')).toBeVisible()
	await expect(page.getByText(/^Unable to load password reset links/)).toBeVisible()
	await mended()
	await page.getByRole('button', { name: 'Retry' }).last().click()
	await page.getByRole('button', { name: 'Retry' }).click()
	await expect(page.getByText('Nobody waits for a link.')).toBeVisible()
	mended = await failing(page, 'PUT')
	await page.getByLabel(`Role of ${voter.username}`).selectOption('Moderator')
	await press(page, 'Assign role', voter.username)
	await expect(page.getByText('Unable to update user roles. Please try again.')).toBeVisible()
	await mended()
	await press(page, 'Delete', voter.username)
	await expectSaid(page, 'DELETE', 'Delete', 'Unable to delete user. Please try again.')
	expect(admin.user.roles).toContain('ROLE_ADMIN')
	forgetRefusals(complaints, 500)
})

test('what goes with a record cannot be found out: it is not deleted unseen', async ({
	page,
	send,
	complaints,
}) => {
	const election = await makeElection(send)
	await page.goto(`/admin/elections?search=${encodeURIComponent(election.name)}`)
	await expect(page.getByRole('article')).toBeVisible()
	const mended = await failing(page, 'GET')
	await press(page, 'Delete', election.name)
	await expect(dialog(page).getByText(/What goes with it could not be found out/)).toBeVisible()
	await expect(inDialog(page, 'Delete')).toHaveAttribute('aria-disabled', 'true')
	await mended()
	await inDialog(page, 'Retry').click()
	await inDialog(page, 'Delete').click()
	await expect(page.getByText(`“${election.name}” was deleted.`)).toBeVisible()
	// The pressed button is gone: the focus moves to the page.
	await expect(page.locator('#admin-page')).toBeFocused()
	const stuck = await failing(page, 'POST')
	await page.getByRole('button', { name: 'Undo' }).click()
	await expect(page.getByText(`“${election.name}” could not be brought back.`)).toBeVisible()
	await stuck()
	forgetRefusals(complaints, 500)
})

test('a record that somebody else has deleted a moment ago leaves the list, and that is said', async ({
	page,
	send,
	complaints,
}) => {
	const election = await makeElection(send)
	await page.goto(`/admin/elections?search=${encodeURIComponent(election.name)}`)
	await press(page, 'Delete', election.name)
	await expect(dialog(page).getByText('No compare quiz is deleted with it.')).toBeVisible()
	await send('DELETE', `/elections/${election.id}`)
	await inDialog(page, 'Delete').click()
	await expect(
		page.getByText(`Somebody else deleted “${election.name}” in the meantime.`),
	).toBeVisible()
	await expect(page.getByText(/^No elections found/)).toBeVisible()
	forgetRefusals(complaints, 404)
})

test('a search that gets no answer shows none of what was found before', async ({
	page,
	context,
	send,
	complaints,
}) => {
	const election = await makeElection(send)
	await page.goto(`/admin/elections?search=${encodeURIComponent(election.name)}`)
	await expect(page.getByRole('article')).toBeVisible()
	await cutOff(page)
	await page.getByRole('searchbox').fill('something else')
	await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
	await expect(page.getByRole('article')).toHaveCount(0)
	await context.setOffline(false)
	await expect(page.getByText(/^No elections found/)).toBeVisible()
	forgetNetworkErrors(complaints)
})
