import type { Page } from 'playwright/test'
import type { ManagedPolicy } from '#contract/manage-policies.ts'
import type { Extraction } from '#contract/policy-extraction.ts'
import { docxOf, paragraph, run } from '../support/docx.ts'
import { drawn, pdfOf } from '../support/pdf.ts'
import {
	expectOpened,
	extract,
	extractElsewhere,
	marked,
	openReview,
	openSource,
	PROGRAMME,
	rows,
	statement,
} from './admin-extraction-page.ts'
import { dialog, expectSound, forgetRefusals, makeCandidate, newName, test } from './admin-page.ts'
import { expect, forgetNetworkErrors, sendSignIn } from './fixtures.ts'

const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true })
const policiesOf = (send: <Reply>(method: string, path: string) => Promise<Reply>, id: string) =>
	send<ManagedPolicy[]>('GET', `/admin/policies/candidate/${id}`)

test('from a pasted text through all five steps to policies that are saved with their quotes', async ({
	page,
	send,
}) => {
	const candidate = await makeCandidate(send, { party: 'Analytical' })
	await page.goto('/admin/extract-policies')
	await expect(page.getByRole('button', { name: 'Back' })).toBeDisabled()
	await expect(page.getByRole('combobox', { name: 'Candidate' })).toBeVisible()
	await next(page).press('Enter')
	await expect(page.getByText('Choose a candidate')).toBeVisible()
	await page.getByRole('combobox', { name: 'Candidate' }).fill(candidate.name)
	await page.getByRole('option', { name: candidate.name }).click()
	await expect(page).toHaveURL(new RegExp(`/admin/extract-policies/${candidate.id}$`))
	await expect(page.getByRole('heading', { name: candidate.name })).toBeVisible()
	// The field that it was chosen in has gone with its page: the keyboard goes on here.
	await expect(page.getByRole('heading', { name: 'Select Candidate' })).toBeFocused()
	await expectSound(page)
	await next(page).click()

	await expect(page.getByRole('heading', { name: 'Input Source' })).toBeFocused()
	await page.getByRole('tab', { name: 'Paste text' }).click()
	await page.getByLabel('Text', { exact: true }).fill(PROGRAMME)
	await expectSound(page)
	await extract(page)

	await expect(page.getByText('5 policies found')).toBeVisible()
	await expect(page.getByText(/^Confidence \d+ %$/)).toBeVisible()
	await expect(page.getByText(/heuristics, rules of thumb about words/)).toBeVisible()
	await expectSound(page)
	await page.setViewportSize({ width: 1280, height: 800 })
	await page.getByRole('button', { name: 'Review Policies' }).click()

	await expectOpened(page, 1, 5)
	await expect(marked(page)).toContainText('hire 2,000 new teachers by 2030')
	await expectSound(page)
	await page.setViewportSize({ width: 1280, height: 800 })
	await page.getByText('Status of many').click()
	await page.getByRole('combobox', { name: 'New status' }).selectOption('Validated')
	await page.getByRole('button', { name: 'Set all 5 shown' }).click()
	await expect(page.getByText('5 of 5 decided')).toBeVisible()
	await page.getByRole('slider', { name: 'Importance' }).fill('1.4')
	await page.getByLabel('Priority').selectOption({ label: '5 – Top' })
	await page.getByLabel('Keywords').fill(' teachers, , schools ')
	await page.getByRole('button', { name: 'Save 5 policies…' }).click()
	await expect(dialog(page).getByText(`They become policies of ${candidate.name}.`)).toBeVisible()
	await expect(dialog(page).getByText('5 validated')).toBeVisible()
	await expectSound(page)
	expect(await policiesOf(send, candidate.id)).toEqual([])
	await dialog(page).getByRole('button', { name: 'Save policies' }).click()

	await expect(page.getByText('5 policies saved', { exact: true })).toBeVisible()
	const saved = await policiesOf(send, candidate.id)
	expect(saved).toHaveLength(5)
	expect(saved.every(({ quote }) => quote !== null && PROGRAMME.includes(quote))).toBe(true)
	expect(saved.find(({ quote }) => quote?.includes('teachers'))).toMatchObject({
		validationStatus: 'VALIDATED',
		category: 'EDUCATION',
		importance: 1.4,
		priority: 5,
		keywords: ['teachers', 'schools'],
	})
	await expect(page).toHaveURL(/\/admin$/, { timeout: 10_000 })
})

