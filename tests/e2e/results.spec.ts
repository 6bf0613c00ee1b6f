import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Page } from 'playwright/test'
import { readReceipt } from '#contract/receipt.ts'
import { verifyReceipt } from '#receipt/verify.ts'
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts'
import { clearly, type GiveAnswer, openAll, openResults, takeQuiz } from './results-page.ts'

test.use({ arrived: false })

const run = promisify(execFile)

/** Runs the receipt verifier as documented in README. */
const verify = async (path: string): Promise<{ code: number; output: string }> => {
	try {
		const { stdout } = await run('npm', ['run', '--silent', 'verify-receipt', '--', path])
		return { code: 0, output: stdout }
	} catch (error) {
		const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
		return { code, output: stdout + stderr }
	}
}

const differences = (text: string): string => {
	const read = readReceipt(text)
	if (!read.ok) throw new Error(read.error)
	const wrong = verifyReceipt(read.value).filter(({ ok }) => !ok)
	return wrong.map(({ what }) => what).join(', ')
}

for (const quizType of ['SCALE', 'POLICY_PICK'] as const) {
	test(`a downloaded receipt of a ${quizType} quiz verifies, and does no more once a figure, an answer or a weight is changed`, async ({
		page,
		server,
		voter,
	}, info) => {
		const give: GiveAnswer =
			quizType === 'SCALE' ? clearly : (candidate, index) => Number(index < 8 - 2 * candidate)
		const { attemptId } = await takeQuiz(server.origin, voter, quizType, give)
		await openResults(page, attemptId)
		const saved = page.waitForEvent('download')
		await page.getByRole('button', { name: 'Receipt' }).click()
		const download = await saved
		expect(download.suggestedFilename()).toMatch(/^evenhand-receipt-\d{4}-\d\d-\d\d\.json$/)
		const text = await readFile(await download.path(), 'utf8')
		for (const secret of [voter.username, voter.token, attemptId, '@example.org']) {
			expect(text).not.toContain(secret)
		}
		const read = readReceipt(text)
		expect(read).toMatchObject({ ok: true, value: { status: 'confirmed' } })

		const path = info.outputPath('receipt.json')
		await writeFile(path, text)
		const right = await verify(path)
		expect(right.output).toContain('The receipt is right')
		expect(right.code).toBe(0)

		await writeFile(path, text.replace(/"percentage": [\d.]+/, '"percentage": 12.3'))
		const wrong = await verify(path)
		expect(wrong.output).toMatch(/percentage .*DIFFERENT/)
		expect(wrong.code).toBe(1)
		await writeFile(path, text.replace('"seed"', '"sid"'))
		const broken = await verify(path)
		expect(broken.output).toContain('is not a receipt: seed: is missing')
		expect(broken.code).toBe(1)

		const statement = /"answer": (-?\d)/
		const changed = text.replace(statement, (_, value) => `"answer": ${value === '1' ? 0 : 1}`)
		expect(differences(changed)).toContain('agreement')
		expect(differences(text.replace('"weight": 1', '"weight": 2'))).toContain('Σ weight')
	})
}

const sheet = (page: Page) => page.locator('.print-sheet')

test('print shows all of it on white, whatever tab is open, and nothing to press', async ({
	page,
	server,
	voter,
}) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await openResults(page, attemptId)
	await expect(sheet(page)).toHaveCount(0)
	await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
	await expect(sheet(page)).toBeVisible()
	await expect(sheet(page).getByRole('heading', { level: 1 })).toContainText('Your results: ')
	await expect(sheet(page)).toContainText(/1912.* · \w+ \d+, \d{4} · Confirmed by the server/)
	await expect(sheet(page).locator('.print-bar')).toHaveCount(4)
	await expect(sheet(page).getByText(/% ?, (Strong|Moderate|Low) Alignment/)).toHaveCount(8)
	await expect(sheet(page).getByRole('heading', { name: 'Why this score' })).toHaveCount(4)
	await expect(sheet(page).getByRole('heading', { name: 'Where you differ most' })).toHaveCount(4)
	await expect(sheet(page).locator('tbody tr')).toHaveCount(40)
	for (const role of ['button', 'link', 'navigation', 'banner', 'tab', 'main'] as const) {
		await expect(page.getByRole(role)).toHaveCount(0)
	}
	const colours = await page.evaluate(() =>
		[document.documentElement, document.body, document.querySelector('.print-sheet p')].map(
			(each) => each && [getComputedStyle(each).backgroundColor, getComputedStyle(each).color],
		),
	)
	expect(colours[0]?.[0]).toBe('rgb(255, 255, 255)')
	expect(colours[1]?.[0]).toBe('rgb(255, 255, 255)')
	expect(colours[2]?.[1]).toBe('rgb(0, 0, 0)')
	for (const format of ['A4', 'Letter']) {
		const pdf = (await page.pdf({ format })).toString('latin1')
		const pages = pdf.match(/\/Type \/Page\b/g)?.length ?? 0
		expect(pages).toBeGreaterThan(1)
		expect(pages).toBeLessThan(8)
	}
	await page.emulateMedia({ media: 'screen' })
	await expect(sheet(page)).toHaveCount(0)
	await expect(page.getByRole('tab', { name: 'Summary' })).toBeVisible()
})

test('results with all that they open pass axe in both themes, and print on white in each', async ({
	page,
	server,
	voter,
}) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await openResults(page, attemptId)
	await expectAccessibleInBothThemes(page)
	await page.getByRole('button', { name: 'Share' }).click()
	await page.getByRole('checkbox', { name: 'All candidates, with their figures' }).check()
	await expectAccessibleInBothThemes(page)
	await page.getByRole('button', { name: 'Cancel' }).click()
	await openAll(page)
	const card = page.getByRole('tabpanel').locator('ol > li').last()
	await card.getByText('Why this score').click()
	await card.getByText('Where you differ most').click()
	await card.getByRole('checkbox', { name: 'Show it unweighted' }).check()
	await expect(card.getByRole('status')).toContainText('all weigh the same')
	await expectAccessibleInBothThemes(page)
	await page.emulateMedia({ media: 'print' })
	await expect(sheet(page)).toBeVisible()
	await expectAccessibleInBothThemes(page)
})
