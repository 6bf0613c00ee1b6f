import { expect, vi } from 'vitest'
import type { Extraction } from '#contract/admin/extraction.ts'
import type { ManagedPolicy } from '#contract/admin/policies.ts'
import { makeCandidate, newName } from '../support/administrator.ts'
import { docxOf, paragraph, run } from '../support/docx.ts'
import {
	expectOpened,
	extract,
	extractElsewhere,
	holdSeconds,
	marked,
	openReview,
	openSource,
	rows,
	statement,
} from '../support/extraction-screens.ts'
import { PARTY_PROGRAM } from '../support/party-program.ts'
import { drawn, pdfOf } from '../support/pdf.ts'
import { adminTest, dialog, type Page, sendSignIn } from '../support/screens.ts'

const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true })
const policiesOf = (send: <Reply>(method: string, path: string) => Promise<Reply>, id: string) =>
	send<ManagedPolicy[]>('GET', `/admin/policies/candidate/${id}`)

adminTest('saves policies with quotes from pasted text in five steps', async ({ page, send }) => {
	await page.setViewportSize({ width: 1280, height: 800 })
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
	// The focused field is gone with its step: the focus moves here.
	await expect(page.getByRole('heading', { name: 'Select Candidate' })).toBeFocused()
	await next(page).click()

	await expect(page.getByRole('heading', { name: 'Input Source' })).toBeFocused()
	await page.getByRole('tab', { name: 'Paste text' }).click()
	await page.getByLabel('Text', { exact: true }).fill(PARTY_PROGRAM)
	await extract(page)

	await expect(page.getByText('5 policies found')).toBeVisible()
	await expect(page.getByText(/^Confidence \d+ %$/)).toBeVisible()
	await expect(page.getByText(/rules of thumb about words/)).toBeVisible()
	await page.getByRole('button', { name: 'Review Policies' }).click()

	await expectOpened(page, 1, 5)
	await expect(marked(page)).toContainText('hire 2,000 new teachers by 2030')
	await page.getByText('Bulk status').click()
	await page.getByRole('combobox', { name: 'New status' }).selectOption('Validated')
	await page.getByRole('button', { name: 'Set all 5 shown' }).click()
	await expect(page.getByText('5 of 5 decided')).toBeVisible()
	await page.getByRole('slider', { name: 'Importance' }).fill('1.4')
	await page.getByLabel('Priority').selectOption({ label: '5 – Top' })
	await page.getByLabel('Keywords').fill(' teachers, , schools ')
	holdSeconds()
	await page.getByRole('button', { name: 'Save 5 policies…' }).click()
	await expect(
		dialog(page).getByText(`They will be saved as policies of ${candidate.name}.`),
	).toBeVisible()
	await expect(dialog(page).getByText('5 validated')).toBeVisible()
	expect(await policiesOf(send, candidate.id)).toEqual([])
	await dialog(page).getByRole('button', { name: 'Save policies' }).click()

	await expect(page.getByText('5 policies saved', { exact: true })).toBeVisible()
	const saved = await policiesOf(send, candidate.id)
	expect(saved).toHaveLength(5)
	expect(saved.every(({ quote }) => quote !== null && PARTY_PROGRAM.includes(quote))).toBe(true)
	expect(saved.find(({ quote }) => quote?.includes('teachers'))).toMatchObject({
		validationStatus: 'VALIDATED',
		category: 'EDUCATION',
		importance: 1.4,
		priority: 5,
		keywords: ['teachers', 'schools'],
	})
	await page.getByRole('button', { name: 'Go to the dashboard' }).click()
	await expect(page).toHaveURL(/\/admin$/)
})

const saveFive = async (page: Page): Promise<() => Promise<void>> => {
	await page.getByRole('button', { name: 'Save 5 policies…' }).click()
	const passSecond = holdSeconds()
	await dialog(page).getByRole('button', { name: 'Save policies' }).click()
	await expect(
		page.getByText('Going to the dashboard in 5 seconds.', { exact: true }),
	).toBeVisible()
	return passSecond
}

