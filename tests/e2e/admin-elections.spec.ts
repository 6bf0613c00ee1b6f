import type { Page } from 'playwright/test'
import {
	dialog,
	expectSound,
	field,
	forgetRefusals,
	makeCandidate,
	makeElection,
	newName,
	ownPicture,
	searchFor,
	test,
	userWith,
} from './admin-page.ts'
import { expect, forgetNetworkErrors, keepSignIn, registerVoter, sendSignIn } from './fixtures.ts'
import { hold } from './hold.ts'

const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })

const open = async (page: Page, action: string, name: string): Promise<void> => {
	await page.getByRole('button', { name: `${action}: ${name}` }).click()
}

const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' })

test('who is no administrator never gets in: a visitor signs in and comes back, others go to the test', async ({
	page,
	server,
}) => {
	await page.goto('/admin/elections?search=abc')
	await expect(page).toHaveURL(/\/login\?redirect=/)
	const admin = await userWith(server.origin, 'ROLE_ADMIN')
	await sendSignIn(page, admin)
	await expect(page).toHaveURL(/\/admin\/elections\?search=abc$/)
	await expect(page.getByRole('heading', { level: 1, name: 'Elections' })).toBeVisible()
})

for (const role of ['user', 'moderator'] as const) {
	test(`a ${role} who opens the back-office is led to the test`, async ({ page, server }) => {
		const { origin } = server
		const who =
			role === 'user' ? await registerVoter(origin) : await userWith(origin, 'ROLE_MODERATOR')
		await keepSignIn(page, who)
		await page.goto('/admin/elections')
		await expect(page).toHaveURL(/\/test$/)
		await page.goto('/elections')
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
		await page.getByRole('button', { name: 'Menu' }).click()
		await expect(page.getByRole('link', { name: 'Find Elections' })).toBeVisible()
		await expect(page.locator('a[href="/admin"]')).toHaveCount(0)
	})
}

test("an administrator comes in by the voters' menu and leaves by the way back", async ({
	page,
	admin,
}) => {
	await page.goto('/elections')
	await page.getByRole('button', { name: 'Menu' }).click()
	await page.getByRole('link', { name: 'Dashboard' }).click()
	await expect(page.getByRole('link', { name: 'Administration' })).toBeVisible()
	await page.getByRole('button', { name: 'Menu' }).click()
	await expect(page.locator('strong:visible')).toHaveText(admin.username)
	await page
		.getByRole('navigation', { name: 'Administration menu' })
		.getByRole('link', { name: 'Candidates' })
		.click()
	await expect(page.getByRole('heading', { level: 1, name: 'Candidates' })).toBeVisible()
	await expect(page).toHaveTitle('Candidates · Evenhand')
	await page.getByRole('button', { name: 'Menu' }).click()
	await page.getByRole('link', { name: 'Return to Main Site' }).click()
	await expect(page).toHaveURL(/\/test$/)
})

test('an election is made, changed, deleted and brought back; all that is missing is said at once', async ({
	page,
	admin,
}) => {
	const name = newName('Austin')
	await page.goto('/admin/elections')
	await page.getByRole('button', { name: 'New election' }).click()
	const today = await page.evaluate(() => new Date().toLocaleDateString('sv'))
	await expect(field(page, 'Election date')).toHaveValue(today)
	await expect(dialog(page).getByRole('tab')).toHaveCount(0)
	await field(page, 'Jurisdiction').selectOption('City')
	await field(page, 'Election date').fill('')
	await save(page).click()
	await expect(dialog(page).getByRole('alert')).toContainText(
		/Election name is required.*Election date is required.*City is required for City elections.*State is required for City elections/s,
	)
	await expect(field(page, 'Name')).toBeFocused()
	await field(page, 'Name').fill(name)
	await field(page, 'Election date').fill('2031-05-03')
	await field(page, 'City').fill('Austin')
	const states = field(page, 'State').locator('option')
	await expect(states).toHaveCount(52)
	await expect(states.filter({ hasText: 'District of Columbia' })).toHaveCount(1)
	await field(page, 'State').selectOption('Texas')
	await save(page).click()
	await expect(page.getByText(`“${name}” was made.`)).toBeVisible()
	await expect(card(page, name).getByText('Austin, Texas')).toBeVisible()

	await open(page, 'Edit', name)
	await field(page, 'Jurisdiction').selectOption('State')
	await expect(field(page, 'City')).toHaveCount(0)
	await dialog(page).getByRole('checkbox', { name: 'Active' }).uncheck()
	await save(page).click()
	await expect(card(page, name).getByText('Inactive')).toBeVisible()
	await page.reload()
	await expect(card(page, name).getByText('Texas', { exact: true })).toBeVisible()

	await open(page, 'Delete', name)
	await expect(dialog(page).getByText('No compare quiz is deleted with it.')).toBeVisible()
	await dialog(page).getByRole('button', { name: 'Delete' }).click()
	await expect(card(page, name)).toHaveCount(0)
	await page.getByRole('button', { name: 'Undo' }).click()
	await expect(card(page, name)).toBeVisible()
	expect(admin.user.roles).toContain('ROLE_ADMIN')
})

