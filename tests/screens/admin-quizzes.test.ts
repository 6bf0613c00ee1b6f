import { expect } from 'vitest'
import type { PositionGrid } from '#contract/admin/positions.ts'
import { importElection, makeElection, makeQuiz, newName } from '../support/administrator.ts'
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
const flag = (page: Page, name: string) => page.getByRole('switch', { name: `Active: ${name}` })
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' })

const open = (page: Page, action: string, name: string): Promise<void> =>
	page.getByRole('button', { name: `${action}: ${name}` }).click()

const pick = async (page: Page, label: string, name: string): Promise<void> => {
	await page.getByRole('combobox', { name: label }).last().fill(name)
	await page.getByRole('option', { name }).click()
}

const list = (electionId: string): string => `/admin/compare-quizzes/${electionId}`

adminTest('creates, validates, edits, deletes, and restores a quiz', async ({ page, send }) => {
	const one = await importElection(send, [3, 2, 0])
	const other = await importElection(send, [1, 1])
	const name = newName('Money')
	await page.goto('/admin/compare-quizzes')
	await page.getByRole('button', { name: 'New compare quiz' }).click()
	await save(page).click()
	for (const message of [
		'Quiz name is required',
		'Election is required',
		'Start date is required',
		'End date is required',
		'At least 2 candidates are required for comparison',
	]) {
		await expect(dialog(page).getByText(message)).toHaveCount(2)
	}
	await field(page, 'Quiz name').fill(name)
	await field(page, 'Start date').fill('2026-05-02')
	await field(page, 'End date').fill('2026-05-01')
	await pick(page, 'Election', one.electionName)
	const [first = '', second = '', third = ''] = one.candidates.map((candidate) => candidate.name)
	await expect(
		dialog(page).getByRole('checkbox', {
			name: `${first} ${one.candidates[0]?.validatedCount} validated`,
		}),
	).toBeVisible()
	await expect(dialog(page).getByText('no validated policy yet')).toBeVisible()
	await dialog(page).getByRole('checkbox', { name: first }).check()
	await save(page).click()
	await expect(dialog(page).getByText('End date must be after start date').first()).toBeVisible()
	await field(page, 'End date').fill('2036-05-02')
	await save(page).click()
	await expect(
		dialog(page).getByText('At least 2 candidates are required for comparison').first(),
	).toBeVisible()

	// Changing the election resets the chosen candidates.
	await pick(page, 'Election', other.electionName)
	await expect(dialog(page).getByText('0 of 2 chosen')).toBeVisible()
	await pick(page, 'Election', one.electionName)
	await expect(dialog(page).getByText('0 of 3 chosen')).toBeVisible()
	await dialog(page).getByRole('checkbox', { name: first }).check()
	await dialog(page).getByRole('checkbox', { name: second }).check()
	await save(page).click()
	await expect(page.getByText('Compare quiz added.')).toBeVisible()

	await page.goto(list(one.electionId))
	await expect(card(page, name).getByText('5-point scale')).toBeVisible()
	await expect(card(page, name).getByText(one.electionName)).toBeVisible()
	await expect(card(page, name).getByText('May 2, 2026 – May 2, 2036')).toBeVisible()
	await expect(card(page, name).getByText(/2 candidates · \d+ polic/)).toBeVisible()
	await expect(card(page, name).getByText('Not active', { exact: true })).toBeVisible()
	await searchFor(page, 'Search compare quizzes', name)
	await expect(page).toHaveURL((url) => url.pathname === list(one.electionId))
	await page.goto(list(one.electionId))

	const renamed = newName('Renamed')
	await open(page, 'Edit', name)
	await field(page, 'Quiz name').fill(renamed)
	await dialog(page).getByRole('checkbox', { name: third }).check()
	await save(page).click()
	await expect(page.getByText(`“${renamed}” was saved.`)).toBeVisible()
	await expect(card(page, renamed).getByText(/3 candidates/)).toBeVisible()

	await open(page, 'Delete', renamed)
	await dialog(page).getByRole('button', { name: 'Delete' }).click()
	await expect(page.getByText('No compare quizzes found...')).toBeVisible()
	await page.getByRole('button', { name: 'Undo' }).click()
	await expect(card(page, renamed)).toBeVisible()
})