test('the last step waits for whoever is on the way elsewhere, and leads there', async ({
	page,
	send,
}) => {
	const candidate = await makeCandidate(send)
	await page.clock.install()
	await openSource(page, candidate)
	await extract(page)
	await page.clock.fastForward(2000)
	await page.getByRole('button', { name: 'Review Policies' }).click()
	await page.getByRole('button', { name: 'Save 5 policies…' }).click()
	await dialog(page).getByRole('button', { name: 'Save policies' }).click()
	await expect(page.getByText(/^To the dashboard in \d seconds?\.$/)).toBeVisible()
	await page.getByRole('link', { name: 'Edit the policies' }).focus()
	await expect(page.getByText('You stay on this page.').first()).toBeVisible()
	await page.clock.fastForward(20_000)
	await expect(page).toHaveURL(/step=complete/)
	await expectSound(page)
	// What is saved is not reviewed and saved a second time.
	await expect(page.getByRole('button', { name: /^Review/ })).toHaveCount(0)
	await page.getByRole('button', { name: 'Extract more' }).click()
	await expect(page.getByRole('heading', { name: 'Input Source' })).toBeVisible()
	await expect(page.getByLabel('Address of the page')).toHaveValue('')
	await page.goto(`/admin/extract-policies/${candidate.id}`)
	await expect(page.getByRole('heading', { name: candidate.name })).toBeVisible()
	await expect(page.getByText('Extractions that are not saved yet')).toHaveCount(0)
})

test('the last step leads to the dashboard after five seconds, or at once', async ({
	page,
	send,
}) => {
	await page.clock.install()
	await page.setViewportSize({ width: 1280, height: 800 })
	const saveOne = async (): Promise<void> => {
		const { candidate, extraction } = await extractElsewhere(send)
		await page.goto(
			`/admin/extract-policies/${candidate.id}?step=review&extraction=${extraction.id}`,
		)
		await page.getByRole('button', { name: 'Save 5 policies…' }).click()
		// From here on time stands still until the test moves it.
		await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
		await dialog(page).getByRole('button', { name: 'Save policies' }).click()
		await expect(page.getByText('To the dashboard in 5 seconds.', { exact: true })).toBeVisible()
	}
	await saveOne()
	for (const left of ['4 seconds', '3 seconds', '2 seconds', '1 second']) {
		await page.clock.runFor(1000)
		await expect(page.getByText(`To the dashboard in ${left}.`, { exact: true })).toBeVisible()
	}
	await expect(page).toHaveURL(/step=complete/)
	await page.clock.runFor(1000)
	await expect(page).toHaveURL(/\/admin$/)

	await page.clock.resume()
	await saveOne()
	await page.getByRole('button', { name: 'Go to the dashboard' }).click()
	await expect(page).toHaveURL(/\/admin$/)
})

test('what somebody else has saved meanwhile is not reviewed a second time, whatever this browser has kept of it', async ({
	page,
	send,
}) => {
	const { candidate, extraction } = await extractElsewhere(send)
	await page.setViewportSize({ width: 1280, height: 800 })
	await page.goto(`/admin/extract-policies/${candidate.id}?step=review&extraction=${extraction.id}`)
	await statement(page).fill('The state should hire two thousand teachers')
	const { result } = await send<Extraction>('GET', `/admin/policies/extractions/${extraction.id}`)
	const editedPolicies = result?.policies.map(({ id, text, category }) => ({
		...{ id, text, category },
	}))
	await send('POST', '/admin/policies/simplified/extract-and-save', {
		extractionRequest: { candidateId: candidate.id, extractionId: extraction.id },
		editedPolicies,
	})
	await page.reload()
	await expect(
		page.getByRole('heading', { name: 'This extraction is not kept any more' }),
	).toBeVisible()
	await expect(rows(page)).toHaveCount(0)
	await expectSound(page)
	await page.getByRole('button', { name: 'Start again' }).click()
	await expect(page.getByRole('heading', { name: 'Input Source' })).toBeVisible()
})