/** Leaves the back-office and looks for an election as voters do, without loading a page anew. */
const lookAsVoter = async (page: Page, name: string): Promise<void> => {
	await page.getByRole('button', { name: 'Menu' }).click()
	await page.getByRole('link', { name: 'Return to Main Site' }).click()
	await page.getByRole('button', { name: 'Menu' }).click()
	await page.getByRole('link', { name: 'Find Elections' }).click()
	await page.getByRole('searchbox').fill(name)
}

test('what was just made is among the elections of the same browser at once, and not in five minutes', async ({
	page,
	admin,
}) => {
	expect(admin.user.roles).toContain('ROLE_ADMIN')
	const name = newName('Seen at once')
	await page.goto('/elections')
	await expect(page.getByText(/^Found \d+ elections?/)).toBeVisible()
	await page.goto('/admin/elections')
	await page.getByRole('button', { name: 'New election' }).click()
	await field(page, 'Name').fill(name)
	await save(page).click()
	await expect(card(page, name)).toBeVisible()
	await lookAsVoter(page, name)
	await expect(card(page, name)).toBeVisible()
})

test('what was just deleted is no longer among the elections of the same browser', async ({
	page,
	send,
}) => {
	const { name } = await makeElection(send)
	await page.goto('/elections')
	await page.getByRole('searchbox').fill(name)
	await expect(card(page, name)).toBeVisible()
	await page.goto(`/admin/elections?search=${encodeURIComponent(name)}`)
	await open(page, 'Delete', name)
	await dialog(page).getByRole('button', { name: 'Delete' }).click()
	await expect(card(page, name)).toHaveCount(0)
	await lookAsVoter(page, name)
	await expect(page.getByText('Found 0 elections')).toBeVisible()
})

test('what goes with an election is named before it is deleted', async ({ page, send }) => {
	const election = await makeElection(send)
	const ids = [election.id]
	const one = await makeCandidate(send, { electionIds: ids })
	const two = await makeCandidate(send, { electionIds: ids })
	const quiz = newName('Quiz')
	await send('POST', '/compare-quizzes', {
		name: quiz,
		electionId: election.id,
		startDate: '2031-01-01',
		endDate: '2031-12-31',
		candidateIds: [one.id, two.id],
		active: true,
		quizType: 'BINARY',
	})
	await page.goto(`/admin/elections?search=${encodeURIComponent(election.name)}`)
	await expect(card(page, election.name).getByText('2 candidates · 1 compare quiz')).toBeVisible()
	await open(page, 'Delete', election.name)
	await expect(dialog(page).getByText(`1 compare quiz is deleted with it: ${quiz}.`)).toBeVisible()
	await expect(dialog(page).getByText(/2 candidates stand in it and stay: /)).toBeVisible()
	await expect(dialog(page).getByText('2 of them stand in no other election.')).toBeVisible()
	await expectSound(page)
})

test('whoever is second to change an election sees both versions and decides', async ({
	page,
	send,
	complaints,
}) => {
	const election = await makeElection(send)
	await page.goto(`/admin/elections?search=${encodeURIComponent(election.name)}`)
	const change = (state: string) =>
		send('PUT', `/elections/${election.id}`, {
			name: election.name,
			electionDate: '2032-11-02',
			jurisdiction: 'STATE',
			state,
		})
	const mine = newName('Mine')
	await open(page, 'Edit', election.name)
	await change('Ohio')
	await field(page, 'Name').fill(mine)
	await save(page).click()
	const row = (label: string) => dialog(page).locator('tbody').filter({ hasText: label })
	await expect(dialog(page).getByText('Somebody else changed this in the meantime')).toBeVisible()
	await expect(row('Name')).toContainText('differs')
	await expect(row('Name').getByRole('cell')).toHaveText([mine, election.name])
	await expect(row('Election date').getByRole('cell')).toHaveText([
		'November 4, 2031',
		'November 2, 2032',
	])
	await expect(row('County')).not.toContainText('differs')
	await expectSound(page)

	await dialog(page).getByRole('button', { name: 'Take theirs' }).click()
	await expect(field(page, 'State')).toHaveValue('Ohio')
	await expect(field(page, 'Name')).toHaveValue(election.name)
	await change('Iowa')
	await field(page, 'Name').fill(mine)
	await save(page).click()
	await dialog(page).getByRole('button', { name: 'Keep mine' }).click()
	await expect(page.getByText(`“${mine}” was saved.`)).toBeVisible()
	const now = await send<{ state: string }>('GET', `/admin/elections/${election.id}`)
	expect(now).toMatchObject({ name: mine, state: 'Ohio' })
	forgetRefusals(complaints, 412)
})