adminTest(
	'stops the redirect when the user interacts with the last step',
	async ({ page, send }) => {
		const candidate = await makeCandidate(send)
		await openReview(page, candidate)
		const passSecond = await saveFive(page)
		await page.getByRole('link', { name: 'Edit the policies' }).focus()
		await expect(page.getByText('Staying on this page.').first()).toBeVisible()
		for (let second = 0; second < 20; second++) await passSecond()
		await expect(page).toHaveURL(/step=complete/)
		// Saved policies cannot be reviewed and saved again.
		await expect(page.getByRole('button', { name: /^Review/ })).toHaveCount(0)
		await page.getByRole('button', { name: 'Extract more' }).click()
		await expect(page.getByRole('heading', { name: 'Input Source' })).toBeVisible()
		await expect(page.getByLabel('Address of the page')).toHaveValue('')
		await page.goto(`/admin/extract-policies/${candidate.id}`)
		await expect(page.getByRole('heading', { name: candidate.name })).toBeVisible()
		await expect(page.getByText('Unsaved extractions')).toHaveCount(0)
	},
)

adminTest('redirects to the dashboard after five seconds', async ({ page, send }) => {
	await openReview(page, await makeCandidate(send))
	const passSecond = await saveFive(page)
	for (const left of ['4 seconds', '3 seconds', '2 seconds', '1 second']) {
		await passSecond()
		await expect(
			page.getByText(`Going to the dashboard in ${left}.`, { exact: true }),
		).toBeVisible()
	}
	await expect(page).toHaveURL(/step=complete/)
	await passSecond()
	await expect(page).toHaveURL(/\/admin$/)
})

adminTest('opens the dashboard immediately on request', async ({ page, send }) => {
	await openReview(page, await makeCandidate(send))
	await saveFive(page)
	await page.getByRole('button', { name: 'Go to the dashboard' }).click()
	await expect(page).toHaveURL(/\/admin$/)
})

adminTest('closes the review if somebody else saved the extraction', async ({ page, send }) => {
	await page.setViewportSize({ width: 1280, height: 800 })
	const { candidate, extraction } = await extractElsewhere(send)
	const read = () => send<Extraction>('GET', `/admin/policies/extractions/${extraction.id}`)
	await expect.poll(async () => (await read()).result).not.toBeNull()
	await page.goto(`/admin/extract-policies/${candidate.id}?step=review&extraction=${extraction.id}`)
	await statement(page).fill('The state should hire two thousand teachers')
	const { result } = await read()
	const editedPolicies = result?.policies.map(({ id, text, category }) => ({
		...{ id, text, category },
	}))
	await send('POST', '/admin/policies/simplified/extract-and-save', {
		extractionRequest: { candidateId: candidate.id, extractionId: extraction.id },
		editedPolicies,
	})
	await page.reload()
	await expect(
		page.getByRole('heading', { name: 'This extraction no longer exists' }),
	).toBeVisible()
	await expect(rows(page)).toHaveCount(0)
	await page.getByRole('button', { name: 'Start again' }).click()
	await expect(page.getByRole('heading', { name: 'Input Source' })).toBeVisible()
})

adminTest('validates the address, text, or file of a source', async ({ page, send }) => {
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

	await page.getByRole('tab', { name: 'Upload file' }).click()
	await extract(page)
	await expect(page.getByText('Please choose a file')).toBeVisible()
	const file = page.locator('input[type=file]')
	const mimeType = 'text/plain'
	await file.setInputFiles({ name: 'a.exe', mimeType, buffer: Buffer.from('text') })
	await expect(
		page.getByText('Please choose a .txt, .html, .xhtml, .pdf, .docx, .docm, or .dotx file.'),
	).toBeVisible()
	const buffer = Buffer.alloc(5 * 1024 * 1024 + 1)
	await file.setInputFiles({ name: 'large.txt', mimeType, buffer })
	await expect(page.getByText('This file is too large. It can have at most 5.0 MB.')).toBeVisible()

	// Other inputs are kept, also after leaving the page.
	await page.getByRole('button', { name: 'Back' }).click()
	await page.reload()
	await next(page).click()
	await page.getByRole('tab', { name: 'Paste text' }).click()
	await expect(page.getByLabel('Text', { exact: true })).toHaveValue('We will bake bread.')
	await page.getByRole('tab', { name: 'Web address' }).click()
	await expect(address).toHaveValue('https://plan.example/')
})

