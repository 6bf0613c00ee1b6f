import Papa from 'papaparse'
import { expect } from 'vitest'
import { takeTest } from '../e2e/taken-tests.ts'
import type { Send } from '../support/administrator.ts'
import { withOneTest } from '../support/knowledge-test-screens.ts'
import { filesSaved } from '../support/quiz-screens.ts'
import { adminTest, type Page, type Server } from '../support/screens.ts'

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const date = (page: Page) => page.getByRole('columnheader', { name: 'Date' })

/** Submits texts as feedback on newly started tests, one after another. */
const submitAll = async (server: Server, send: Send, texts: readonly string[]): Promise<void> => {
	await withOneTest(server, send)
	for (const feedbackText of texts) {
		await takeTest(server.origin, { feedbackText, until: 'begun' })
	}
}

const numbered = (count: number): string[] =>
	Array.from({ length: count }, (_, index) => `Feedback number ${index}`)

/** Rows of a CSV file. */
const readCsv = async (file: File | undefined): Promise<string[][]> => {
	const text = Buffer.from((await file?.arrayBuffer()) ?? new ArrayBuffer(0)).toString()
	expect(text.startsWith('\uFEFF')).toBe(true)
	const { data, errors } = Papa.parse<string[]>(text.slice(1).trimEnd(), { newline: '\r\n' })
	expect(errors).toEqual([])
	return data
}

const HEAD = ['Date', 'Session ID', 'Feedback', 'Test Candidates', 'Accuracy', 'Status']

adminTest(
	'lists feedback with test results and searches the page',
	async ({ page, server, network, send }) => {
		await withOneTest(server, send)
		const begun = await takeTest(server.origin, { feedbackText: 'Left early', until: 'begun' })
		await takeTest(server.origin, { feedbackText: 'A test that teaches' })
		const long = `${'A long word on the test. '.repeat(12)}The end of it.`
		await takeTest(server.origin, { feedbackText: long })
		// Send all of the specification's parameters, because another server may have other defaults.
		await page.goto('/admin/test-feedback')
		await expect(page.getByText('Total Feedback: 3')).toBeVisible()
		const asked = network.seen.find(({ url }) => url.includes('/admin/feedback?'))
		expect(Object.fromEntries(new URL(asked?.url ?? '').searchParams)).toEqual({
			...{ page: '0', size: '10', sortBy: 'submittedAt', sortDirection: 'DESC' },
		})
		await expect(page).toHaveTitle('Test Feedback Management · Evenhand')
		await page.setViewportSize({ width: 1280, height: 800 })
		await expect(page.getByRole('columnheader')).toHaveText([
			...['Date', 'Feedback', 'Test Details', 'Accuracy'],
		])
		const completed = rows(page).filter({ hasText: 'A test that teaches' })
		await expect(completed.getByText('Theodore Roosevelt vs Woodrow Wilson')).toBeVisible()
		await expect(completed.getByText('5/10 correct')).toBeVisible()
		await expect(completed.getByText('Completed')).toBeVisible()
		await expect(completed.getByText('50.0%')).toBeVisible()
		await expect(completed.getByText(/ago|now/)).toBeVisible()
		const early = rows(page).filter({ hasText: 'Left early' })
		await expect(early.getByText('Incomplete')).toBeVisible()
		await expect(early.getByRole('cell').last()).toHaveText('-')
		await rows(page).first().getByRole('button', { name: 'Show more' }).click()
		await expect(rows(page).first()).toContainText('The end of it.')
		await rows(page).first().getByRole('button', { name: 'Show less' }).click()
		await expect(rows(page).first()).not.toContainText('The end of it.')

		network.seen.length = 0
		const search = page.getByRole('searchbox', { name: 'Search this page' })
		for (const [term, found] of [
			['TEACHES', 1],
			['wilson', 3],
			[begun.slice(0, 13), 1],
			['nobody said this', 0],
		] as const) {
			await search.fill(term)
			await expect(page.getByText(`${found} of 3 on this page match`)).toBeVisible()
		}
		await expect(
			page.getByText(
				'No feedback found. Nothing on this page matches “nobody said this”. Other pages may.',
			),
		).toBeVisible()
		expect(network.seen).toEqual([])
		await search.fill('')
		await expect(rows(page)).toHaveCount(3)
	},
)