test('an election that somebody else has deleted meanwhile keeps what was typed over it', async ({
	page,
	send,
	complaints,
}) => {
	const election = await makeElection(send)
	await page.goto(`/admin/elections?search=${encodeURIComponent(election.name)}`)
	await open(page, 'Edit', election.name)
	await send('DELETE', `/elections/${election.id}`)
	await field(page, 'Name').fill('Too late')
	await save(page).click()
	await expect(dialog(page).getByRole('alert')).toContainText(
		'Somebody else deleted this in the meantime. What you typed is kept here',
	)
	await expect(field(page, 'Name')).toHaveValue('Too late')
	forgetRefusals(complaints, 404, 412)
})

test('a lost connection keeps what was typed, and a repetition makes no second election', async ({
	page,
	context,
	admin,
	complaints,
}) => {
	const name = newName('Once')
	await page.goto('/admin/elections')
	await page.getByRole('button', { name: 'New election' }).click()
	await field(page, 'Name').fill(name)
	await context.setOffline(true)
	await expect(page.getByText(/Administration works online only/)).toBeVisible()
	await save(page).click()
	await expect(dialog(page).getByRole('alert')).toContainText(
		'Network error. Please check your connection. What you typed is kept.',
	)
	await expect(field(page, 'Name')).toHaveValue(name)
	await context.setOffline(false)
	// The server makes it, and its word is lost.
	await page.route('**/api/elections', async (route) => {
		await route.fetch()
		await route.abort()
	})
	await save(page).click()
	await expect(dialog(page).getByRole('button', { name: 'Save' })).toBeVisible()
	await expect(dialog(page).getByRole('alert')).toContainText('Network error')
	await page.unroute('**/api/elections')
	await save(page).click()
	await expect(page.getByText(`“${name}” was made.`)).toBeVisible()
	await searchFor(page, 'Search elections', name)
	await expect(page.getByText('1 of 1')).toBeVisible()
	await expect(card(page, name)).toHaveCount(1)
	expect(admin.user.roles).toContain('ROLE_ADMIN')
	forgetNetworkErrors(complaints)
})

test('a sign-in that has ended leads to a new one, and what was typed is there afterwards', async ({
	page,
	send,
	admin,
	complaints,
}) => {
	const election = await makeElection(send)
	const name = newName('Typed before')
	await page.goto(`/admin/elections?search=${encodeURIComponent(election.name)}`)
	await open(page, 'Edit', election.name)
	await field(page, 'Name').fill(name)
	await page.route(`**/api/elections/${election.id}`, (route) =>
		route.fulfill({ status: 401, json: { message: 'Your session has ended.' } }),
	)
	await save(page).click()
	await expect(page).toHaveURL(/\/login/)
	await page.unroute(`**/api/elections/${election.id}`)
	await sendSignIn(page, admin)
	await expect(page).toHaveURL(/\/admin\/elections/)
	await expect(page.getByText('You have changes that are not saved')).toBeVisible()
	await page.getByRole('button', { name: 'Continue editing' }).click()
	await expect(field(page, 'Name')).toHaveValue(name)
	await expect(dialog(page).getByText('This is what you had typed before.')).toBeVisible()
	await save(page).click()
	await expect(page.getByText(`“${name}” was saved.`)).toBeVisible()
	await expect(page.getByText('You have changes that are not saved')).toHaveCount(0)
	forgetRefusals(complaints, 401)
})

