import { expect } from 'vitest'
import { makeCandidate, makeElection, newName, uploadPicture } from '../support/administrator.ts'
import {
	adminTest,
	dialog,
	field,
	type Page,
	registerUser,
	searchFor,
	sendSignIn,
	test,
} from '../support/screens.ts'

const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })

const open = async (page: Page, action: string, name: string): Promise<void> => {
	await page.getByRole('button', { name: `${action}: ${name}` }).click()
}

const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' })

test('sends visitors of the back-office to the sign-in and back', async ({ page, server }) => {
	await page.goto('/admin/elections?search=abc')
	await expect(page).toHaveURL(/\/login\?redirect=/)
	const admin = await registerUser(server, 'ROLE_ADMIN')
	await sendSignIn(page, admin)
	await expect(page).toHaveURL(/\/admin\/elections\?search=abc$/)
	await expect(page.getByRole('heading', { level: 1, name: 'Elections' })).toBeVisible()
})

for (const role of ['user', 'moderator'] as const) {
	test(`redirects a ${role} from the back-office to the test`, async ({ page, server }) => {
		const who = await registerUser(server, role === 'user' ? 'ROLE_USER' : 'ROLE_MODERATOR')
		page.signIn(who)
		await page.goto('/admin/elections')
		await expect(page).toHaveURL(/\/test$/)
		await page.goto('/elections')
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
		await page.getByRole('button', { name: 'Menu' }).click()
		await expect(page.getByRole('link', { name: 'Find Elections' })).toBeVisible()
		await expect(page.locator('a[href="/admin"]')).toHaveCount(0)
	})
}