test('a source is looked at when it is sent: an address, fifty words, a file of a kind that is read', async ({
	page,
	send,
}) => {
	const candidate = await makeCandidate(send, { website: 'https://plan.example/' })
	await page.goto(`/admin/extract-policies/${candidate.id}?step=source`)
	const address = page.getByLabel('Address of the page')
	await address.fill('plan.example')
	await extract(page)
	await expect(page.getByText('Please enter a valid URL')).toBeVisible()
	await expect(address).toBeFocused()
	await page.getByRole('button', { name: 'Use their website: https://plan.example/' }).click()
	await expect(address).toHaveValue('https://plan.example/')

	await page.getByRole('tab', { name: 'Paste text' }).click()
	await page.getByLabel('Text', { exact: true }).fill('We will bake bread.')
	await expect(page.getByText('4 of at least 50 words')).toBeVisible()
	await extract(page)
	await expect(page.getByText('Please provide more content (at least 50 words)')).toBeVisible()
	await expectSound(page)

	await page.getByRole('tab', { name: 'Upload file' }).click()
	await extract(page)
	await expect(page.getByText('Please choose a file')).toBeVisible()
	const file = page.locator('input[type=file]')
	const mimeType = 'text/plain'
	await file.setInputFiles({ name: 'a.exe', mimeType, buffer: Buffer.from('text') })
	await expect(page.getByText('This file is none of .txt, .html, .pdf and .docx.')).toBeVisible()
	const buffer = Buffer.alloc(5 * 1024 * 1024 + 1)
	await file.setInputFiles({ name: 'large.txt', mimeType, buffer })
	await expect(page.getByText('This file is too large: at most 5.0 MB.')).toBeVisible()
	await expectSound(page)

	// What was typed elsewhere is there still, also after the page was left.
	await page.getByRole('button', { name: 'Back' }).click()
	await page.reload()
	await next(page).click()
	await page.getByRole('tab', { name: 'Paste text' }).click()
	await expect(page.getByLabel('Text', { exact: true })).toHaveValue('We will bake bread.')
	await page.getByRole('tab', { name: 'Web address' }).click()
	await expect(address).toHaveValue('https://plan.example/')
})

test('a file is chosen or dropped, and read', async ({ page, send }) => {
	const candidate = await makeCandidate(send)
	await page.goto(`/admin/extract-policies/${candidate.id}?step=source`)
	await page.getByRole('tab', { name: 'Upload file' }).click()
	const transfer = await page.evaluateHandle((text) => {
		const data = new DataTransfer()
		data.items.add(new File([text], 'plan.txt'))
		return data
	}, PROGRAMME)
	const zone = page.getByText('or drop it here').locator('../..')
	await zone.dispatchEvent('dragover', { dataTransfer: transfer })
	await zone.dispatchEvent('drop', { dataTransfer: transfer })
	await expect(page.getByText(/^plan\.txt \(\d+ KB\)$/)).toBeVisible()
	await extract(page)
	await expect(page.getByText('5 policies found')).toBeVisible()
})

const LINES = PROGRAMME.split('\n').filter((line) => line.startsWith('We '))

for (const [name, bytes] of [
	[
		'plan.pdf',
		pdfOf([{ bytes: drawn(LINES.map((text, at) => ({ x: 50, y: 780 - 40 * at, text }))) }]),
	],
	['plan.docx', docxOf(LINES.map((text) => paragraph(run(text))).join(''))],
] as const) {
	test(`the policies of ${name} are reviewed beside its text, and one that cannot be read is told`, async ({
		page,
		send,
	}) => {
		const candidate = await makeCandidate(send)
		await page.setViewportSize({ width: 1280, height: 800 })
		await page.goto(`/admin/extract-policies/${candidate.id}?step=source`)
		await page.getByRole('tab', { name: 'Upload file' }).click()
		const file = page.locator('input[type=file]')
		const mimeType = 'application/octet-stream'
		await file.setInputFiles({ name, mimeType, buffer: Buffer.from(bytes.slice(0, 200)) })
		await extract(page)
		await expect(page.getByText(/^Scientific extraction failed: /)).toBeVisible()
		await page.getByRole('button', { name: 'Back' }).click()
		await file.setInputFiles({ name, mimeType, buffer: Buffer.from(bytes) })
		await extract(page)
		await page.getByRole('button', { name: 'Review Policies' }).click()
		await expect(rows(page)).toHaveCount(5)
		await expect(marked(page)).toContainText('hire 2,000 new teachers by 2030')
	})
}