adminTest('reads a dropped file', async ({ page, send }) => {
	const candidate = await makeCandidate(send)
	await page.goto(`/admin/extract-policies/${candidate.id}?step=source`)
	await page.getByRole('tab', { name: 'Upload file' }).click()
	const zone = page.getByText('or drop it here').locator('..').locator('..')
	await zone.evaluate((element) => {
		const dataTransfer = { files: [new File([PARTY_PROGRAM], 'plan.txt')] }
		for (const name of ['dragover', 'drop']) {
			const event = new Event(name, { bubbles: true, cancelable: true })
			element.dispatchEvent(Object.assign(event, { dataTransfer }))
		}
	})
	await expect(page.getByText(/^plan\.txt \(\d+ KB\)$/)).toBeVisible()
	await extract(page)
	await expect(page.getByText('5 policies found')).toBeVisible()
})

const LINES = PARTY_PROGRAM.split('\n').filter((line) => line.startsWith('We '))

for (const [name, bytes] of [
	[
		'plan.pdf',
		pdfOf([{ bytes: drawn(LINES.map((text, at) => ({ x: 50, y: 780 - 40 * at, text }))) }]),
	],
	['plan.docx', docxOf(LINES.map((text) => paragraph(run(text))).join(''))],
] as const) {
	adminTest(
		`extracts policies from ${name} and reports unreadable files`,
		async ({ page, send }) => {
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
		},
	)
}

adminTest('shows the words that were left out by reason', async ({ page, send }) => {
	const candidate = await makeCandidate(send)
	await page.setViewportSize({ width: 1280, height: 800 })
	await page.goto(`/admin/extract-policies/${candidate.id}?step=source`)
	await page.getByRole('tab', { name: 'Upload file' }).click()
	const lines = LINES.map((text) => `<p>${text}</p>`)
	const html = `<nav>Home News Contact</nav>${lines.join('')}<noscript>Please run scripts</noscript>`
	const file = { name: 'plan.html', mimeType: 'text/html', buffer: Buffer.from(html) }
	await page.locator('input[type=file]').setInputFiles(file)
	await extract(page)
	await page.getByRole('button', { name: 'Review Policies' }).click()
	await page.getByText('6 words were left out: show').click()
	await expect(page.getByText('Readers of the source do not see it (3)')).toBeVisible()
	await expect(page.getByText('Please run scripts')).toBeVisible()
	await expect(page.getByText('Menus, forms, footers, and tables of contents (3)')).toBeVisible()
	// The other one is in the source pane.
	await expect(page.getByText('Home News Contact')).toHaveCount(2)
})

adminTest('shows extraction progress and cancels it', async ({ page, send }) => {
	const candidate = await makeCandidate(send)
	let broken = true
	page.route('**/api/admin/policies/extractions/*', async (route) => {
		if (route.request.method !== 'GET') {
			if (!broken) return route.continue()
			return route.fulfill({ status: 500, json: { message: 'The server is out of order.' } })
		}
		const reply = await route.fetch()
		const running = { status: 'RUNNING', stage: 'classify', done: 2, total: 6, result: null }
		route.fulfill({ json: { ...(await reply.json()), ...running } })
	})
	page.route('**/api/admin/policies/extract/enhanced', async (route) => {
		const reply = await route.fetch()
		const json = { ...(await reply.json()), status: 'RUNNING', stage: 'fetch', result: null }
		route.fulfill({ status: 201, json })
	})
	await openSource(page, candidate)
	await extract(page)
	await expect(page.getByText('Sort them into categories…')).toBeVisible()
	await expect(page.locator('[aria-current=step]').filter({ hasText: '2 of 6' })).toBeVisible()
	await page.getByRole('button', { name: 'Cancel' }).click()
	await expect(page.getByText(/^The extraction could not be cancelled\./)).toBeVisible()
	await expect(page.getByText('Sort them into categories…')).toBeVisible()
	broken = false
	await page.getByRole('button', { name: 'Cancel' }).click()
	await expect(page.getByText('The extraction was cancelled.')).toBeVisible()
	page.unroute()
	await expect
		.poll(() => send('GET', `/admin/policies/extractions/candidate/${candidate.id}`))
		.toEqual([])
	await page.getByRole('button', { name: 'Try Again' }).click()
	await expect(page.getByText('5 policies found')).toBeVisible()
})

adminTest('shows a lost connection and resumes the extraction', async ({ page, network, send }) => {
	const candidate = await makeCandidate(send)
	await openSource(page, candidate)
	network.setOffline(true)
	await extract(page)
	await expect(page.getByText(/Connection lost\. The extraction continues/)).toBeVisible()
	network.setOffline(false)
	await expect(page.getByText('5 policies found')).toBeVisible()
})

