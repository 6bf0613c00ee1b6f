import type { Page } from 'playwright/test'
import { type PageServer, servePages } from '../support/page-server.ts'
import { drawn, pdfOf } from '../support/pdf.ts'
import { extract } from './admin-extraction-page.ts'
import {
	test as adminTest,
	dialog,
	type Made,
	makeCandidate,
	makeElection,
	newName,
	type Send,
} from './admin-page.ts'
import { alwaysSignedIn, expect, registerVoter, type ServerUnderTest, serveTo } from './fixtures.ts'
import { answering, dismissTutorial } from './quiz-page.ts'
import { openAll } from './results-page.ts'

const ON_THE_PAGE = [
	'We will build a tram line from the harbour to the university.',
	'We will freeze bus fares for three years.',
	'We will plant ten thousand trees along the main streets by 2030.',
]
const IN_THE_FILE = [
	'We will hire 200 more teachers by 2028.',
	'We will open a walk-in clinic in every district.',
	'We will cut the tax on small shops by a third.',
]

const PAGE = `<!doctype html><title>My plan for the city</title>
<nav><a href="/">Home</a> <a href="/donate">Donate</a></nav>
<h1>My plan for the city</h1>
<p>Thank you for visiting. I was born in this city and have loved it all my life, and I am glad that you are here.</p>
<ul>${ON_THE_PAGE.map((line) => `<li>${line}</li>`).join('')}</ul>
<template><p>We will abolish all taxes for ever.</p></template>
<form><label>Your address <input></label><button>Sign up for news</button></form>`

const FILE = pdfOf([
	{
		bytes: drawn([
			{ x: 60, y: 780, size: 20, bold: true, text: 'What we stand for' },
			{
				x: 60,
				y: 740,
				text: 'Thank you for reading. Our town has been good to all of us, and it can',
			},
			{ x: 60, y: 725, text: 'be better still for the children who grow up in it now.' },
			...IN_THE_FILE.map((text, index) => ({ x: 60, y: 690 - 30 * index, text: `• ${text}` })),
		]),
	},
])

/** Server that may fetch a web page from this machine. */
const test = adminTest.extend<object, { pages: PageServer; server: ServerUnderTest }>({
	pages: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright parses this pattern for the fixture's dependencies.
		async ({}, use) => {
			const pages = await servePages((_, reply) => {
				reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE)
			})
			await use(pages)
			await pages.stop()
		},
		{ scope: 'worker' },
	],
	server: [
		async ({ pages }, use) => serveTo(use, { EXTRACTION_ALLOW_HOSTS: `127.0.0.1:${pages.port}` }),
		{ scope: 'worker', timeout: 90_000 },
	],
})

/** Extracts the given source, validates all policies unedited, and saves them. */
const saveAll = async (page: Page, count: number): Promise<void> => {
	await extract(page)
	await expect(page.getByText(`${count} policies found`)).toBeVisible()
	await page.getByRole('button', { name: 'Review Policies' }).click()
	await page.getByText('Bulk status').click()
	await page.getByRole('combobox', { name: 'New status' }).selectOption('Validated')
	await page.getByRole('button', { name: `Set all ${count} shown` }).click()
	await page.getByRole('button', { name: `Save ${count} policies…` }).click()
	await dialog(page).getByRole('button', { name: 'Save policies' }).click()
	await expect(page.getByText(`${count} policies saved`, { exact: true })).toBeVisible()
}

const openSourceStep = async (page: Page, { name }: Made): Promise<void> => {
	await page.goto('/admin/extract-policies')
	await page.getByRole('combobox', { name: 'Candidate' }).fill(name)
	await page.getByRole('option', { name }).click()
	await page.getByRole('button', { name: 'Next', exact: true }).click()
	await expect(page.getByRole('heading', { name: 'Input Source' })).toBeFocused()
}

const makeQuiz = async (
	send: Send,
	election: Made,
	candidates: readonly Made[],
): Promise<string> => {
	const { id } = await send<Made>('POST', '/compare-quizzes', {
		name: newName('Quiz'),
		electionId: election.id,
		candidateIds: candidates.map((candidate) => candidate.id),
		startDate: '2020-01-01',
		endDate: '2099-12-31',
		active: true,
		quizType: 'BINARY',
	})
	return id
}

test('builds a quiz from an extracted page and PDF', async ({
	page,
	browser,
	send,
	pages,
	server,
}) => {
	const election = await makeElection(send)
	const fields = { electionId: election.id, electionIds: [election.id] }
	const [ann, bo] = [await makeCandidate(send, fields), await makeCandidate(send, fields)]
	await openSourceStep(page, ann)
	await page.getByLabel('Address of the page').fill(`${pages.url}/plan`)
	await saveAll(page, ON_THE_PAGE.length)
	await openSourceStep(page, bo)
	await page.getByRole('tab', { name: 'Upload file' }).click()
	await page.locator('input[type=file]').setInputFiles({
		name: 'plan.pdf',
		mimeType: 'application/pdf',
		buffer: Buffer.from(FILE),
	})
	await saveAll(page, IN_THE_FILE.length)
	const quizId = await makeQuiz(send, election, [ann, bo])

	const voter = await registerVoter(server.origin)
	const context = await browser.newContext({ baseURL: server.origin })
	await alwaysSignedIn(context, voter)
	const phone = await context.newPage()
	await phone.goto(`/quiz/${quizId}`)
	await phone.getByRole('button', { name: 'Start Quiz' }).click()
	await dismissTutorial(phone)
	const lines = [...ON_THE_PAGE, ...IN_THE_FILE]
	const statement = new RegExp(
		lines.map((line) => line.slice('We will '.length, -1)).join('|'),
		'i',
	)
	const agree = phone.getByRole('button', { name: 'Agree', exact: true })
	for (const _ of lines) {
		await expect(phone.getByRole('main')).not.toContainText(ann.name)
		expect(await answering(phone, () => agree.click())).toMatch(statement)
	}
	await expect(phone).toHaveURL(/\/results/)
	await expect(phone.getByRole('heading', { name: 'Your results' })).toBeVisible()
	await openAll(phone)
	await phone.getByText('Why this score').first().click()
	const words = phone.getByText('In the candidate’s own words').first()
	await words.click()
	await expect(phone.locator('blockquote').first()).toHaveText(statement)
	await context.close()
})