test('an extraction tells its stages as they happen, and is cancelled', async ({
	page,
	send,
	complaints,
}) => {
	const candidate = await makeCandidate(send)
	await page.route('**/api/admin/policies/extractions/*', async (route) => {
		if (route.request().method() !== 'GET') return route.continue()
		const reply = await route.fetch()
		const running = { status: 'RUNNING', stage: 'classify', done: 2, total: 6, result: null }
		await route.fulfill({ json: { ...(await reply.json()), ...running } })
	})
	await page.route('**/api/admin/policies/extract/enhanced', async (route) => {
		const reply = await route.fetch()
		const json = { ...(await reply.json()), status: 'RUNNING', stage: 'fetch', result: null }
		await route.fulfill({ status: 201, json })
	})
	await openSource(page, candidate)
	await extract(page)
	await expect(page.getByText('Sort them into categories…')).toBeVisible()
	await expect(page.locator('[aria-current=step]').filter({ hasText: '2 of 6' })).toBeVisible()
	await expectSound(page)
	const cancelling = /\/api\/admin\/policies\/extractions\/[^/]+$/
	await page.route(cancelling, (route) =>
		route.request().method() === 'DELETE'
			? route.fulfill({ status: 500, json: { message: 'The server is out of order.' } })
			: route.fallback(),
	)
	await page.getByRole('button', { name: 'Cancel' }).click()
	await expect(page.getByText(/^The extraction could not be cancelled\./)).toBeVisible()
	await expect(page.getByText('Sort them into categories…')).toBeVisible()
	forgetRefusals(complaints, 500)
	await page.unroute(cancelling)
	await page.getByRole('button', { name: 'Cancel' }).click()
	await expect(page.getByText('The extraction was cancelled.')).toBeVisible()
	await page.unrouteAll()
	await expect
		.poll(() => send('GET', `/admin/policies/extractions/candidate/${candidate.id}`))
		.toEqual([])
	await page.getByRole('button', { name: 'Try Again' }).click()
	await expect(page.getByText('5 policies found')).toBeVisible()
})

test('a connection that is lost meanwhile is told, and the extraction goes on when it is back', async ({
	page,
	context,
	send,
	complaints,
}) => {
	const candidate = await makeCandidate(send)
	await openSource(page, candidate)
	await page.waitForLoadState('networkidle')
	await context.setOffline(true)
	await extract(page)
	await expect(page.getByText(/The connection is lost\. The extraction goes on/)).toBeVisible()
	await context.setOffline(false)
	await expect(page.getByText('5 policies found')).toBeVisible()
	forgetNetworkErrors(complaints)
	forgetRefusals(complaints, 404)
})

test('what goes wrong is told in the words of the specification, with the ways on', async ({
	page,
	send,
	complaints,
}) => {
	const candidate = await makeCandidate(send)
	const begin = '**/api/admin/policies/extract/enhanced'
	await page.route(begin, (route) =>
		route.fulfill({ status: 500, json: { message: 'The server is out of order.' } }),
	)
	await openSource(page, candidate)
	await extract(page)
	await expect(
		page.getByText('Scientific extraction failed: The server is out of order.'),
	).toBeVisible()
	await expectSound(page)
	await page.unroute(begin)
	await page.getByRole('button', { name: 'Try Again' }).click()
	await expect(page.getByText('5 policies found')).toBeVisible()

	// Nothing is promised in it.
	const idle = 'The weather was mild and the river stood low in its bed for many weeks. '.repeat(6)
	await page.getByRole('button', { name: 'Back' }).click()
	await page.getByLabel('Text', { exact: true }).fill(idle)
	await extract(page)
	await expect(
		page.getByText(
			'Scientific extraction completed with warnings: No policy was found in this source',
		),
	).toBeVisible()
	await page.setViewportSize({ width: 1280, height: 800 })
	await page.getByRole('button', { name: 'Skip to Manual Entry' }).click()
	await expectOpened(page, 1, 1)
	await expect(page.getByLabel('Category')).toHaveValue('GOVERNANCE')
	await expect(page.getByText('Too short', { exact: true })).toBeVisible()
	await expect(page.getByText('1 policy is too short or too long.')).toBeVisible()
	await statement(page).fill('The state should publish all of its contracts')
	await page.getByRole('button', { name: 'Save 1 policy…' }).click()
	await dialog(page).getByRole('button', { name: 'Save policies' }).click()
	await expect(page.getByText('1 policy saved', { exact: true })).toBeVisible()
	expect(await policiesOf(send, candidate.id)).toMatchObject([
		{ category: 'GOVERNANCE', clarityScore: 5, biasScore: 0, effectivenessScore: 7, quote: null },
	])
	forgetRefusals(complaints, 500)
})

