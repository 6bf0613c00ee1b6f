import { resolve } from 'node:path'
import type { Browser, FileChooser, Page } from 'playwright/test'
import { answerRest } from '../support/take-quiz.ts'
import { dialog, field, newName, searchFor, test } from './admin-page.ts'
import { untilSent } from './attempt-events.ts'
import { expect, registerVoter, signIn } from './fixtures.ts'
import { dismissTutorial, openElection, statement, untilAnswerable } from './quiz-page.ts'
import { withoutWorker } from './shared-page.ts'

/** 25 parties on 35 statements. */
const CZECH = resolve(import.meta.dirname, '../data/czech-2017-en.json')

const flag = (page: Page, name: string) => page.getByRole('switch', { name: `Active: ${name}` })
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' })

const importFile = async (
	page: Page,
	file: Parameters<FileChooser['setFiles']>[0],
	plan: string,
): Promise<void> => {
	await page.goto('/admin/exchange')
	const choosing = page.waitForEvent('filechooser')
	await page.getByRole('button', { name: 'Choose files' }).click()
	const chooser = await choosing
	await chooser.setFiles(file)
	await expect(page.getByText(plan)).toBeVisible()
	await page.getByRole('button', { name: 'Import', exact: true }).click()
	await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible()
}

/** Takes the only quiz of an election as a voter in a new context, up to the results. */
const takeAsVoter = async (
	browser: Browser,
	origin: string,
	{ term, questions }: { readonly term: string; readonly questions: number },
	check: (page: Page) => Promise<void>,
): Promise<void> => {
	const context = await browser.newContext({
		baseURL: origin,
		viewport: { width: 390, height: 844 },
		reducedMotion: 'reduce',
	})
	await withoutWorker(context)
	const page = await context.newPage()
	const voter = await registerVoter(origin)
	await signIn(page, voter)
	await openElection(page, term)
	await expect(page.getByText(`${questions} validated policies`, { exact: true })).toBeVisible()
	await page.getByRole('button', { name: 'Start Quiz' }).click()
	await dismissTutorial(page)
	await expect(statement(page)).toBeVisible()
	// Parties may share a statement, so detect the next one by the counter.
	const answer = async (asked: number): Promise<void> => {
		await expect(page.getByText(`${asked} of ${questions}`)).toBeVisible()
		await expect(page.locator('[aria-label=Question][aria-busy=true]')).toHaveCount(0)
		await untilAnswerable(page)
		await page.keyboard.press(String((asked % 5) + 1))
	}
	await answer(1)
	await expect(page.getByText(`2 of ${questions}`)).toBeVisible()
	await untilSent(page)
	await answerRest(origin, voter, 2, (index) => (index % 5) - 2)
	await page.reload()
	await answer(questions - 1)
	await answer(questions)
	await expect(page).toHaveURL(/\/results/)
	await page.getByRole('tab', { name: 'All Results' }).click()
	await check(page)
	await context.close()
}

const ranked = (page: Page) => page.getByRole('tabpanel').locator('ol > li')