adminTest("links the voters' menu to the back-office and back", async ({ page, admin }) => {
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

adminTest('creates, edits, deletes, and restores an election', async ({ page }) => {
	const name = newName('Austin')
	await page.goto('/admin/elections')
	await page.getByRole('button', { name: 'New election' }).click()
	const today = new Date().toLocaleDateString('sv')
	await expect(field(page, 'Election date')).toHaveValue(today)
	await expect(dialog(page).getByRole('tab')).toHaveCount(0)
	await field(page, 'Jurisdiction').selectOption('City')
	await field(page, 'Election date').fill('')
	await save(page).click()
	await expect(dialog(page).getByRole('alert')).toContainText(
		/Election name is required.*Election date is required.*State is required for City elections.*City is required for City elections/s,
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
	await expect(page.getByText('Election added.')).toBeVisible()
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
	await expect(dialog(page).getByText('No compare quizzes will be deleted.')).toBeVisible()
	await dialog(page).getByRole('button', { name: 'Delete' }).click()
	await expect(card(page, name)).toHaveCount(0)
	await page.getByRole('button', { name: 'Undo' }).click()
	await expect(card(page, name)).toBeVisible()
})

const lookAsVoter = async (page: Page, name: string): Promise<void> => {
	await page.getByRole('button', { name: 'Menu' }).click()
	await page.getByRole('link', { name: 'Return to Main Site' }).click()
	await expect(page.getByRole('link', { name: 'Administration' })).toHaveCount(0)
	await page.getByRole('button', { name: 'Menu' }).click()
	await page.getByRole('link', { name: 'Find Elections' }).click()
	await expect(page.getByText(/^Found \d+ elections?/)).toBeVisible()
	await page.getByRole('searchbox').fill(name)
}

adminTest('shows a new election to voters in the same browser at once', async ({ page }) => {
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

adminTest('hides a deleted election from voters in the same browser', async ({ page, send }) => {
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

adminTest(
	'names affected quizzes and candidates before deleting an election',
	async ({ page, send }) => {
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
		await expect(
			dialog(page).getByText(`1 compare quiz will be deleted too: ${quiz}.`),
		).toBeVisible()
		await expect(dialog(page).getByText(/2 candidates are kept: /)).toBeVisible()
		await expect(dialog(page).getByText('2 of them are in no other election.')).toBeVisible()
	},
)

adminTest('offers no next page while the list is read again', async ({ page, send, network }) => {
	const election = await makeElection(send)
	const isList = ({ pathname }: URL): boolean => pathname === '/api/admin/elections'
	page.route(isList, async (route) => {
		const list: object = await (await route.fetch()).json()
		route.fulfill({ json: { ...list, next: 'more' } })
	})
	await page.goto(`/admin/elections?search=${encodeURIComponent(election.name)}`)
	const more = page.getByRole('button', { name: 'Load more' })
	await expect(more).toHaveAttribute('aria-disabled', 'false')
	const release = network.hold(isList)
	await open(page, 'Edit', election.name)
	await field(page, 'Election date').fill('2032-11-02')
	await save(page).click()
	await expect(card(page, election.name).getByText('November 2, 2032')).toBeVisible()
	await expect(more).toHaveAttribute('aria-disabled', 'true')
	release()
	await expect(more).toHaveCount(0)
})

adminTest('shows both versions on an election edit conflict', async ({ page, send }) => {
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
	await expect(dialog(page).getByText('Someone else changed this in the meantime')).toBeVisible()
	await expect(dialog(page).getByText(/ changed the election “.*”, /)).toBeVisible()
	await expect(row('Name')).toContainText('differs')
	await expect(row('Name').getByRole('cell')).toHaveText([mine, election.name])
	await expect(row('Election date').getByRole('cell')).toHaveText([
		'November 4, 2031',
		'November 2, 2032',
	])
	await expect(row('County')).not.toContainText('differs')

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
})

adminTest('keeps input when the election was deleted meanwhile', async ({ page, send }) => {
	const election = await makeElection(send)
	await page.goto(`/admin/elections?search=${encodeURIComponent(election.name)}`)
	await open(page, 'Edit', election.name)
	await send('DELETE', `/elections/${election.id}`)
	await field(page, 'Name').fill('Too late')
	await save(page).click()
	await expect(dialog(page).getByRole('alert')).toContainText(
		'Someone else deleted this in the meantime. What you typed is kept here',
	)
	await expect(field(page, 'Name')).toHaveValue('Too late')
})

adminTest(
	'keeps input offline and creates one election after a lost reply',
	async ({ page, network }) => {
		const name = newName('Once')
		await page.goto('/admin/elections')
		await page.getByRole('button', { name: 'New election' }).click()
		await field(page, 'Name').fill(name)
		await network.setOffline(true)
		await expect(page.getByText(/Administration works online only/)).toBeVisible()
		await save(page).click()
		await expect(dialog(page).getByRole('alert')).toContainText(
			'Network error. Please check your connection. What you typed is kept.',
		)
		await expect(field(page, 'Name')).toHaveValue(name)
		await network.setOffline(false)
		// The server creates it, but the reply is lost.
		page.route('**/api/elections', async (route) => {
			await route.fetch()
			route.abort()
		})
		await save(page).click()
		await expect(dialog(page).getByRole('button', { name: 'Save' })).toBeVisible()
		await expect(dialog(page).getByRole('alert')).toContainText('Network error')
		page.unroute('**/api/elections')
		await save(page).click()
		await expect(page.getByText('Election added.')).toBeVisible()
		await searchFor(page, 'Search elections', name)
		await expect(page.getByText('1 of 1')).toBeVisible()
		await expect(card(page, name)).toHaveCount(1)
	},
)

adminTest('restores input after the session expires', async ({ page, send, admin }) => {
	const election = await makeElection(send)
	const name = newName('Typed before')
	await page.goto(`/admin/elections?search=${encodeURIComponent(election.name)}`)
	await open(page, 'Edit', election.name)
	await field(page, 'Name').fill(name)
	page.route(`**/api/elections/${election.id}`, (route) =>
		route.fulfill({ status: 401, json: { message: 'Your session has ended.' } }),
	)
	await save(page).click()
	await expect(page).toHaveURL(/\/login/)
	page.unroute(`**/api/elections/${election.id}`)
	await sendSignIn(page, admin)
	await expect(page).toHaveURL(/\/admin\/elections/)
	await expect(page.getByText('You have unsaved changes')).toBeVisible()
	await page.getByRole('button', { name: 'Continue editing' }).click()
	await expect(field(page, 'Name')).toHaveValue(name)
	await expect(dialog(page).getByText('This is what you typed before.')).toBeVisible()
	await save(page).click()
	await expect(page.getByText(`“${name}” was saved.`)).toBeVisible()
	await expect(page.getByText('You have unsaved changes')).toHaveCount(0)
})

adminTest(
	'keeps a quick-added candidate after the session expires',
	async ({ page, send, admin }) => {
		const election = await makeElection(send)
		const name = newName('Quick')
		await page.goto(`/admin/elections?search=${encodeURIComponent(election.name)}`)
		await open(page, 'Manage candidates', election.name)
		await field(page, 'Name').fill(name)
		await field(page, 'Website').fill('https://quick.example')
		await field(page, 'Logo URL').fill(await uploadPicture(send))
		page.route('**/api/candidates', (route) => route.fulfill({ status: 401, json: {} }))
		await dialog(page).getByRole('button', { name: 'Add candidate' }).click()
		await expect(page).toHaveURL(/\/login/)
		page.unroute('**/api/candidates')
		await sendSignIn(page, admin)
		await page.getByRole('button', { name: 'Continue editing' }).click()
		await expect(field(page, 'Name')).toHaveValue(name)
		await expect(field(page, 'Website')).toHaveValue('https://quick.example')
		await dialog(page).getByRole('button', { name: 'Add candidate' }).click()
		await expect(page.getByRole('button', { name: `Unassign: ${name}` })).toBeVisible()
	},
)

adminTest('blocks typing while an election is saved', async ({ page, send }) => {
	const election = await makeElection(send)
	const path = `**/api/elections/${election.id}`
	const name = newName('Sent')
	await page.goto(`/admin/elections?search=${encodeURIComponent(election.name)}`)
	await open(page, 'Edit', election.name)
	let answer = (): void => undefined
	const answered = new Promise<void>((done) => {
		answer = done
	})
	page.route(path, async (route) => {
		await answered
		route.fulfill({ status: 500, json: { message: 'The server is out of order.' } })
	})
	await field(page, 'Name').fill(name)
	await page.keyboard.press('Enter')
	await expect(dialog(page).getByRole('button', { name: 'Saving…' })).toBeVisible()
	await page.keyboard.type(' and more')
	await expect(field(page, 'Name')).toHaveValue(name)
	await expect(field(page, 'Name')).toBeFocused()
	answer()
	await expect(dialog(page).getByText('The server is out of order.')).toBeVisible()
	page.unroute(path)
	// The draft is kept and editable.
	await page.keyboard.press('End')
	await page.keyboard.type(' and more')
	await expect(field(page, 'Name')).toHaveValue(`${name} and more`)
	await save(page).click()
	await expect(page.getByText(`“${name} and more” was saved.`)).toBeVisible()
})

adminTest(
	'stays open while saving and reports the result if left',
	async ({ page, send, network }) => {
		const election = await makeElection(send)
		const path = `**/api/elections/${election.id}`
		const name = newName('Held')
		// List no candidates: their logos are external.
		await page.goto('/admin/candidates?search=nobody-of-this-name')
		await expect(page.getByRole('heading', { level: 1, name: 'Candidates' })).toBeVisible()
		await page.getByRole('button', { name: 'Menu' }).click()
		await page.getByRole('link', { name: 'Elections', exact: true }).click()
		await page.getByRole('searchbox').fill(election.name)
		const saving = dialog(page).getByRole('button', { name: 'Saving…' })
		const answer = network.hold(path)
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
		page.unroute(path)

		// Navigation is possible meanwhile: a late reply must not close what is open there.
		const later = network.hold(path)
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
			page.getByText('The changes that were still being saved are saved now.'),
		).toBeVisible()
		await expect(field(page, 'Website')).toBeVisible()
	},
)

adminTest(
	'adds, assigns, unassigns, and restores candidates of an election',
	async ({ page, send }) => {
		const election = await makeElection(send)
		const other = await makeElection(send)
		const existing = await makeCandidate(send, { electionIds: [other.id] })
		await page.goto(`/admin/elections?search=${encodeURIComponent(election.name)}`)
		await open(page, 'Manage candidates', election.name)
		await expect(dialog(page).getByText('No candidates in this election yet.')).toBeVisible()
		const name = newName('Quick')
		await field(page, 'Name').fill(name)
		await dialog(page).getByRole('button', { name: 'Add candidate' }).click()
		await expect(
			dialog(page).getByText('Please fill in all fields for the new candidate.'),
		).toBeVisible()
		await field(page, 'Website').fill('https://quick.example')
		await field(page, 'Logo URL').fill('http://logos.example/one.png')
		await dialog(page).getByRole('button', { name: 'Add candidate' }).click()
		await expect(
			dialog(page).getByText(/^Logo must be a web address that begins with https:/),
		).toBeVisible()
		await field(page, 'Logo URL').fill(await uploadPicture(send))
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
		await page.getByRole('button', { name: 'Close', exact: true }).last().click()
		await expect(card(page, election.name).getByText('2 candidates')).toBeVisible()
	},
)

adminTest('promotes the next election when the primary is unassigned', async ({ page, send }) => {
	const [one, two] = [await makeElection(send), await makeElection(send)]
	const candidate = await makeCandidate(send, { electionIds: [one.id, two.id] })
	for (const [election, primary] of [
		[one, two.id],
		[two, null],
	] as const) {
		await page.goto(`/admin/elections?search=${encodeURIComponent(election.name)}`)
		await open(page, 'Manage candidates', election.name)
		await page.getByRole('button', { name: `Unassign: ${candidate.name}` }).click()
		await expect(dialog(page).getByText('No candidates in this election yet.')).toBeVisible()
		expect(await send('GET', `/admin/candidates/${candidate.id}`)).toMatchObject({
			electionId: primary,
		})
	}
})

adminTest('asks before it unassigns a changed candidate', async ({ page, send }) => {
	const election = await makeElection(send)
	const { id, name } = await makeCandidate(send, { electionIds: [election.id] })
	await page.goto(`/admin/elections?search=${encodeURIComponent(election.name)}`)
	await open(page, 'Manage candidates', election.name)
	const unassign = dialog(page).getByRole('button', { name: `Unassign: ${name}` })
	await expect(unassign).toBeVisible()
	const website = 'https://changed.example'
	await send('PUT', `/candidates/${id}`, { name, website, electionIds: [election.id] })
	await unassign.click()
	const row = (label: string) => dialog(page).locator('tbody').filter({ hasText: label })
	await expect(row('Website').getByRole('cell')).toHaveText([website, website])
	await expect(row('Runs in').getByRole('cell')).toHaveText(['No', 'Yes'])
	await dialog(page).getByRole('button', { name: 'Keep mine' }).click()
	await expect(dialog(page).getByText('No candidates in this election yet.')).toBeVisible()
	// The change of the other administrator stays.
	expect(await send('GET', `/admin/candidates/${id}`)).toMatchObject({ website, electionIds: [] })
})

adminTest("keeps others' changes when it takes an unassignment back", async ({ page, send }) => {
	const [election, gone, added] = [
		await makeElection(send),
		await makeElection(send),
		await makeElection(send),
	]
	const { id, name } = await makeCandidate(send, { electionIds: [election.id, gone.id] })
	await page.goto(`/admin/elections?search=${encodeURIComponent(election.name)}`)
	await open(page, 'Manage candidates', election.name)
	await dialog(page)
		.getByRole('button', { name: `Unassign: ${name}` })
		.click()
	await expect(dialog(page).getByRole('button', { name: 'Undo' })).toBeVisible()
	const website = 'https://changed.example'
	await send('PUT', `/candidates/${id}`, { name, website, electionIds: [added.id] })
	await dialog(page).getByRole('button', { name: 'Undo' }).click()
	await dialog(page).getByRole('button', { name: 'Keep mine' }).click()
	await expect(dialog(page).getByRole('button', { name: `Unassign: ${name}` })).toBeVisible()
	expect(await send('GET', `/admin/candidates/${id}`)).toMatchObject({
		website,
		electionIds: [election.id, added.id],
	})
})

adminTest('ignores a late reply to an older search', async ({ page, send, network }) => {
	const [one, two] = [await makeElection(send), await makeElection(send)]
	await page.goto('/admin/elections')
	await expect(page.getByRole('article').first()).toBeVisible()
	let answered = (): void => undefined
	const late = new Promise<void>((done) => {
		answered = done
	})
	const isOlder = ({ pathname, searchParams }: URL): boolean =>
		pathname === '/api/admin/elections' && searchParams.get('search') === one.name
	const release = network.hold(isOlder, answered)
	await searchFor(page, 'Search elections', one.name)
	await searchFor(page, 'Search elections', two.name)
	await expect(page.getByText('1 of 1')).toBeVisible()
	release()
	await late
	await expect(card(page, two.name)).toBeVisible()
	await expect(card(page, one.name)).toHaveCount(0)
})

adminTest('keeps a filter chosen while a search is pending', async ({ page, send }) => {
	const election = await makeElection(send, { active: false })
	await page.goto('/admin/elections')
	await expect(page.getByRole('article').first()).toBeVisible()
	await page.getByRole('searchbox', { name: 'Search elections' }).fill(election.name)
	await page.locator('search select').selectOption('false')
	await expect(page).toHaveURL(
		({ searchParams }) =>
			searchParams.get('active') === 'false' && searchParams.get('search') === election.name,
	)
	await expect(page.getByText('1 of 1')).toBeVisible()
	await expect(page).toHaveURL(/active=false/)
})

adminTest('filters the whole list of a server without pages', async ({ page, network }) => {
	page.lackCapabilities()
	await page.goto('/admin/elections')
	await expect(page.getByRole('article').first()).toBeVisible()
	await searchFor(page, 'Search elections', '1896')
	await expect(page.getByRole('article')).toHaveCount(1)
	await searchFor(page, 'Search elections', 'nothing of the kind')
	await expect(page.getByText(/^No elections found/)).toBeVisible()
	const asked = network.seen.map(({ url }) => new URL(url).pathname)
	expect(asked).not.toContain('/api/admin/elections')
})

adminTest('loads a long list page by page', async ({ page, send }) => {
	const mark = newName('Many').replaceAll(/[ -]/g, '')
	for (let at = 0; at < 53; at++) await makeElection(send, { name: `${mark} ${at}` })
	await page.goto(`/admin/elections?search=${mark}`)
	await expect(page.getByText('50 of 53')).toBeVisible()
	await page.getByRole('button', { name: 'Load more' }).click()
	await expect(page.getByText('53 of 53')).toBeVisible()
	await expect(page.getByRole('article')).toHaveCount(53)
	await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
})