test('what is written by hand in place of proposals leaves them to be reviewed', async ({
	page,
	send,
}) => {
	const candidate = await makeCandidate(send)
	await page.setViewportSize({ width: 1280, height: 800 })
	await page.route(/\/policies\/(?:extract\/enhanced|extractions\/[^/]+)$/, async (route) => {
		const reply = await route.fetch()
		const json = await reply.json()
		if (json.result) json.result.warnings = ['One page was left out.']
		await route.fulfill({ response: reply, json })
	})
	await openSource(page, candidate)
	await extract(page)
	await expect(page.getByText(/completed with warnings: One page was left out/)).toBeVisible()
	await page.getByRole('button', { name: 'Skip to Manual Entry' }).click()
	await expectOpened(page, 1, 1)
	await page.goBack()
	await page.getByRole('button', { name: 'Review Policies' }).click()
	await expectOpened(page, 1, 5)
	await expect(marked(page)).toContainText('hire 2,000 new teachers by 2030')
	await page.goBack()
	await page.getByRole('button', { name: 'Skip to Manual Entry' }).click()
	await statement(page).fill('The state should publish all of its contracts')
	await page.getByRole('button', { name: 'Save 1 policy…' }).click()
	await dialog(page).getByRole('button', { name: 'Save policies' }).click()
	await expect(page.getByText('1 policy saved', { exact: true })).toBeVisible()

	await page.unrouteAll({ behavior: 'wait' })
	await page.goto(`/admin/extract-policies/${candidate.id}`)
	await page.getByRole('button', { name: /^Continue: / }).click()
	await expectOpened(page, 1, 5)
})

test('the third step begins by itself, and says where its source is missing', async ({
	page,
	send,
}) => {
	const candidate = await makeCandidate(send)
	await page.goto(`/admin/extract-policies/${candidate.id}?step=extract`)
	await expect(page.getByText('Missing required data for extraction')).toBeVisible()
	await expectSound(page)
	await page.getByRole('button', { name: 'Try Again' }).click()
	await expect(page.getByRole('heading', { name: 'Input Source' })).toBeVisible()
	await page.getByRole('tab', { name: 'Paste text' }).click()
	await page.getByLabel('Text', { exact: true }).fill(PROGRAMME)
	await page.goto(`/admin/extract-policies/${candidate.id}?step=extract`)
	await expect(page.getByText('5 policies found')).toBeVisible()
	const open = await send<unknown[]>('GET', `/admin/policies/extractions/candidate/${candidate.id}`)
	expect(open).toHaveLength(1)
})

test('a server that knows the specified calls alone is enough', async ({
	page,
	send,
	complaints,
}) => {
	const candidate = await makeCandidate(send)
	await page.setViewportSize({ width: 1280, height: 800 })
	for (const lacking of ['extract/enhanced', 'extractions/**']) {
		await page.route(`**/api/admin/policies/${lacking}`, (route) =>
			route.fulfill({ status: 404, json: { message: 'Not found' } }),
		)
	}
	const policies = [
		{ text: 'Raise the minimum wage to fifteen dollars', category: 'ECONOMY' },
		{ text: 'Build more homes', category: 'UNHEARD_OF' },
	]
	await page.route('**/api/admin/policies/simplified/extract', (route) => {
		expect(route.request().postDataJSON()).toEqual({
			source: PROGRAMME.trim(),
			url: false,
			candidateId: candidate.id,
		})
		return route.fulfill({ json: { status: 'PARTIAL', policies, warnings: ['One was cut.'] } })
	})
	await openSource(page, candidate, PROGRAMME.trim())
	await extract(page)
	await expect(
		page.getByText('Scientific extraction completed with warnings: One was cut.'),
	).toBeVisible()
	await page.getByRole('button', { name: 'Review Policies' }).click()
	await expectOpened(page, 1, 2)
	await page.reload()
	await expectOpened(page, 1, 2)
	await page.getByRole('button', { name: 'Show them' }).click()
	await expect(statement(page)).toHaveValue('Build more homes')
	await expect(statement(page)).toBeFocused()
	forgetRefusals(complaints, 404)
})