adminTest(
	'activates a quiz after its fairness check and deactivates it directly',
	async ({ page, send }) => {
		const election = await importElection(send, [4, 4])
		const quiz = await makeQuiz(send, election)
		const validity = () => send<{ valid: boolean }>('GET', `/compare-quizzes/${quiz.id}/validate`)
		await page.goto(list(election.electionId))
		await expect(flag(page, quiz.name)).not.toBeChecked()
		await flag(page, quiz.name).click()
		await expect(dialog(page).getByText('Is this quiz fair enough to activate?')).toBeVisible()
		expect(await validity()).toMatchObject({ valid: false })
		await dialog(page).getByRole('button', { name: 'Cancel' }).click()
		await expect(flag(page, quiz.name)).not.toBeChecked()

		await flag(page, quiz.name).click()
		await dialog(page).getByRole('button', { name: 'Activate' }).click()
		await expect(page.getByRole('dialog')).toHaveCount(0)
		await expect(flag(page, quiz.name)).toBeChecked()
		await expect(card(page, quiz.name).getByText('Active', { exact: true }).first()).toBeVisible()
		expect(await validity()).toMatchObject({ valid: true })

		await flag(page, quiz.name).click()
		await expect(flag(page, quiz.name)).not.toBeChecked()
		await expect(card(page, quiz.name).getByText('Not active', { exact: true })).toBeVisible()
		expect(await validity()).toMatchObject({ valid: false })
	},
)

adminTest('shows a quiz with past dates as ended', async ({ page, send }) => {
	const election = await importElection(send, [2, 2])
	const quiz = await makeQuiz(send, election, { active: true, endDate: '2020-02-01' })
	await page.goto(list(election.electionId))
	await expect(flag(page, quiz.name)).toBeChecked()
	await expect(card(page, quiz.name).getByText('Ended February 1, 2020')).toBeVisible()
})

adminTest('shows the fairness of a quiz and its problems', async ({ page, send }) => {
	const election = await importElection(send, [2, 6, 6], 'Taxes on bread are abolished at once')
	const quiz = await makeQuiz(send, election)
	const few = election.candidates.find(({ validatedCount }) => validatedCount === 2)?.name ?? ''
	await page.goto(list(election.electionId))
	await open(page, 'Fairness', quiz.name)
	const shown = dialog(page)
	await expect(
		shown.getByText('Each voter is asked 2 policies of every candidate, 6 in all.'),
	).toBeVisible()
	const row = shown.getByRole('row').filter({ hasText: few }).first()
	await expect(row.getByRole('cell').first()).toHaveText('2too few')
	await expect(shown.getByText(`${few}: fewer validated policies`)).toBeVisible()
	await expect(row.getByRole('cell').last()).toHaveText(/^\d+\.\d%$/)
	await expect(shown.getByText(/2,000 random voters took this quiz.*33\.3%/)).toBeVisible()
	await expect(shown.getByText(/“Taxes on bread are abolished at once”/)).toBeVisible()
	await expect(shown.getByRole('button', { name: 'Activate' })).toHaveCount(0)
	await shown.getByRole('button', { name: 'Close' }).click()
	await expect(page.getByRole('dialog')).toHaveCount(0)
})

adminTest('reports what to mend in the positions of a quiz', async ({ page, send }) => {
	const election = await importElection(send, [2, 2])
	const quiz = await makeQuiz(send, election)
	await page.goto(list(election.electionId))
	await open(page, 'Fairness', quiz.name)
	await expect(dialog(page).getByText('No candidate has a position on')).toBeVisible()
	await dialog(page).getByRole('link', { name: 'Enter positions' }).click()
	await expect(page).toHaveURL(`/admin/positions/${election.electionId}`)

	const path = `/admin/elections/${election.electionId}/positions`
	const { statements, candidates } = await send<PositionGrid>('GET', path)
	// Everyone is for everything.
	const cells = statements.map(({ id: policyId, candidateId: owner }) => ({
		...{ policyId, value: 2 },
		candidateId: candidates.find(({ id }) => id !== owner)?.id,
	}))
	await send('PUT', path, { cells: cells.slice(1) })
	await page.goto(list(election.electionId))
	await open(page, 'Fairness', quiz.name)
	const [one = '', other = ''] = candidates.map(({ name }) => name)
	await expect(
		dialog(page).getByText(/: they agree on all 3 statements with a position from both/),
	).toBeVisible()
	await expect(dialog(page).getByText('Statements that no candidate opposes')).toBeVisible()
	for (const { text } of statements.slice(1)) {
		await expect(dialog(page).getByRole('link', { name: text })).toBeVisible()
	}
	// Rivals are named in the rows of others too.
	const line = (name: string) =>
		dialog(page).locator('tbody').last().locator('th').filter({ hasText: name }).locator('..')
	await expect(line(one)).toContainText(`Not ahead of ${other}`)
	await line(other).getByRole('link').click()
	await expect(page).toHaveURL(
		`/admin/positions/${election.electionId}?show=missing&candidate=${candidates[1]?.id}`,
	)
})