adminTest(
	'sorts by date, changes pages, and changes the page size',
	async ({ page, server, send }) => {
		await submitAll(server, send, numbered(12))
		await page.goto('/admin/test-feedback')
		await expect(rows(page)).toHaveCount(10)
		await expect(rows(page).first()).toContainText('Feedback number 11')
		await expect(date(page)).toHaveAttribute('aria-sort', 'descending')
		await expect(button(page, 'Previous')).toHaveAttribute('aria-disabled', 'true')
		await button(page, 'Next').focus()
		await page.keyboard.press('Enter')
		await expect(page).toHaveURL('/admin/test-feedback?page=2')
		await expect(page.getByText('Page 2 of 2')).toBeVisible()
		await expect(rows(page)).toHaveCount(2)
		await expect(button(page, 'Next')).toHaveAttribute('aria-disabled', 'true')

		await date(page).getByRole('button').focus()
		await page.keyboard.press('Enter')
		await expect(page).toHaveURL('/admin/test-feedback?direction=ASC')
		await expect(date(page)).toHaveAttribute('aria-sort', 'ascending')
		await expect(rows(page).first()).toContainText('Feedback number 0')
		await page.reload()
		await expect(rows(page).first()).toContainText('Feedback number 0')
		await button(page, 'Next').click()
		await expect(page.getByText('Page 2 of 2')).toBeVisible()
		const size = page.getByRole('combobox', { name: 'Rows per page' })
		await expect(size.getByRole('option')).toHaveText(['10 per page', '25 per page', '50 per page'])
		await size.selectOption('25 per page')
		await expect(page).toHaveURL('/admin/test-feedback?size=25&direction=ASC')
		await expect(rows(page)).toHaveCount(12)
		await expect(page.getByText(/^Page/)).toHaveCount(0)
		await size.selectOption('10 per page')
		await expect(rows(page)).toHaveCount(10)
		// A page beyond the last one, as in an old link.
		await page.goto('/admin/test-feedback?page=9')
		await expect(page).toHaveURL('/admin/test-feedback?page=2')
		await expect(rows(page)).toHaveCount(2)
	},
)

adminTest(
	'exports every row of the page without formulas or commas',
	async ({ page, server, send }) => {
		const saved = filesSaved()
		await submitAll(server, send, [
			'Older than the page',
			...numbered(8),
			'=1+1',
			'Good, "really", good',
		])
		await page.goto('/admin/test-feedback')
		await page.getByRole('searchbox').fill('really')
		await expect(rows(page)).toHaveCount(1)
		await button(page, 'Export CSV').click()
		await expect.poll(() => saved.length).toBe(1)
		const [file] = saved
		expect(file?.name).toMatch(/^feedback_\d{4}-\d\d-\d\d\.csv$/)
		const [head, ...data] = await readCsv(file)
		expect(head).toEqual(HEAD)
		expect(data).toHaveLength(10)
		expect(data.map((row) => row[2]).slice(0, 3)).toEqual([
			'Good; "really"; good',
			"'=1+1",
			'Feedback number 7',
		])
		expect(data[0]?.slice(3)).toEqual(['Theodore Roosevelt vs Woodrow Wilson', '', 'Incomplete'])
	},
)