adminTest('shows failures and warnings and offers manual entry', async ({ page, send }) => {
	await page.setViewportSize({ width: 1280, height: 800 })
	const candidate = await makeCandidate(send)
	const begin = '**/api/admin/policies/extract/enhanced'
	page.route(begin, (route) =>
		route.fulfill({ status: 500, json: { message: 'The server is out of order.' } }),
	)
	await openSource(page, candidate)
	await extract(page)
	await expect(
		page.getByText('Scientific extraction failed: The server is out of order.'),
	).toBeVisible()
	page.unroute(begin)
	await page.getByRole('button', { name: 'Try Again' }).click()
	await expect(page.getByText('5 policies found')).toBeVisible()

	// The text contains no promises.
	const idle = 'The weather was mild and the river stood low in its bed for many weeks. '.repeat(6)
	await page.getByRole('button', { name: 'Back' }).click()
	await page.getByLabel('Text', { exact: true }).fill(idle)
	await extract(page)
	await expect(
		page.getByText(
			'Scientific extraction completed with warnings: No policy was found in this source',
		),
	).toBeVisible()
	await page.getByRole('button', { name: 'Skip to Manual Entry' }).click()
	await expectOpened(page, 1, 1)
	await expect(page.getByLabel('Category', { exact: true })).toHaveValue('GOVERNANCE')
	await expect(page.getByText('Too short', { exact: true })).toBeVisible()
	await expect(page.getByText('1 policy is too short or too long.')).toBeVisible()
	await statement(page).fill('The state should publish all of its contracts')
	holdSeconds()
	await page.getByRole('button', { name: 'Save 1 policy…' }).click()
	await dialog(page).getByRole('button', { name: 'Save policies' }).click()
	await expect(page.getByText('1 policy saved', { exact: true })).toBeVisible()
	expect(await policiesOf(send, candidate.id)).toMatchObject([
		{ category: 'GOVERNANCE', clarityScore: 5, biasScore: 0, effectivenessScore: 7, quote: null },
	])
})

