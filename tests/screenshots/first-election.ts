import type { Browser, Page } from 'playwright'
import { dialog, field, logIn } from '../e2e/admin-page.ts'
import { ADMIN } from '../support/built-server.ts'
import { openDevice, type Size, take } from './camera.ts'

const ELECTION = 'Mayor of Springfield, 2031'
const QUIZ = 'Springfield: who stands where?'

/** Two invented candidates with their programs. */
const CANDIDATES = [
	{
		name: 'Ada Marsh',
		party: 'Harbor List',
		words: `# My plan for Springfield
I was born in this city and have loved it all my life, and I am glad that you read this.
## Transport
We will build a tram line from the harbor to the university.
We will freeze bus fares for three years.
## Environment
We will plant ten thousand trees along the main streets by 2030.
## Economy
We will cut the tax on small shops by a third.`,
	},
	{
		name: 'Ben Ortiz',
		party: 'Valley Union',
		words: `# What we stand for
Our town has been good to all of us, and it can be better still for the children who grow up in it now.
## Education
We will hire 200 more teachers by 2028.
We will keep every school library open in the afternoon.
## Health
We will open a walk-in clinic in every district.
## Housing
We will let nobody build higher than four floors in the old town.`,
	},
]

const makeElection = async (page: Page, picture: string): Promise<void> => {
	await page.goto('/admin/elections')
	await page.getByRole('button', { name: 'New election' }).click()
	await field(page, 'Name').fill(ELECTION)
	await field(page, 'Election date').fill('2031-11-04')
	await field(page, 'Jurisdiction').selectOption('City')
	await field(page, 'State').selectOption('Illinois')
	await field(page, 'City').fill('Springfield')
	await take(page, picture)
	await dialog(page).getByRole('button', { name: 'Save' }).click()
	await page.getByText('Election added.').waitFor()
}

const makeCandidate = async (page: Page, name: string, party: string): Promise<void> => {
	await page.goto('/admin/candidates')
	await page.getByRole('button', { name: 'New candidate' }).click()
	await field(page, 'Name').fill(name)
	await field(page, 'Party').fill(party)
	await field(page, 'Website').fill('https://candidate.example/')
	await dialog(page).getByRole('combobox', { name: 'Add an election' }).fill(ELECTION)
	await page.getByRole('option', { name: ELECTION }).click()
	await dialog(page).getByRole('button', { name: 'Save' }).click()
	await page.getByText('Candidate added.').waitFor()
}

const takePolicies = async (
	page: Page,
	{ name, words }: (typeof CANDIDATES)[number],
	picture: string,
): Promise<void> => {
	await page.goto('/admin/extract-policies')
	await page.getByRole('combobox', { name: 'Candidate' }).fill(name)
	await page.getByRole('option', { name }).click()
	await page.getByRole('button', { name: 'Next', exact: true }).click()
	await page.getByRole('tab', { name: 'Paste text' }).click()
	await page.getByLabel('Text', { exact: true }).fill(words)
	await page.getByRole('button', { name: 'Extract policies' }).click()
	await page.getByRole('button', { name: 'Review Policies' }).click()
	await page.getByRole('heading', { name: 'Review' }).waitFor()
	await take(page, picture)
	await page.getByText('Bulk status').click()
	await page.getByRole('combobox', { name: 'New status' }).selectOption('Validated')
	await page.getByRole('button', { name: /^Set all \d+ shown$/ }).click()
	await page.getByRole('button', { name: /^Save \d+ policies…$/ }).click()
	await dialog(page).getByRole('button', { name: 'Save policies' }).click()
	await page.getByText(/^\d+ policies saved$/).waitFor()
}

const makeQuiz = async (page: Page, pictures: Pictures): Promise<void> => {
	await page.goto('/admin/compare-quizzes')
	await page.getByRole('button', { name: 'New compare quiz' }).click()
	await field(page, 'Quiz name').fill(QUIZ)
	await dialog(page).getByRole('combobox', { name: 'Election' }).fill(ELECTION)
	await page.getByRole('option', { name: ELECTION }).click()
	await field(page, 'Start date').fill('2026-01-01')
	await field(page, 'End date').fill('2036-12-31')
	await dialog(page).getByRole('button', { name: 'Choose all' }).click()
	await take(page, pictures.quiz)
	await dialog(page).getByRole('button', { name: 'Save' }).click()
	// The toast would cover the next screenshot.
	await page.getByRole('button', { name: 'Close' }).click()
	await page.getByRole('switch', { name: `Active: ${QUIZ}` }).click()
	await dialog(page).getByText('Each voter is asked').waitFor()
	await take(page, pictures.fairness)
	await dialog(page).getByRole('button', { name: 'Activate' }).click()
	await page.getByRole('switch', { name: `Active: ${QUIZ}`, checked: true }).waitFor()
}

type Pictures = Readonly<Record<'dashboard' | 'election' | 'review' | 'quiz' | 'fairness', string>>

/**
 * Creates a first election as README describes, from nothing to a quiz for voters, and takes a screenshot of
 * each step.
 */
export const photographFirstElection = async (
	browser: Browser,
	origin: string,
	size: Size,
	pictures: Pictures,
): Promise<void> => {
	const who = await logIn(origin, ADMIN)
	const context = await openDevice(browser, origin, { size, theme: 'light', who })
	const page = await context.newPage()
	await makeElection(page, pictures.election)
	for (const candidate of CANDIDATES) {
		await makeCandidate(page, candidate.name, candidate.party)
		await takePolicies(page, candidate, pictures.review)
	}
	await makeQuiz(page, pictures)
	await page.goto('/admin')
	await page.getByText('Needs attention').first().waitFor()
	await take(page, pictures.dashboard)
	await context.close()
}