adminTest('exports all feedback in table order', async ({ page, server, send }) => {
	const saved = filesSaved()
	await submitAll(server, send, ['=1+1', ...numbered(11)])
	await page.goto('/admin/test-feedback')
	await button(page, 'Export everything').click()
	await expect(page.getByText(/^feedback_all_.*\.csv was saved\.$/)).toBeVisible()
	const [file] = saved
	expect(file?.name).toMatch(/^feedback_all_\d{4}-\d\d-\d\d\.csv$/)
	const [head, ...data] = await readCsv(file)
	expect(head).toEqual(HEAD)
	expect(data).toHaveLength(12)
	expect([data[0]?.[2], data[11]?.[2]]).toEqual(['Feedback number 10', "'=1+1"])

	await date(page).getByRole('button').click()
	await expect(rows(page).first()).toContainText('=1+1')
	await button(page, 'Export everything').click()
	await expect.poll(() => saved.length).toBe(2)
	expect((await readCsv(saved[1]))[1]?.[2]).toBe("'=1+1")
})

adminTest(
	'saves nothing if an export fails, is cancelled, or left',
	async ({ page, server, network, send }) => {
		const saved = filesSaved()
		await submitAll(server, send, numbered(3))
		const all = button(page, 'Export everything')
		const under = page.getByRole('button', { name: /^Exporting…/ })
		const cancelled = page.getByText('The export was cancelled. Nothing was saved.')
		await page.goto('/admin/test-feedback')
		network.route(
			/\/feedback\/export/,
			async (route) => {
				const reply = await route.fetch()
				const body = new ReadableStream({
					start(controller) {
						controller.enqueue(Buffer.from('Date,'))
						controller.error(new TypeError('network error'))
					},
				})
				route.fulfill(new Response(body, reply))
			},
			1,
		)
		await all.click()
		await expect(
			page.getByText('The download stopped early. Nothing was saved. Please try again.'),
		).toBeVisible()
		let release = network.hold(/\/feedback\/export/)
		await all.click()
		await expect(under).toHaveAttribute('aria-disabled', 'true')
		await button(page, 'Cancel the export').click()
		await expect(cancelled).toBeVisible()
		network.unroute()
		release()
		page.route('**/feedback/export*', (route) =>
			route.fulfill({ status: 503, json: { message: 'The server is resting.' } }),
		)
		await all.click()
		await expect(page.getByText('The server is resting.')).toBeVisible()
		page.unroute('**/feedback/export*')
		expect(saved).toEqual([])
		await all.click()
		await expect(page.getByText(/was saved\.$/)).toBeVisible()
		expect(saved).toHaveLength(1)

		release = network.hold('**/feedback/export*')
		await all.click()
		await expect(under).toBeVisible()
		await page.setViewportSize({ width: 1280, height: 800 })
		await page.getByRole('link', { name: 'Test Management' }).filter({ visible: true }).click()
		await expect(cancelled).toBeVisible()
		release()
		expect(saved).toHaveLength(1)
	},
)

adminTest(
	'shows empty, failed, and offline states and recovers',
	async ({ page, network, server, send }) => {
		await submitAll(server, send, [])
		await page.goto('/admin/test-feedback')
		await expect(page.getByRole('cell', { name: 'No feedback found' })).toBeVisible()
		await expect(page.getByText('Total Feedback: 0')).toBeVisible()
		await expect(button(page, 'Export CSV')).toBeDisabled()
		await expect(button(page, 'Export everything')).toBeDisabled()
		page.route('**/api/admin/feedback*', (route) => route.fulfill({ status: 500, body: '' }))
		await page.reload()
		await expect(page.getByText('Failed to load feedback')).toBeVisible()
		page.unroute('**/api/admin/feedback*')
		await button(page, 'Retry').click()
		await expect(page.getByText('No feedback found')).toBeVisible()
		network.setOffline(true)
		await date(page).getByRole('button').click()
		await expect(page.getByText('You are offline')).toBeVisible()
		network.setOffline(false)
		await expect(page.getByText('No feedback found')).toBeVisible()
		await expect(date(page)).toHaveAttribute('aria-sort', 'ascending')
	},
)