test('a quick add is not lost with the sign-in', async ({ page, send, admin, complaints }) => {
	const election = await makeElection(send)
	const name = newName('Quick')
	await page.goto(`/admin/elections?search=${encodeURIComponent(election.name)}`)
	await open(page, 'Manage candidates', election.name)
	await field(page, 'Name').fill(name)
	await field(page, 'Website').fill('https://quick.example')
	await field(page, 'Logo URL').fill(ownPicture(page))
	await page.route('**/api/candidates', (route) => route.fulfill({ status: 401, json: {} }))
	await dialog(page).getByRole('button', { name: 'Add candidate' }).click()
	await expect(page).toHaveURL(/\/login/)
	await page.unroute('**/api/candidates')
	await sendSignIn(page, admin)
	await page.getByRole('button', { name: 'Continue editing' }).click()
	await expect(field(page, 'Name')).toHaveValue(name)
	await expect(field(page, 'Website')).toHaveValue('https://quick.example')
	await dialog(page).getByRole('button', { name: 'Add candidate' }).click()
	await expect(page.getByRole('button', { name: `Unassign: ${name}` })).toBeVisible()
	forgetRefusals(complaints, 401)
})

test('nothing is typed into a form while it is being saved, where it would be lost with the reply', async ({
	page,
	send,
	complaints,
}) => {
	const election = await makeElection(send)
	const path = `**/api/elections/${election.id}`
	const name = newName('Sent')
	await page.goto(`/admin/elections?search=${encodeURIComponent(election.name)}`)
	await open(page, 'Edit', election.name)
	let answer = (): void => undefined
	const answered = new Promise<void>((done) => {
		answer = done
	})
	await page.route(path, async (route) => {
		await answered
		await route.fulfill({ status: 500, json: { message: 'The server is out of order.' } })
	})
	await field(page, 'Name').fill(name)
	await page.keyboard.press('Enter')
	await expect(dialog(page).getByRole('button', { name: 'Saving…' })).toBeVisible()
	await page.keyboard.type(' and more')
	await expect(field(page, 'Name')).toHaveValue(name)
	await expect(field(page, 'Name')).toBeFocused()
	answer()
	await expect(dialog(page).getByText('The server is out of order.')).toBeVisible()
	await page.unroute(path)
	// What was typed before is still there, and can be gone on with.
	await page.keyboard.press('End')
	await page.keyboard.type(' and more')
	await expect(field(page, 'Name')).toHaveValue(`${name} and more`)
	await save(page).click()
	await expect(page.getByText(`“${name} and more” was saved.`)).toBeVisible()
	forgetRefusals(complaints, 500)
})

test('a form that is being saved waits for its reply, which would close the next one; left all the same it says what came of it', async ({
	page,
	send,
}) => {
	const election = await makeElection(send)
	const path = `**/api/elections/${election.id}`
	const name = newName('Held')
	// Of none of them: their pictures are somewhere on the web.
	await page.goto('/admin/candidates?search=nobody-of-this-name')
	await expect(page.getByRole('heading', { level: 1, name: 'Candidates' })).toBeVisible()
	await page.getByRole('button', { name: 'Menu' }).click()
	await page.getByRole('link', { name: 'Elections', exact: true }).click()
	await page.getByRole('searchbox').fill(election.name)
	const saving = dialog(page).getByRole('button', { name: 'Saving…' })
	const answer = await hold(page, path)
	await open(page, 'Edit', election.name)
	await field(page, 'Name').fill(name)
	await page.keyboard.press('Enter')
	await expect(saving).toBeVisible()
	await page.keyboard.press('Escape')
	await page.keyboard.press('Escape')
	for (const button of ['Cancel', 'Close']) {
		await dialog(page).getByRole('button', { name: button }).dispatchEvent('click')
	}
	await expect(page.getByText('Discard your changes?')).toHaveCount(0)
	await expect(saving).toBeVisible()
	answer()
	await expect(page.getByText(`“${name}” was saved.`)).toBeVisible()
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await page.unroute(path)

	// The way to another page can be gone: the reply closes nothing that is open there.
	const later = await hold(page, path)
	await page.getByRole('searchbox').fill(name)
	await open(page, 'Edit', name)
	await field(page, 'Name').fill(`${name} again`)
	await page.keyboard.press('Enter')
	await expect(saving).toBeVisible()
	await page.goBack()
	await page.getByRole('button', { name: 'Discard changes' }).click()
	await page.getByRole('button', { name: 'New candidate' }).click()
	later()
	await expect(
		page.getByText('What you left while it was being saved has been saved.'),
	).toBeVisible()
	await expect(field(page, 'Website')).toBeVisible()
})