adminTest('requires a confirmed fairness check to save an active quiz', async ({ page, send }) => {
	const election = await importElection(send, [2, 0])
	const quiz = await makeQuiz(send, election)
	await page.goto(list(election.electionId))
	await open(page, 'Edit', quiz.name)
	await dialog(page).getByRole('checkbox', { name: 'Active' }).check()
	await save(page).click()
	await expect(
		dialog(page).getByText(/Voters cannot take it yet: No validated policies/),
	).toBeVisible()
	await dialog(page).getByRole('button', { name: 'Cancel' }).click()
	await expect(field(page, 'Quiz name')).toHaveValue(quiz.name)
	const now = () => send<{ active: boolean }>('GET', `/admin/compare-quizzes/${quiz.id}`)
	expect(await now()).toMatchObject({ active: false })
	await save(page).click()
	await dialog(page).getByRole('button', { name: 'Save and activate' }).click()
	await expect(page.getByText(`“${quiz.name}” was saved.`)).toBeVisible()
	expect(await now()).toMatchObject({ active: true })
	await expect(
		card(page, quiz.name).getByText(/Voters cannot take it: No validated policies/),
	).toBeVisible()
})

adminTest('keeps the election filter in the address and history', async ({ page, send }) => {
	const one = await importElection(send, [1, 1])
	const quiz = await makeQuiz(send, one)
	const empty = await makeElection(send)
	await page.goto('/admin/compare-quizzes')
	await expect(page.getByRole('article').first()).toBeVisible()
	await pick(page, 'Election', one.electionName)
	await expect(page).toHaveURL(list(one.electionId))
	await expect(page.getByRole('article')).toHaveCount(1)
	await expect(card(page, quiz.name)).toBeVisible()
	await pick(page, 'Election', empty.name)
	await expect(page).toHaveURL(list(empty.id))
	await expect(page.getByText('No compare quizzes found...')).toBeVisible()
	await page.goBack()
	await expect(card(page, quiz.name)).toBeVisible()
	await expect(page.getByRole('combobox', { name: 'Election' })).toHaveValue(one.electionName)
	await page.getByRole('button', { name: 'New compare quiz' }).click()
	await expect(dialog(page).getByRole('combobox', { name: 'Election' })).toHaveValue(
		one.electionName,
	)
	await dialog(page).getByRole('button', { name: 'Cancel' }).click()
	await page.getByRole('button', { name: 'Clear: Election' }).click()
	await expect(page).toHaveURL('/admin/compare-quizzes')
})

adminTest('requires another look if somebody else changed the quiz', async ({ page, send }) => {
	const election = await importElection(send, [2, 2, 2])
	const quiz = await makeQuiz(send, election, {
		candidateIds: election.candidates.slice(0, 2).map(({ id }) => id),
	})
	const change = (name: string) =>
		send('PUT', `/compare-quizzes/${quiz.id}`, {
			name,
			electionId: election.electionId,
			startDate: '2020-01-01',
			endDate: '2036-12-31',
			candidateIds: election.candidates.map(({ id }) => id),
			active: false,
			quizType: 'SCALE',
		})
	await page.goto(list(election.electionId))
	await flag(page, quiz.name).click()
	await expect(dialog(page).getByRole('table').first()).toBeVisible()
	const theirs = newName('Theirs')
	await change(theirs)
	await dialog(page).getByRole('button', { name: 'Activate' }).click()
	await expect(dialog(page).getByRole('alert')).toContainText('Someone else changed')
	const activeRow = dialog(page).locator('tbody').filter({ hasText: 'Active' })
	await expect(activeRow.getByRole('cell')).toHaveText(['Yes', 'No'])
	await dialog(page).getByRole('button', { name: 'Keep mine' }).click()
	// The dialog shows the fairness of the changed quiz before activation.
	await expect(dialog(page).getByText(/6 in all/)).toBeVisible()
	await dialog(page).getByRole('button', { name: 'Activate' }).click()
	await expect(flag(page, theirs)).toBeChecked()

	await open(page, 'Edit', theirs)
	const again = newName('Again')
	await change(again)
	await field(page, 'Quiz name').fill('Mine')
	await save(page).click()
	const row = (label: string) => dialog(page).locator('tbody').filter({ hasText: label })
	await expect(row('Quiz name').getByRole('cell')).toHaveText(['Mine', again])
	await expect(row('Candidates')).toContainText(election.candidates[0]?.name ?? '')
	await dialog(page).getByRole('button', { name: 'Take theirs' }).click()
	await expect(field(page, 'Quiz name')).toHaveValue(again)
})