adminTest('keeps proposals for review after manual entry', async ({ page, send }) => {
	await page.setViewportSize({ width: 1280, height: 800 })
	const candidate = await makeCandidate(send)
	page.route(/\/policies\/(?:extract\/enhanced|extractions\/[^/]+)$/, async (route) => {
		const reply = await route.fetch()
		const json = await reply.json()
		if (json.result) json.result.warnings = ['One page was left out.']
		route.fulfill({ status: reply.status, json })
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
	holdSeconds()
	await page.getByRole('button', { name: 'Save 1 policy…' }).click()
	await dialog(page).getByRole('button', { name: 'Save policies' }).click()
	await expect(page.getByText('1 policy saved', { exact: true })).toBeVisible()

	page.unroute()
	await page.goto(`/admin/extract-policies/${candidate.id}`)
	await page.getByRole('button', { name: /^Continue: / }).click()
	await expectOpened(page, 1, 5)
})

adminTest(
	'starts the extraction automatically and reports a missing source',
	async ({ page, send }) => {
		const candidate = await makeCandidate(send)
		await page.goto(`/admin/extract-policies/${candidate.id}?step=extract`)
		await expect(page.getByText('Missing required data for extraction')).toBeVisible()
		await page.getByRole('button', { name: 'Try Again' }).click()
		await expect(page.getByRole('heading', { name: 'Input Source' })).toBeVisible()
		await page.getByRole('tab', { name: 'Paste text' }).click()
		await page.getByLabel('Text', { exact: true }).fill(PARTY_PROGRAM)
		await page.goto(`/admin/extract-policies/${candidate.id}?step=extract`)
		await expect(page.getByText('5 policies found')).toBeVisible()
		const open = await send<unknown[]>(
			'GET',
			`/admin/policies/extractions/candidate/${candidate.id}`,
		)
		expect(open).toHaveLength(1)
	},
)

adminTest('works on servers with only the specified calls', async ({ page, send }) => {
	await page.setViewportSize({ width: 1280, height: 800 })
	const candidate = await makeCandidate(send)
	page.lackCapabilities()
	const policies = [
		{ text: 'Raise the minimum wage to fifteen dollars', category: 'ECONOMY' },
		{ text: 'Build more homes', category: 'UNHEARD_OF' },
	]
	page.route('**/api/admin/policies/simplified/extract', async (route) => {
		expect(await route.request.clone().json()).toEqual({
			source: PARTY_PROGRAM.trim(),
			url: false,
			candidateId: candidate.id,
		})
		return route.fulfill({ json: { status: 'PARTIAL', policies, warnings: ['One was cut.'] } })
	})
	await openSource(page, candidate, PARTY_PROGRAM.trim())
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
})

adminTest('resumes an extraction after closing the tab or discards it', async ({ page, send }) => {
	const { candidate, extraction } = await extractElsewhere(send)
	await page.goto(`/admin/extract-policies/${candidate.id}`)
	await expect(page.getByText('Unsaved extractions')).toBeVisible()
	await expect(page.getByText(/^5 policies to review · /)).toBeVisible()
	await page.getByRole('button', { name: /^Continue: / }).click()
	await expect(page).toHaveURL(new RegExp(`step=review&extraction=${extraction.id}`))
	await expect(rows(page)).toHaveCount(5)
	await page.getByRole('button', { name: 'Select Candidate' }).click()
	await page.getByRole('button', { name: /^Discard: / }).click()
	await dialog(page).getByRole('button', { name: 'Discard' }).click()
	await expect(page.getByText('Unsaved extractions')).toHaveCount(0)
	expect(await send('GET', `/admin/policies/extractions/candidate/${candidate.id}`)).toEqual([])
})

adminTest(
	'keeps a failed review and saves once after a lost reply',
	async ({ page, admin, send }) => {
		const candidate = await makeCandidate(send)
		await openReview(page, candidate)
		await statement(page).fill('The state should hire two thousand teachers')
		const saving = '**/api/admin/policies/simplified/extract-and-save'
		holdSeconds()
		const save = async (): Promise<void> => {
			await dialog(page).getByRole('button', { name: 'Save policies' }).click()
		}
		await page.getByRole('button', { name: 'Save 5 policies…' }).click()
		page.route(saving, (route) =>
			route.fulfill({ json: { status: 'FAILED', errors: ['The third one is odd.'] } }),
		)
		await save()
		await expect(dialog(page).getByText('Save failed: The third one is odd.')).toBeVisible()
		page.unroute(saving)
		page.route(saving, (route) => route.fulfill({ status: 401, json: {} }))
		await save()
		await expect(
			page
				.getByText(
					'Session expired. Please refresh the page and log in again to save your policies.',
				)
				.first(),
		).toBeVisible()
		await expect(page).toHaveURL(/\/login/)
		page.unroute(saving)
		await sendSignIn(page, admin)
		await expect(statement(page)).toHaveValue('The state should hire two thousand teachers')

		await page.getByRole('button', { name: 'Save 5 policies…' }).click()
		page.route(saving, async (route) => {
			await route.fetch()
			route.abort()
		})
		await save()
		await expect(dialog(page).getByText(/^Save failed: Network error\..*is kept\.$/)).toBeVisible()
		page.unroute(saving)
		await save()
		await expect(page.getByText('5 policies saved', { exact: true })).toBeVisible()
		expect(await policiesOf(send, candidate.id)).toHaveLength(5)
	},
)

adminTest(
	'opens the wizard from all links and reports missing candidates',
	async ({ page, send }) => {
		await page.setViewportSize({ width: 1280, height: 800 })
		const candidate = await makeCandidate(send, { name: newName('Imported') })
		// Filter the list: other candidates have broken logo URLs.
		await page.goto(`/admin/candidates?search=${encodeURIComponent(candidate.name)}`)
		await page.getByRole('link', { name: `Import policies: ${candidate.name}` }).click()
		await expect(page).toHaveURL(new RegExp(`/admin/extract-policies/${candidate.id}$`))
		await expect(page.getByRole('heading', { name: candidate.name })).toBeVisible()
		await page.goto('/admin')
		await expect(page.getByRole('link', { name: 'Extract Policies' })).toHaveCount(2)
		page.route(/\/api\/admin\/candidates(?:\?|$)/, (route) =>
			route.fulfill({ json: { rows: [], next: null, total: 0 } }),
		)
		await page.getByRole('link', { name: 'Extract Policies' }).first().click()
		await expect(page.getByRole('heading', { name: 'No Candidates Found' })).toBeVisible()
		const opening = vi.spyOn(window, 'open').mockReturnValue(null)
		await page.getByRole('button', { name: 'Add Candidates' }).click()
		expect(opening.mock.calls).toEqual([['/admin/candidates', '_blank']])
		opening.mockRestore()
	},
)
