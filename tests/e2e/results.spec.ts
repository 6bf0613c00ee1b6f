import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Page } from 'playwright/test'
import type { QuizResults, QuizState } from '#contract/quiz.ts'
import { readReceipt } from '#contract/receipt.ts'
import { verifyReceipt } from '#receipt/verify.ts'
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts'
import { clearly, type GiveAnswer, openAll, openResults, takeQuiz } from './results-page.ts'

test.use({ arrived: false })

const run = promisify(execFile)

/** Two share every answer: nobody is ahead. */
const tied: GiveAnswer = (candidate, index) => (candidate < 2 ? 2 - (index % 5) : -2)

test.describe('why this score', () => {
	test('shows statements, answer, weight and arithmetic, and the same unweighted as a what-if beside the result', async ({
		page,
		server,
		voter,
	}) => {
		const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
		// Every weight of the sample is 1: the first statement of each candidate weighs 3 here, as if it were important.
		await page.route('**/v2/quiz/state/*', async (route) => {
			const reply = await route.fetch()
			const state = (await reply.json()) as QuizState
			const seen = new Set<string>()
			const allPolicies = state.allPolicies.map((policy) => {
				const first = !seen.has(policy.candidateId)
				seen.add(policy.candidateId)
				return { ...policy, weight: first ? 3 : 1 }
			})
			await route.fulfill({ response: reply, json: { ...state, allPolicies } })
		})
		await page.route('**/v2/quiz/results/*', async (route) => {
			const reply = await route.fetch()
			const results = (await reply.json()) as QuizResults
			const [top, ...others] = results.candidates
			// (3 × 1 + 6 × 1 + 3 × 0.5) ÷ 12
			const candidates = [{ ...top, alignmentPercentage: 87.5 }, ...others]
			await route.fulfill({ response: reply, json: { ...results, candidates } })
		})
		await openResults(page, attemptId)
		await openAll(page)
		const card = page.getByRole('tabpanel').locator('ol > li').first()
		await card.getByText('Why this score').click()
		await expect(card.getByText('10.5 ÷ 12 × 100 = 87.5%')).toBeVisible()
		await expect(card.getByText('3 × 1 = 3', { exact: true })).toBeVisible()
		await expect(card.getByText('Strongly agree', { exact: true }).first()).toBeVisible()
		const choice = card.getByRole('checkbox', { name: 'Show it unweighted' })
		await expect(choice).not.toBeChecked()
		await choice.focus()
		await page.keyboard.press('Space')
		await expect(card.getByRole('status')).toHaveText(
			'What if every weight were 1: 85%, Strong Alignment. The result stays 87.5%, Strong Alignment.',
		)
		await expect(card.getByText('What if: 8.5 ÷ 10 × 100 = 85%')).toBeVisible()
		await expect(card.getByText('87.5%', { exact: true })).toBeVisible()
		await page.keyboard.press('Space')
		await expect(card.getByText('10.5 ÷ 12 × 100 = 87.5%')).toBeVisible()
	})

	test('says where the voter differs most: a few at first, the widest difference on top, and all on demand', async ({
		page,
		server,
		voter,
	}) => {
		const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
		await openResults(page, attemptId)
		await openAll(page)
		const card = page.getByRole('tabpanel').locator('ol > li').last()
		await card.getByText('Where you differ most').click()
		const rows = card.locator('details').last().getByRole('listitem')
		await expect(rows).toHaveCount(3)
		await expect(rows.first()).toContainText('1 × (1 − 0) = 1')
		await card.getByRole('button', { name: 'Show all 10 differences' }).click()
		await expect(rows).toHaveCount(10)
		await expect(rows.last()).toContainText('1 × (1 − 0.75) = 0.25')
		await card.getByRole('button', { name: 'Show the 3 widest' }).click()
		await expect(rows).toHaveCount(3)
	})
})

test('the summary says how firm the first place is', async ({ page, server, voter }) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await openResults(page, attemptId)
	await expect(page.getByRole('heading', { name: 'How firm is it' })).toBeVisible()
	await expect(page.getByText(/^First in 100 % of \d+ variations$/)).toBeVisible()
})

test('two with the same answers are said not to be told apart', async ({ page, server, voter }) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', tied)
	await openResults(page, attemptId)
	await expect(page.getByText(/^\S.+ and \S.+ cannot be told apart$/)).toBeVisible()
})

/** Runs the program that README names, as whoever has a receipt would. */
const verify = async (path: string): Promise<{ code: number; output: string }> => {
	try {
		const { stdout } = await run('npm', ['run', '--silent', 'verify-receipt', '--', path])
		return { code: 0, output: stdout }
	} catch (error) {
		const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
		return { code, output: stdout + stderr }
	}
}

/** The figures of a receipt that do not follow from the rest, as the same program finds them. */
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

test('the Print button asks the browser, which finds the sheet drawn when it takes its picture', async ({
	page,
	server,
	voter,
}) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await page.addInitScript(() => {
		// As a browser does: tells the page before and after, and looks at it in between.
		window.print = () => {
			dispatchEvent(new Event('beforeprint'))
			const drawn = document.querySelectorAll('.print-sheet tbody tr').length
			Object.assign(window, { printed: drawn })
			dispatchEvent(new Event('afterprint'))
		}
	})
	await openResults(page, attemptId)
	await page.getByRole('button', { name: 'Print' }).click()
	expect(await page.evaluate(() => Reflect.get(window, 'printed'))).toBe(40)
	await expect(sheet(page)).toHaveCount(0)
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