for (const choice of ['Keep mine', 'Take theirs'] as const) {
	test(`checks fairness again if somebody deactivated the quiz: ${choice}`, async ({
		page,
		send,
	}) => {
		const election = await importElection(send, [2, 2])
		const quiz = await makeQuiz(send, election, { active: true })
		const stored = () => send<{ active: boolean }>('GET', `/admin/compare-quizzes/${quiz.id}`)
		await page.goto(list(election.electionId))
		await open(page, 'Edit', quiz.name)
		await send('PUT', `/compare-quizzes/${quiz.id}/deactivate`)
		// The form assumes an active quiz with unchanged candidates: no fairness check opens.
		await field(page, 'Quiz name').fill(newName('Mine'))
		await save(page).click()
		await dialog(page).getByRole('button', { name: choice }).click()
		if (choice === 'Take theirs') {
			const active = dialog(page).getByRole('checkbox', { name: /^Active/ })
			await expect(active).not.toBeChecked()
			await active.check()
			await save(page).click()
		}
		await expect(dialog(page).getByText('Is this quiz fair enough to activate?')).toBeVisible()
		await expect(dialog(page).getByText(/4 in all/)).toBeVisible()
		expect(await stored()).toMatchObject({ active: false })
		await dialog(page).getByRole('button', { name: 'Save and activate' }).click()
		await expect(page.getByRole('dialog')).toHaveCount(0)
		expect(await stored()).toMatchObject({ active: true })
	})
}

for (const choice of ['Keep mine', 'Take theirs'] as const) {
	adminTest(`asks before it deactivates a changed quiz: ${choice}`, async ({ page, send }) => {
		const election = await importElection(send, [2, 2])
		const quiz = await makeQuiz(send, election, { active: true })
		await page.goto(list(election.electionId))
		await expect(flag(page, quiz.name)).toBeChecked()
		const theirs = newName('Theirs')
		await send('PUT', `/compare-quizzes/${quiz.id}`, {
			name: theirs,
			electionId: election.electionId,
			startDate: '2020-01-01',
			endDate: '2036-12-31',
			candidateIds: election.candidates.map(({ id }) => id),
			active: true,
			quizType: 'SCALE',
		})
		await flag(page, quiz.name).click()
		const candidates = dialog(page).locator('tbody').filter({ hasText: 'Candidates' })
		await expect(candidates).toContainText(election.candidates[0]?.name ?? '')
		await dialog(page).getByRole('button', { name: choice }).click()
		await expect(page.getByRole('dialog')).toHaveCount(0)
		const isActive = choice === 'Take theirs'
		await expect(flag(page, theirs)).toHaveAttribute('aria-checked', String(isActive))
		expect(await send('GET', `/admin/compare-quizzes/${quiz.id}`)).toMatchObject({
			name: theirs,
			active: isActive,
		})
	})
}

adminTest('keeps an edited quiz after the session expires', async ({ page, send, admin }) => {
	const election = await importElection(send, [1, 1, 1])
	const [one, two] = election.candidates
	const quiz = await makeQuiz(send, election, { candidateIds: [one?.id, two?.id] })
	const path = `**/api/compare-quizzes/${quiz.id}`
	const name = newName('Typed before')
	await page.goto(list(election.electionId))
	await open(page, 'Edit', quiz.name)
	await field(page, 'Quiz name').fill(name)
	await dialog(page).getByRole('button', { name: 'Choose all' }).click()
	page.route(path, (route) => route.fulfill({ status: 401, json: {} }))
	await save(page).click()
	await expect(page).toHaveURL(/\/login/)
	page.unroute(path)
	await sendSignIn(page, admin)
	await page.getByRole('button', { name: 'Continue editing' }).click()
	await expect(field(page, 'Quiz name')).toHaveValue(name)
	await expect(dialog(page).getByText('3 of 3 chosen')).toBeVisible()
	await save(page).click()
	await expect(page.getByText(`“${name}” was saved.`)).toBeVisible()
})

