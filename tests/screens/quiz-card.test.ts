import { expect, onTestFinished } from 'vitest'
import { policies } from '#server/db/schema.ts'
import { answering, begin, beginFirst, openElection, untilSent } from '../support/quiz-screens.ts'
import { type Page, type Server, test } from '../support/screens.ts'
import { clearly, quizOf, takeQuiz } from '../support/take-quiz.ts'
import { TEXTS } from '../support/texts.ts'

const { quiz: texts } = TEXTS.en

const FACT = 'In 1910, one voter in five lived far from a polling place.'

const addBackground = async ({ db }: Server, backgroundSource: string): Promise<void> => {
	await db.update(policies).set({ background: FACT, backgroundSource })
	onTestFinished(async () => {
		await db.update(policies).set({ background: null, backgroundSource: null })
	})
}

const background = (page: Page) => page.getByRole('button', { name: texts.background })

/** Words of the page above an element. */
const wordsAbove = (element: Element | null): number => {
	const range = document.createRange()
	range.selectNodeContents(document.querySelector('main') ?? document.body)
	if (element) range.setEndBefore(element)
	// Text of neighboring elements needs a space between them.
	const walker = document.createTreeWalker(range.cloneContents(), NodeFilter.SHOW_TEXT)
	const parts: string[] = []
	while (walker.nextNode()) parts.push(walker.currentNode.textContent ?? '')
	return parts.join(' ').split(/\s+/).filter(Boolean).length
}

test('shows at most 30 words above the first action of the intro', async ({
	page,
	server,
	voter,
}) => {
	await page.goto(`/quiz/${await quizOf(server.origin, voter, 'BINARY')}`)
	await expect(page.getByRole('button', { name: texts.start })).toBeEnabled()
	await expect(page.getByRole('heading', { name: texts.howItWorks })).toBeVisible()
	expect(wordsAbove(document.querySelector('main .btn'))).toBeLessThanOrEqual(30)

	const { quizId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await page.goto(`/quiz/${quizId}`)
	await expect(page.getByRole('button', { name: texts.reset })).toBeVisible()
	expect(wordsAbove(document.querySelector('main .btn'))).toBeLessThanOrEqual(30)
})

test('describes each type of quiz in the list', async ({ page, voter }) => {
	expect(voter.username).not.toBe('')
	await openElection(page, '1912')
	for (const line of Object.values(TEXTS.en.elections.types)) {
		await expect(page.getByText(line, { exact: true })).toBeVisible()
	}
})

test('opens the background of a statement without answering it', async ({
	page,
	server,
	voter,
}) => {
	expect(voter.username).not.toBe('')
	await addBackground(server, 'https://www.example.org/census/1910')
	await beginFirst(page, /rate each policy/)
	await expect(page.getByText(FACT)).toHaveCount(0)
	await background(page).click()
	await expect(page.getByRole('dialog', { name: texts.background })).toContainText(FACT)
	const source = page.getByRole('link', { name: 'www.example.org' })
	await expect(source).toHaveAttribute('href', 'https://www.example.org/census/1910')
	// Keys answer the question only outside the dialog.
	await page.keyboard.press('5')
	await page.getByRole('button', { name: texts.close }).click()
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await expect(page.getByText('1 of 40', { exact: true })).toBeVisible()
	// The server's state has it, too.
	await answering(page, () => page.keyboard.press('5'))
	await untilSent()
	await expect(background(page)).toBeVisible()
})

test('shows the background in an offline start, with a source that is no link', async ({
	page,
	server,
	voter,
	network,
}) => {
	expect(voter.username).not.toBe('')
	await addBackground(server, 'Census of 1910')
	localStorage.setItem('evenhand.tutorialSeen', 'true')
	await openElection(page, '1912')
	await expect(page.getByRole('link', { name: /agree or disagree/ })).toBeVisible()
	await expect(page.getByText('Available offline')).toBeVisible()
	network.setOffline(true)
	await page.getByRole('link', { name: /agree or disagree/ }).click()
	await page.getByRole('button', { name: texts.start }).click()
	await background(page).click()
	await expect(page.getByText(FACT)).toBeVisible()
	await expect(page.getByText('Census of 1910')).toBeVisible()
	await expect(page.getByRole('dialog').getByRole('link')).toHaveCount(0)
})

test('offers backgrounds in a list of picks without ticking', async ({ page, server, voter }) => {
	expect(voter.username).not.toBe('')
	await addBackground(server, 'Census of 1910')
	localStorage.setItem('evenhand.tutorialSeen', 'true')
	await begin(page, /pick the policies/)
	await expect(background(page)).toHaveCount(40)
	await background(page).first().click()
	await expect(page.getByText(FACT)).toBeVisible()
	await page.getByRole('button', { name: texts.close }).click()
	await expect(page.getByText('Need 6 more policies')).toBeVisible()
})

test('offers no background where there is none, and says that Neutral counts', async ({
	page,
	voter,
}) => {
	expect(voter.username).not.toBe('')
	await beginFirst(page, /rate each policy/)
	await expect(page.getByText('Neutral counts as an answer.', { exact: true })).toBeVisible()
	await expect(page.getByText('Skip leaves it out.', { exact: true })).toBeVisible()
	await expect(background(page)).toHaveCount(0)
})