test('leaving asks where something is not saved: by Escape twice, by going back, by closing the tab', async ({
	page,
	send,
}) => {
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
	await expect(page.getByText('You have changes that are not saved')).toHaveCount(0)
})

test('candidates of an election: added in a moment, assigned, unassigned, and taken back', async ({
	page,
	send,
}) => {
	const election = await makeElection(send)
	const other = await makeElection(send)
	const existing = await makeCandidate(send, { electionIds: [other.id] })
	await page.goto(`/admin/elections?search=${encodeURIComponent(election.name)}`)
	await open(page, 'Manage candidates', election.name)
	await expect(dialog(page).getByText('Nobody stands in this election yet.')).toBeVisible()
	const name = newName('Quick')
	await field(page, 'Name').fill(name)
	await dialog(page).getByRole('button', { name: 'Add candidate' }).click()
	await expect(
		dialog(page).getByText('Please fill in all fields for the new candidate.'),
	).toBeVisible()
	await field(page, 'Website').fill('https://quick.example')
	await field(page, 'Logo URL').fill('no address')
	await dialog(page).getByRole('button', { name: 'Add candidate' }).click()
	await expect(
		dialog(page).getByText('Logo must be a web address that begins with http:// or https://'),
	).toBeVisible()
	await field(page, 'Logo URL').fill(ownPicture(page))
	await dialog(page).getByRole('button', { name: 'Add candidate' }).click()
	await expect(page.getByRole('button', { name: `Unassign: ${name}` })).toBeVisible()
	await expect(field(page, 'Website')).toHaveValue('')

	await page.getByRole('combobox', { name: 'Assign an existing candidate' }).fill(existing.name)
	await page.getByRole('option', { name: existing.name }).click()
	await expect(page.getByRole('button', { name: `Unassign: ${existing.name}` })).toBeVisible()
	const standing = () =>
		send<{ electionId: string | null; electionIds: string[] }>(
			'GET',
			`/admin/candidates/${existing.id}`,
		)
	expect(await standing()).toMatchObject({
		electionId: other.id,
		electionIds: [other.id, election.id],
	})
	await page.getByRole('button', { name: `Unassign: ${existing.name}` }).click()
	await expect(page.getByRole('button', { name: `Unassign: ${existing.name}` })).toHaveCount(0)
	expect(await standing()).toMatchObject({ electionId: other.id, electionIds: [other.id] })
	await dialog(page).getByRole('button', { name: 'Undo' }).click()
	await expect(page.getByRole('button', { name: `Unassign: ${existing.name}` })).toBeVisible()
	await expectSound(page)
	await page.getByRole('button', { name: 'Close', exact: true }).last().click()
	await expect(card(page, election.name).getByText('2 candidates')).toBeVisible()
})

test('unassigning from the primary election makes the next one primary, and the last one leaves none', async ({
	page,
	send,
}) => {
	const [one, two] = [await makeElection(send), await makeElection(send)]
	const candidate = await makeCandidate(send, { electionIds: [one.id, two.id] })
	for (const [election, primary] of [
		[one, two.id],
		[two, null],
	] as const) {
		await page.goto(`/admin/elections?search=${encodeURIComponent(election.name)}`)
		await open(page, 'Manage candidates', election.name)
		await page.getByRole('button', { name: `Unassign: ${candidate.name}` }).click()
		await expect(dialog(page).getByText('Nobody stands in this election yet.')).toBeVisible()
		expect(await send('GET', `/admin/candidates/${candidate.id}`)).toMatchObject({
			electionId: primary,
		})
	}
})

test('a late reply to an older search never replaces what was searched for last', async ({
	page,
	send,
}) => {
	const [one, two] = [await makeElection(send), await makeElection(send)]
	let release = (): void => undefined
	const held = new Promise<void>((done) => {
		release = done
	})
	let answered = (): void => undefined
	const late = new Promise<void>((done) => {
		answered = done
	})
	await page.goto('/admin/elections')
	await expect(page.getByRole('article').first()).toBeVisible()
	await page.route(
		(url) =>
			url.pathname === '/api/admin/elections' &&
			url.search.includes(encodeURIComponent(one.name.split(' ').at(-1) ?? '')),
		async (route) => {
			await held
			await route.continue().catch(() => undefined)
			answered()
		},
	)
	await searchFor(page, 'Search elections', one.name)
	await searchFor(page, 'Search elections', two.name)
	await expect(page.getByText('1 of 1')).toBeVisible()
	release()
	await late
	await expect(card(page, two.name)).toBeVisible()
	await expect(card(page, one.name)).toHaveCount(0)
})