adminTest('reaches the wanted state after a lost activation reply', async ({ page, send }) => {
	const election = await importElection(send, [2, 2])
	const quiz = await makeQuiz(send, election)
	await page.goto(list(election.electionId))
	await flag(page, quiz.name).click()
	page.route('**/activate', async (route) => {
		await route.fetch()
		route.abort()
	})
	await dialog(page).getByRole('button', { name: 'Activate' }).click()
	await expect(dialog(page).getByRole('alert')).toContainText('Network error')
	page.unroute('**/activate')
	await dialog(page).getByRole('button', { name: 'Activate' }).click()
	await expect(flag(page, quiz.name)).toBeChecked()
})

test('shows loading, failure, and offline states and falls back', async ({
	page,
	network,
	server,
}) => {
	page.signIn(await registerUser(server, 'ROLE_ADMIN'))
	let release = (): void => undefined
	const released = new Promise<void>((done) => {
		release = done
	})
	page.route('**/api/admin/compare-quizzes*', async (route) => {
		await released
		route.fulfill({ status: 500, json: { message: 'The server is out of order.' } })
	})
	await page.goto('/admin/compare-quizzes')
	await expect(page.getByText('Loading…')).toHaveCount(1)
	release()
	await expect(page.getByText('Unable to load compare quizzes. Please try again.')).toBeVisible()
	await expect(page.getByText('The server is out of order.')).toBeVisible()
	network.setOffline(true)
	page.unroute('**/api/admin/compare-quizzes*')
	await page.getByRole('button', { name: 'Retry' }).click()
	await expect(page.getByText('You are offline')).toBeVisible()
	await network.setOffline(false)
	await expect(card(page, '1912: rate each policy')).toBeVisible()
})

adminTest(
	'lists and activates quizzes with only the specified calls',
	async ({ page, network, send }) => {
		const election = await importElection(send, [1, 1])
		const { name } = await makeQuiz(send, election)
		page.lackCapabilities()
		await page.goto(list(election.electionId))
		await expect(card(page, name)).toBeVisible()
		await expect(page.getByRole('button', { name: `Delete: ${name}` })).toHaveCount(0)
		await card(page, name).getByRole('switch').click()
		await expect(
			dialog(page).getByText('This server does not check how fair a quiz is.'),
		).toBeVisible()
		await dialog(page).getByRole('button', { name: 'Activate' }).click()
		await expect(card(page, name).getByText('Active', { exact: true }).first()).toBeVisible()
		const asked = network.seen.map(({ url }) => new URL(url).pathname)
		expect(asked.filter((path) => /preview|activate|admin/.test(path))).toEqual([])
	},
)

adminTest('keeps input offline and saves once on reconnect', async ({ page, network, send }) => {
	const election = await importElection(send, [1, 1])
	const name = newName('Kept')
	await page.goto(list(election.electionId))
	await page.getByRole('button', { name: 'New compare quiz' }).click()
	await field(page, 'Quiz name').fill(name)
	await field(page, 'Start date').fill('2026-01-01')
	await field(page, 'End date').fill('2026-12-31')
	await dialog(page).getByRole('button', { name: 'Choose all' }).click()
	network.setOffline(true)
	await save(page).click()
	await expect(dialog(page).getByRole('alert')).toContainText('What you typed is kept.')
	await network.setOffline(false)
	await save(page).click()
	await expect(page.getByText('Compare quiz added.')).toBeVisible()
	await expect(card(page, name)).toHaveCount(1)
})

adminTest('names candidates who left the election and excludes them', async ({ page, send }) => {
	const election = await importElection(send, [1, 1, 1])
	const [gone, ...others] = election.candidates
	const quiz = await makeQuiz(send, election)
	await send('PUT', `/candidates/${gone?.id}`, {
		name: gone?.name,
		website: 'https://candidate.example/',
		electionIds: [],
	})
	await page.goto(list(election.electionId))
	await open(page, 'Edit', quiz.name)
	const theirs = dialog(page).getByRole('checkbox', { name: gone?.name ?? '' })
	await expect(theirs).toBeChecked()
	await expect(dialog(page).getByText('no longer in this election')).toBeVisible()
	await dialog(page).getByRole('button', { name: 'Choose all' }).click()
	await expect(theirs).toHaveCount(0)
	for (const { name } of others) {
		await expect(dialog(page).getByRole('checkbox', { name })).toBeChecked()
	}
})