test('a closed tab finds its extraction again, and one that nobody wants is discarded', async ({
	page,
	send,
}) => {
	const { candidate, extraction } = await extractElsewhere(send)
	await page.goto(`/admin/extract-policies/${candidate.id}`)
	await expect(page.getByText('Extractions that are not saved yet')).toBeVisible()
	await expect(page.getByText(/^5 policies to review · /)).toBeVisible()
	await expectSound(page)
	await page.getByRole('button', { name: /^Continue: / }).click()
	await expect(page).toHaveURL(new RegExp(`step=review&extraction=${extraction.id}`))
	await expect(rows(page)).toHaveCount(5)
	await page.getByRole('button', { name: 'Select Candidate' }).click()
	await page.getByRole('button', { name: /^Discard: / }).click()
	await dialog(page).getByRole('button', { name: 'Discard' }).click()
	await expect(page.getByText('Extractions that are not saved yet')).toHaveCount(0)
	expect(await send('GET', `/admin/policies/extractions/candidate/${candidate.id}`)).toEqual([])
})

test('a failed saving is told, loses nothing, and a lost reply saves nothing twice', async ({
	page,
	admin,
	send,
	complaints,
}) => {
	const candidate = await makeCandidate(send)
	await openReview(page, candidate)
	await statement(page).fill('The state should hire two thousand teachers')
	const saving = '**/api/admin/policies/simplified/extract-and-save'
	const save = async (): Promise<void> => {
		await dialog(page).getByRole('button', { name: 'Save policies' }).click()
	}
	await page.getByRole('button', { name: 'Save 5 policies…' }).click()
	await page.route(saving, (route) =>
		route.fulfill({ json: { status: 'FAILED', errors: ['The third one is odd.'] } }),
	)
	await save()
	await expect(dialog(page).getByText('Save failed: The third one is odd.')).toBeVisible()
	await page.unroute(saving)
	await page.route(saving, (route) => route.fulfill({ status: 401, json: {} }))
	await save()
	await expect(
		page
			.getByText('Session expired. Please refresh the page and log in again to save your policies.')
			.first(),
	).toBeVisible()
	await expect(page).toHaveURL(/\/login/)
	await page.unroute(saving)
	await sendSignIn(page, admin)
	await expect(statement(page)).toHaveValue('The state should hire two thousand teachers')

	await page.getByRole('button', { name: 'Save 5 policies…' }).click()
	await page.route(saving, async (route) => {
		await route.fetch()
		await route.abort()
	})
	await save()
	await expect(dialog(page).getByText(/^Save failed: Network error\..*is kept\.$/)).toBeVisible()
	await page.unroute(saving)
	await save()
	await expect(page.getByText('5 policies saved', { exact: true })).toBeVisible()
	expect(await policiesOf(send, candidate.id)).toHaveLength(5)
	forgetNetworkErrors(complaints)
})

test('the wizard is come to from the menu, the dashboard and a candidate, and says where there is none', async ({
	page,
	send,
	context,
}) => {
	const candidate = await makeCandidate(send, { name: newName('Imported') })
	await page.setViewportSize({ width: 1280, height: 800 })
	// Others of the list have logos that lead nowhere.
	await page.goto(`/admin/candidates?search=${encodeURIComponent(candidate.name)}`)
	await page.getByRole('link', { name: `Import policies: ${candidate.name}` }).click()
	await expect(page).toHaveURL(new RegExp(`/admin/extract-policies/${candidate.id}$`))
	await expect(page.getByRole('heading', { name: candidate.name })).toBeVisible()
	await page.goto('/admin')
	await expect(page.getByRole('link', { name: 'Extract Policies' })).toHaveCount(2)
	await page.route(/\/api\/admin\/candidates(?:\?|$)/, (route) =>
		route.fulfill({ json: { rows: [], next: null, total: 0 } }),
	)
	await page.getByRole('link', { name: 'Extract Policies' }).first().click()
	await expect(page.getByRole('heading', { name: 'No Candidates Found' })).toBeVisible()
	await expectSound(page)
	const opening = context.waitForEvent('page')
	await page.getByRole('button', { name: 'Add Candidates' }).click()
	const opened = await opening
	await expect(opened).toHaveURL(/\/admin\/candidates/)
})
