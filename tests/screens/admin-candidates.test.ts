import { expect } from 'vitest'
import {
	importElection,
	makeCandidate,
	makeElection,
	makeQuiz,
	newName,
} from '../support/administrator.ts'
import { adminTest, dialog, field, type Page, searchFor, sendSignIn } from '../support/screens.ts'

/** Picture of one red pixel. */
const PIXEL = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
	'base64',
)

const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })

const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' })

const openList = (page: Page, search: string) =>
	page.goto(`/admin/candidates?search=${encodeURIComponent(search)}`)

adminTest('creates, edits, deletes, and restores a candidate', async ({ page, send }) => {
	const [one, two] = [await makeElection(send), await makeElection(send)]
	const name = newName('Ada')
	await page.goto('/admin/candidates')
	await page.getByRole('button', { name: 'New candidate' }).click()
	await save(page).click()
	await expect(dialog(page).getByText('Name is required')).toBeVisible()
	await expect(dialog(page).getByText('Website is required')).toBeVisible()
	await expect(field(page, 'Name')).toBeFocused()
	await field(page, 'Name').fill(`  ${name}  `)
	await field(page, 'Website').fill('ada.example')
	await save(page).click()
	await expect(
		dialog(page).getByText('Website must be a web address that begins with http:// or https://'),
	).toBeVisible()
	await field(page, 'Website').fill('https://ada.example')
	await dialog(page)
		.locator('input[type=file]')
		.setInputFiles({ name: 'ada.png', mimeType: 'image/png', buffer: PIXEL })
	await expect(field(page, 'Logo URL')).toHaveValue(/^\/api\/logos\/[0-9a-f]{64}\.webp$/)
	for (const election of [one, two]) {
		await dialog(page).getByRole('combobox', { name: 'Add an election' }).fill(election.name)
		await page.getByRole('option', { name: election.name }).click()
	}
	await dialog(page)
		.getByRole('button', { name: `Make primary: ${two.name}` })
		.click()
	await save(page).click()
	await expect(page.getByText('Candidate added.')).toBeVisible()

	await openList(page, name)
	await expect(card(page, name).getByRole('listitem')).toHaveText([two.name, one.name])
	await expect(card(page, name).locator('img')).toHaveAttribute('src', /^\/api\/logos\//)
	const { rows } = await send<{ rows: { electionId: string; electionIds: string[] }[] }>(
		'GET',
		`/admin/candidates?search=${encodeURIComponent(name)}`,
	)
	expect(rows[0]).toMatchObject({ name, electionId: two.id, electionIds: [two.id, one.id] })

	await page.getByRole('button', { name: `Edit: ${name}` }).click()
	await dialog(page).getByRole('button', { name: 'Remove logo' }).click()
	await dialog(page)
		.getByRole('button', { name: `Remove: ${two.name}` })
		.click()
	await field(page, 'Party').fill('Analytical')
	await save(page).click()
	await expect(card(page, name).getByText('Analytical')).toBeVisible()
	await expect(card(page, name).getByRole('listitem')).toHaveText([one.name])
	await expect(card(page, name).locator('img')).toHaveCount(0)

	await page.getByRole('button', { name: `Delete: ${name}` }).click()
	await expect(dialog(page).getByText('No policies will be deleted.')).toBeVisible()
	await dialog(page).getByRole('button', { name: 'Delete' }).click()
	await expect(page.getByText('No candidates found...')).toBeVisible()
	await page.getByRole('button', { name: 'Undo' }).click()
	await expect(card(page, name)).toBeVisible()
})

adminTest(
	'rejects oversized and invalid pictures and survives a cancelled chooser',
	async ({ page }) => {
		await page.goto('/admin/candidates')
		await page.getByRole('button', { name: 'New candidate' }).click()
		const file = dialog(page).locator('input[type=file]')
		await file.setInputFiles({
			name: 'big.png',
			mimeType: 'image/png',
			buffer: Buffer.alloc(512 * 1024 + 1),
		})
		await expect(
			dialog(page).getByText('This picture is too large. It can have at most 512 KB.'),
		).toBeVisible()
		await file.setInputFiles({ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('text') })
		await expect(field(page, 'Logo URL')).toHaveAttribute('aria-invalid', 'true')
		await expect(dialog(page).getByText('This picture is too big')).toHaveCount(0)
		// Event for a cancelled file picker.
		await file.dispatchEvent('cancel')
		await expect(field(page, 'Name')).toBeVisible()
	},
)

adminTest('filters candidates by election with the keyboard', async ({ page, send }) => {
	const election = await makeElection(send)
	const candidate = await makeCandidate(send, { electionIds: [election.id] })
	await page.goto('/admin/candidates')
	const picker = page.getByRole('combobox', { name: 'Election' })
	await picker.focus()
	await page.keyboard.type(election.name)
	await page.keyboard.press('ArrowDown')
	// The options appear after the search debounce.
	await expect(page.getByRole('option', { name: election.name, selected: true })).toBeVisible()
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(new RegExp(`electionId=${election.id}`))
	await expect(picker).toHaveValue(election.name)
	await expect(page.getByRole('article')).toHaveCount(1)
	await expect(card(page, candidate.name)).toBeVisible()
	await page.reload()
	await expect(picker).toHaveValue(election.name)
	await page.getByRole('button', { name: 'Clear: Election' }).click()
	await expect(page).toHaveURL(/\/admin\/candidates$/)
	await searchFor(page, 'Search candidates', 'nobody of the kind')
	await expect(page.getByText('No candidates found...')).toBeVisible()
})

adminTest('links a candidate card to their policies', async ({ page }) => {
	await openList(page, 'Debs')
	await page.getByRole('link', { name: 'View policies: Eugene V. Debs' }).click()
	await expect(
		page.getByRole('heading', { level: 1, name: 'Policies of Eugene V. Debs' }),
	).toBeVisible()
	await expect(page.getByRole('article')).toHaveCount(12)
})

adminTest('shows server errors at their fields or as a general message', async ({ page, send }) => {
	const candidate = await makeCandidate(send)
	await openList(page, candidate.name)
	await page.getByRole('button', { name: `Edit: ${candidate.name}` }).click()
	page.route(`**/api/candidates/${candidate.id}`, (route) =>
		route.fulfill({
			status: 400,
			json: {
				message: 'Please check your input and try again.',
				errors: [{ path: 'website', message: 'This address leads nowhere.' }],
			},
		}),
	)
	await field(page, 'Party').fill('New')
	await save(page).click()
	await expect(field(page, 'Website')).toHaveAccessibleDescription(/This address leads nowhere\./)
	await expect(field(page, 'Website')).toBeFocused()
	page.unroute(`**/api/candidates/${candidate.id}`)
	page.route(`**/api/candidates/${candidate.id}`, (route) =>
		route.fulfill({ status: 500, body: '' }),
	)
	await save(page).click()
	await expect(
		dialog(page).getByText('Unable to update candidate. Please try again.'),
	).toBeVisible()
	await expect(field(page, 'Party')).toHaveValue('New')
	page.unroute(`**/api/candidates/${candidate.id}`)
	await save(page).click()
	await expect(page.getByText(`“${candidate.name}” was saved.`)).toBeVisible()
})

adminTest('shows both versions on a candidate edit conflict', async ({ page, send }) => {
	const election = await makeElection(send)
	const candidate = await makeCandidate(send)
	await openList(page, candidate.name)
	await page.getByRole('button', { name: `Edit: ${candidate.name}` }).click()
	await field(page, 'Party').fill('Mine')
	await send('PUT', `/candidates/${candidate.id}`, {
		name: candidate.name,
		website: 'https://theirs.example',
		electionIds: [election.id],
	})
	await save(page).click()
	const row = (label: string) => dialog(page).locator('tbody').filter({ hasText: label })
	await expect(row('Elections').getByRole('cell')).toHaveText(['–', election.name])
	await expect(row('Party').getByRole('cell')).toHaveText(['Mine', '–'])
	await dialog(page).getByRole('button', { name: 'Keep mine' }).click()
	await expect(page.getByText(`“${candidate.name}” was saved.`)).toBeVisible()
	expect(await send('GET', `/admin/candidates/${candidate.id}`)).toMatchObject({
		party: 'Mine',
		electionIds: [],
	})
})

adminTest(
	'confirms a deletion again after a concurrent change',
	async ({ page, send, network }) => {
		const candidate = await makeCandidate(send)
		await openList(page, candidate.name)
		await page.getByRole('button', { name: `Delete: ${candidate.name}` }).click()
		await expect(dialog(page).getByText('No policies will be deleted.')).toBeVisible()
		await send('PUT', `/candidates/${candidate.id}`, {
			name: candidate.name,
			website: 'https://changed.example',
		})
		await dialog(page).getByRole('button', { name: 'Delete' }).click()
		await expect(dialog(page).getByRole('alert')).toContainText(
			/Someone else changed this in the meantime.* changed the candidate/,
		)
		const row = dialog(page).locator('tbody').filter({ hasText: 'Website' })
		await expect(row).toContainText('differs')
		await expect(row.getByRole('cell')).toHaveText([/^https:/, 'https://changed.example'])
		const release = network.hold('**/consequences')
		await dialog(page).getByRole('button', { name: 'Delete it anyway' }).click()
		// The consequences may have changed too.
		await expect(dialog(page).getByText('Checking what else is affected')).toBeVisible()
		await expect(dialog(page).getByText('No policies will be deleted.')).toHaveCount(0)
		await expect(dialog(page).getByRole('button', { name: 'Delete' })).toHaveAttribute(
			'aria-disabled',
			'true',
		)
		release()
		await expect(dialog(page).getByText('No policies will be deleted.')).toBeVisible()
		await dialog(page).getByRole('button', { name: 'Delete' }).click()
		await expect(page.getByText('No candidates found...')).toBeVisible()
	},
)

adminTest('keeps a record that changed before its deletion', async ({ page, send }) => {
	const candidate = await makeCandidate(send)
	await openList(page, candidate.name)
	await page.getByRole('button', { name: `Delete: ${candidate.name}` }).click()
	await expect(dialog(page).getByText('No policies will be deleted.')).toBeVisible()
	await send('PUT', `/candidates/${candidate.id}`, {
		name: candidate.name,
		website: 'https://changed.example',
	})
	await dialog(page).getByRole('button', { name: 'Delete' }).click()
	await dialog(page).getByRole('button', { name: 'Keep it' }).click()
	await expect(page.getByRole('dialog')).toHaveCount(0)
	expect(await send('GET', `/admin/candidates/${candidate.id}`)).toMatchObject({
		website: 'https://changed.example',
	})
})

adminTest('shows policies and quizzes affected by deleting a candidate', async ({ page, send }) => {
	const election = await importElection(send, [2, 1, 1])
	const [ann, bob, cyd] = election.candidates
	const compared = (...people: (typeof election.candidates)[number][]) => ({
		candidateIds: people.map(({ id }) => id),
	})
	if (!ann || !bob || !cyd) throw new Error('the import created no candidates')
	const all = await makeQuiz(send, election)
	const pair = await makeQuiz(send, election, compared(ann, bob))
	await openList(page, ann.name)
	await page.getByRole('button', { name: `Delete: ${ann.name}` }).click()
	await expect(dialog(page).getByText('2 policies will be deleted too.')).toBeVisible()
	const goOn = dialog(page).getByText(/^2 compare quizzes continue without this candidate: /)
	await expect(goOn).toContainText(all.name)
	await expect(goOn).toContainText(pair.name)
	await expect(
		dialog(page).getByText(
			'1 of them would have fewer than two candidates. Voters can no longer take it.',
		),
	).toBeVisible()
	await dialog(page).getByRole('button', { name: 'Cancel' }).click()
	await openList(page, cyd.name)
	await page.getByRole('button', { name: `Delete: ${cyd.name}` }).click()
	await expect(dialog(page).getByText('1 policy will be deleted too.')).toBeVisible()
	await expect(
		dialog(page).getByText(`1 compare quiz continues without this candidate: ${all.name}.`),
	).toBeVisible()
	await expect(dialog(page).getByText(/fewer than two candidates/)).toHaveCount(0)
})

adminTest('keeps a new candidate after the session expires', async ({ page, admin }) => {
	const name = newName('Kept')
	await page.goto('/admin/candidates')
	await page.getByRole('button', { name: 'New candidate' }).click()
	await field(page, 'Name').fill(name)
	await field(page, 'Website').fill('https://kept.example')
	page.route('**/api/candidates', (route) => route.fulfill({ status: 401, json: {} }))
	await save(page).click()
	await expect(page).toHaveURL(/\/login/)
	page.unroute('**/api/candidates')
	await sendSignIn(page, admin)
	await page.getByRole('button', { name: 'Continue editing' }).click()
	await expect(field(page, 'Website')).toHaveValue('https://kept.example')
	await save(page).click()
	await expect(page.getByText('Candidate added.')).toBeVisible()
	await searchFor(page, 'Search candidates', name)
	await expect(card(page, name)).toBeVisible()
})

adminTest('loads election names despite actions in the meantime', async ({ page, send }) => {
	const election = await makeElection(send)
	const candidate = await makeCandidate(send, { electionIds: [election.id] })
	let release = (): void => undefined
	const released = new Promise<void>((done) => {
		release = done
	})
	page.route(`**/api/admin/elections/${election.id}`, async (route) => {
		await released
		route.continue()
	})
	await openList(page, candidate.name)
	await expect(card(page, candidate.name).getByText('…')).toBeVisible()
	await page.getByRole('button', { name: 'New candidate' }).click()
	await dialog(page).getByRole('button', { name: 'Cancel' }).click()
	release()
	await expect(card(page, candidate.name).getByText(election.name)).toBeVisible()
})

adminTest('blocks saving while a picture uploads', async ({ page }) => {
	const name = newName('Pictured')
	let release = (): void => undefined
	const released = new Promise<void>((done) => {
		release = done
	})
	let broken = false
	page.route('**/api/admin/logos', async (route) => {
		await released
		if (broken) route.fulfill({ status: 500, body: '' })
		else route.continue()
	})
	await page.goto('/admin/candidates')
	await page.getByRole('button', { name: 'New candidate' }).click()
	await field(page, 'Name').fill(name)
	await field(page, 'Website').fill('https://pictured.example')
	const picture = { name: 'logo.png', mimeType: 'image/png', buffer: PIXEL }
	await dialog(page).locator('input[type=file]').setInputFiles(picture)
	await save(page).click()
	await expect(field(page, 'Logo URL')).toHaveAccessibleDescription(/still uploading/)
	release()
	await expect(field(page, 'Logo URL')).toHaveValue(/^\/api\/logos\//)
	await save(page).click()
	await expect(page.getByText('Candidate added.')).toBeVisible()
	await expect(dialog(page)).toHaveCount(0)
	broken = true
	await page.getByRole('button', { name: 'New candidate' }).click()
	await dialog(page).locator('input[type=file]').setInputFiles(picture)
	await expect(
		dialog(page).getByText('The picture could not be uploaded. Please try again.'),
	).toBeVisible()
})

adminTest(
	'blocks choosing a picture while the candidate is saved',
	async ({ page, send, network }) => {
		const { id, name } = await makeCandidate(send)
		await page.goto(`/admin/candidates?search=${encodeURIComponent(name)}`)
		await page.getByRole('button', { name: `Edit: ${name}` }).click()
		await field(page, 'Party').fill('Greenback')
		const answer = network.hold(`**/api/candidates/${id}`)
		await save(page).click()
		await expect(dialog(page).getByRole('button', { name: 'Saving…' })).toBeVisible()
		let choosers = 0
		await dialog(page)
			.locator('input[type=file]')
			.evaluate((input) => {
				input.addEventListener('click', () => {
					choosers++
				})
			})
		const upload = dialog(page).getByRole('button', { name: 'Upload' })
		await expect(upload).toHaveAttribute('aria-disabled', 'true')
		await expect(upload).toHaveAccessibleDescription(/is being saved/)
		await upload.focus()
		await page.keyboard.press('Enter')
		answer()
		await expect(page.getByText(`“${name}” was saved.`)).toBeVisible()
		expect(choosers).toBe(0)
	},
)
