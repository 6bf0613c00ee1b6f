import { expectOpened, extract, extractElsewhere, openSource } from './admin-extraction-page.ts'
import {
	dialog,
	expectSound,
	expectSoundOnPhone,
	forgetRefusals,
	makeCandidate,
	test,
} from './admin-page.ts'
import { expect } from './fixtures.ts'

test('passes axe in every step and failure of an extraction', async ({
	page,
	send,
	complaints,
}) => {
	const candidate = await makeCandidate(send, { party: 'Analytical' })
	await page.goto(`/admin/extract-policies/${candidate.id}`)
	await expect(page.getByRole('heading', { name: candidate.name })).toBeVisible()
	await expectSound(page)
	await openSource(page, candidate)
	await extract(page)
	await expect(page.getByText('5 policies found')).toBeVisible()
	await expectSound(page)
	await page.setViewportSize({ width: 1280, height: 800 })
	await page.getByRole('button', { name: 'Review Policies' }).click()
	await expectOpened(page, 1, 5)
	await expectSound(page)
	await page.setViewportSize({ width: 1280, height: 800 })
	await page.getByRole('button', { name: 'Save 5 policies…' }).click()
	await expect(
		dialog(page).getByText(`They will be saved as policies of ${candidate.name}.`),
	).toBeVisible()
	await expectSound(page)
	await dialog(page).getByRole('button', { name: 'Save policies' }).click()
	await page.getByRole('link', { name: 'Edit the policies' }).focus()
	await expect(page.getByText('Staying on this page.').first()).toBeVisible()
	await expectSound(page)

	// From here on, only the messages differ.
	const { candidate: other } = await extractElsewhere(send)
	await page.goto(`/admin/extract-policies/${other.id}`)
	await expect(page.getByText('Unsaved extractions')).toBeVisible()
	await expectSoundOnPhone(page)
	await page.goto(`/admin/extract-policies/${other.id}?step=extract`)
	await expect(page.getByText('Missing required data for extraction')).toBeVisible()
	await expectSoundOnPhone(page)
	await openSource(page, other, 'We will bake bread.')
	await extract(page)
	await expect(page.getByText('Please provide more content (at least 50 words)')).toBeVisible()
	await expectSoundOnPhone(page)
	await page.getByRole('tab', { name: 'Upload file' }).click()
	const buffer = Buffer.from('text')
	const file = { name: 'a.exe', mimeType: 'text/plain', buffer }
	await page.locator('input[type=file]').setInputFiles(file)
	await expect(
		page.getByText('Please choose a .txt, .html, .xhtml, .pdf, .docx, .docm, or .dotx file.'),
	).toBeVisible()
	await expectSoundOnPhone(page)

	const begin = '**/api/admin/policies/extract/enhanced'
	await page.route(begin, (route) =>
		route.fulfill({ status: 500, json: { message: 'The server is out of order.' } }),
	)
	await openSource(page, other)
	await extract(page)
	await expect(
		page.getByText('Scientific extraction failed: The server is out of order.'),
	).toBeVisible()
	await expectSoundOnPhone(page)
	await page.unroute(begin)
	await page.route(/\/policies\/(?:extract\/enhanced|extractions\/[^/]+)$/, async (route) => {
		const reply = await route.fetch()
		const running = { status: 'RUNNING', stage: 'classify', done: 2, total: 6, result: null }
		await route.fulfill({ response: reply, json: { ...(await reply.json()), ...running } })
	})
	await page.getByRole('button', { name: 'Try Again' }).click()
	await expect(page.getByText('Sort them into categories…')).toBeVisible()
	await expectSoundOnPhone(page)
	await page.unrouteAll({ behavior: 'ignoreErrors' })

	await page.goto(
		`/admin/extract-policies/${other.id}?step=review&extraction=00000000-0000-4000-8000-000000000000`,
	)
	await expect(
		page.getByRole('heading', { name: 'This extraction no longer exists' }),
	).toBeVisible()
	await expectSoundOnPhone(page)
	await page.route(/\/api\/admin\/candidates(?:\?|$)/, (route) =>
		route.fulfill({ json: { rows: [], next: null, total: 0 } }),
	)
	await page.goto('/admin/extract-policies')
	await expect(page.getByRole('heading', { name: 'No Candidates Found' })).toBeVisible()
	await expectSoundOnPhone(page)
	forgetRefusals(complaints, 404, 500)
})