test('a filter that is chosen while a search still waits is kept by it', async ({ page, send }) => {
	const election = await makeElection(send, { active: false })
	await page.goto('/admin/elections')
	await expect(page.getByRole('article').first()).toBeVisible()
	// In one go: by hand there are 300 ms for it.
	await page.evaluate((term) => {
		const set = (element: Element | null, of: typeof HTMLInputElement, value: string): void => {
			Object.getOwnPropertyDescriptor(of.prototype, 'value')?.set?.call(element, value)
			element?.dispatchEvent(
				new Event(of === HTMLInputElement ? 'input' : 'change', { bubbles: true }),
			)
		}
		set(document.querySelector('input[type=search]'), HTMLInputElement, term)
		set(document.querySelector('search select'), HTMLSelectElement as never, 'false')
	}, election.name)
	await expect(page).toHaveURL(
		({ searchParams }) =>
			searchParams.get('active') === 'false' && searchParams.get('search') === election.name,
	)
	await expect(page.getByText('1 of 1')).toBeVisible()
	await expect(page).toHaveURL(/active=false/)
})

test('a list that cannot be read says why and is read again; a server without pages gives the whole list', async ({
	page,
	admin,
	complaints,
}) => {
	await page.route('**/api/admin/elections*', (route) =>
		route.fulfill({ status: 500, json: { message: 'The server is out of order.' } }),
	)
	await page.goto('/admin/elections')
	await expect(page.getByText('Unable to load elections. Please try again.')).toBeVisible()
	await expect(page.getByText('The server is out of order.')).toBeVisible()
	await page.unroute('**/api/admin/elections*')
	await page.route('**/api/admin/elections*', (route) =>
		route.fulfill({ status: 404, json: { message: 'Not found' } }),
	)
	await page.getByRole('button', { name: 'Retry' }).click()
	await expect(page.getByRole('article').first()).toBeVisible()
	await searchFor(page, 'Search elections', '1896')
	await expect(page.getByRole('article')).toHaveCount(1)
	await searchFor(page, 'Search elections', 'nothing of the kind')
	await expect(page.getByText(/^No elections found/)).toBeVisible()
	expect(admin.user.roles).toContain('ROLE_ADMIN')
	forgetRefusals(complaints, 404, 500)
})

test('a long list comes page by page, and says how much of it there is', async ({ page, send }) => {
	const mark = newName('Many').replaceAll(/[ -]/g, '')
	for (let at = 0; at < 53; at++) await makeElection(send, { name: `${mark} ${at}` })
	await page.goto(`/admin/elections?search=${mark}`)
	await expect(page.getByText('50 of 53')).toBeVisible()
	await page.getByRole('button', { name: 'Load more' }).click()
	await expect(page.getByText('53 of 53')).toBeVisible()
	await expect(page.getByRole('article')).toHaveCount(53)
	await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
})

test('the page and its form pass axe in both themes and never scroll sideways', async ({
	page,
	send,
}) => {
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
	await expect(dialog(page).getByText('1 of them stands in no other election.')).toBeVisible()
	await expectSound(page)
	await dialog(page).getByRole('button', { name: 'Cancel' }).click()
	await page.setViewportSize({ width: 390, height: 844 })
	await page.getByRole('button', { name: 'New election' }).click()
	await field(page, 'Jurisdiction').selectOption('County')
	await save(page).click()
	await expect(dialog(page).getByRole('alert')).toBeVisible()
	await expectSound(page)
})

test('a button stays under the finger that presses it while the rest of the app still comes', async ({
	page,
	send,
}) => {
	const election = await makeElection(send)
	let release = (): void => undefined
	const held = new Promise<void>((done) => {
		release = done
	})
	await page.route('**/assets/voter-shell-*.js', async (route) => {
		await held
		await route.continue()
	})
	await page.goto(`/admin/elections?search=${encodeURIComponent(election.name)}`)
	const remove = page.getByRole('button', { name: `Delete: ${election.name}` })
	await remove.hover()
	await page.mouse.down()
	const came = page.waitForResponse(/voter-shell-/)
	release()
	await (await came).finished()
	// It is drawn with the next frames.
	await page.evaluate(async () => {
		for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame)
	})
	await page.mouse.up()
	await expect(dialog(page).getByText('No compare quiz is deleted with it.')).toBeVisible()
})