test("builds an election and its quiz for a voter's device", async ({
	page,
	browser,
	server,
	admin,
}) => {
	const name = newName('Springfield')
	const candidates = [newName('Ada'), newName('Bob')]
	expect(admin.user.roles).toContain('ROLE_ADMIN')
	await page.goto('/admin')
	await page.getByRole('link', { name: 'Elections' }).last().click()
	await page.getByRole('button', { name: 'New election' }).click()
	await field(page, 'Name').fill(name)
	await field(page, 'Election date').fill('2031-11-04')
	await field(page, 'Jurisdiction').selectOption('City')
	await field(page, 'State').selectOption('Illinois')
	await field(page, 'City').fill('Springfield')
	await save(page).click()
	await expect(page.getByText('Election added.')).toBeVisible()

	for (const candidate of candidates) {
		await page.goto('/admin/candidates')
		await page.getByRole('button', { name: 'New candidate' }).click()
		await field(page, 'Name').fill(candidate)
		await field(page, 'Website').fill('https://candidate.example/')
		await dialog(page).getByRole('combobox', { name: 'Add an election' }).fill(name)
		await page.getByRole('option', { name }).click()
		await save(page).click()
		await expect(page.getByText('Candidate added.')).toBeVisible()
	}

	const lines = candidates.flatMap((candidate, kind) =>
		[1, 2, 3].map((index) =>
			[
				name,
				candidate,
				`"Bake bread of kind ${kind + 1} for all, part ${index}"`,
				'ECONOMY',
				'VALIDATED',
			].join(),
		),
	)
	const csv = ['election,candidate,text,category,validationStatus', ...lines].join('\n')
	const buffer = Buffer.from(csv)
	await importFile(page, { name: 'policies.csv', mimeType: 'text/csv', buffer }, '6 to create')

	const quiz = newName('Bread')
	await page.getByRole('link', { name: `Compare quizzes in ${name}` }).click()
	await expect(page.getByText('No compare quizzes found...')).toBeVisible()
	await page.getByRole('button', { name: 'New compare quiz' }).click()
	await field(page, 'Quiz name').fill(quiz)
	await expect(dialog(page).getByRole('combobox', { name: 'Election' })).toHaveValue(name)
	await field(page, 'Start date').fill('2026-01-01')
	await field(page, 'End date').fill('2036-12-31')
	await expect(dialog(page).getByText('3 validated policies')).toHaveCount(2)
	await dialog(page).getByRole('button', { name: 'Choose all' }).click()
	await save(page).click()
	await flag(page, quiz).click()
	await expect(
		dialog(page).getByText('Each voter is asked 3 policies of every candidate, 6 in all.'),
	).toBeVisible()
	await dialog(page).getByRole('button', { name: 'Activate' }).click()
	await expect(flag(page, quiz)).toBeChecked()

	const [, number = ''] = name.split(' ')
	const where = { term: number, questions: 6 }
	await takeAsVoter(browser, server.origin, where, async (voters) => {
		await expect(ranked(voters)).toHaveCount(2)
		for (const candidate of candidates) {
			await expect(ranked(voters).filter({ hasText: candidate })).toContainText('%')
		}
	})
	await page.goto('/admin/history')
	await searchFor(page, 'Search by record or person', quiz)
	await expect(page.getByRole('article')).toHaveCount(2)
	await expect(page.getByRole('article').first()).toContainText(
		`${admin.username} activated the compare quiz`,
	)
})

test('imports the Czech election of 2017 and completes its quiz', async ({
	page,
	browser,
	server,
	admin,
}) => {
	expect(admin.user.roles).toContain('ROLE_ADMIN')
	await importFile(page, CZECH, '62 to create')
	// The publisher checked these statements. Validating hundreds by hand is not the subject here.
	await server.db.query(
		"update policies set validation_status = 'VALIDATED' where source like '%KohoVolit%'",
	)
	await server.db.query("update positions set status = 'VALIDATED'")
	await page.getByRole('link', { name: /^Compare quizzes in Czech/ }).click()
	const quiz = page.getByRole('article')
	await expect(quiz).toHaveCount(1)
	await expect(quiz).toContainText('25 candidates · 35 policies per voter')
	// Activation requires a look at the fairness check.
	await quiz.getByRole('switch').click()
	await expect(dialog(page).getByRole('row', { name: /35 First place/ })).toHaveCount(25)
	await dialog(page).getByRole('button', { name: 'Activate' }).click()
	await expect(quiz.getByRole('switch')).toBeChecked()
	const where = { term: 'Czech', questions: 35 }
	await takeAsVoter(browser, server.origin, where, async (voters) => {
		await expect(ranked(voters).first()).toContainText('%')
		await expect(ranked(voters)).toHaveCount(25)
	})
})
