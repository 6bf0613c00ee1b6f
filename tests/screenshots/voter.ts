import type { Browser, Page } from 'playwright'
import { answering, begin, dismissTutorial, statement } from '../e2e/quiz-page.ts'
import { registerVoter } from '../support/built-server.ts'
import { openDevice, type Size, type Theme, take } from './camera.ts'

/** Alternates between agreeing and disagreeing until the results appear. */
const answerAll = async (page: Page): Promise<void> => {
	const count = Number(
		/of (\d+)/.exec((await page.getByText(/^\d+ of \d+$/).textContent()) ?? '')?.[1],
	)
	for (let asked = 0; asked < count; asked++) {
		await answering(page, () => page.keyboard.press(String(((asked * 3) % 5) + 1)))
	}
	await page.getByRole('tab', { name: 'All Results' }).click()
}

/** Takes the screenshots of the voter's screens, for the install prompt and README. */
export const photographVoter = async (
	browser: Browser,
	origin: string,
	size: Size,
	themes: { readonly quiz: Theme; readonly results: Theme },
): Promise<void> => {
	const who = await registerVoter(origin, size === 'narrow' ? 'alex' : 'robin')
	const context = await openDevice(browser, origin, { size, theme: themes.quiz, who })
	const page = await context.newPage()
	await page.goto('/elections')
	await page.getByText('Found 2 elections').waitFor()
	await take(page, `public/screenshots/elections-${themes.quiz}-${size}.png`)
	await begin(page, /1912: rate each policy/)
	await dismissTutorial(page)
	await statement(page).waitFor()
	await take(page, `public/screenshots/quiz-${themes.quiz}-${size}.png`)
	await answerAll(page)
	await page.emulateMedia({ colorScheme: themes.results })
	await page.getByText('Why this score').first().waitFor()
	await take(page, `public/screenshots/results-${themes.results}-${size}.png`)
	await context.close()
}
