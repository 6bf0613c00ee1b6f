import type { Locator } from 'playwright/test'
import { TEXTS } from '../support/texts.ts'
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts'
import { quizOf } from './results-page.ts'

// Answers show political opinions. What becomes of them is said where they begin.

test.use({ arrived: false })

/** How far below the words the button stands, in px: they are to be seen in one. */
const gap = async (words: Locator, button: Locator): Promise<number> => {
	const [above, below] = await Promise.all([words.boundingBox(), button.boundingBox()])
	return (below?.y ?? Number.NaN) - ((above?.y ?? 0) + (above?.height ?? 0))
}

for (const language of ['en', 'es'] as const) {
	const { quiz } = TEXTS[language]

	test(`shows the consent text next to the start button (${language})`, async ({
		page,
		server,
		voter,
	}) => {
		await page.addInitScript((chosen) => {
			localStorage.setItem('language', chosen)
			localStorage.setItem('evenhand.tutorialSeen', 'true')
		}, language)
		await page.setViewportSize({ width: 320, height: 640 })
		await page.goto(`/quiz/${await quizOf(server.origin, voter, 'BINARY')}`)
		const start = page.getByRole('button', { name: quiz.start })
		const words = page.getByText(quiz.consent)
		await expect(start).toBeEnabled()
		await expect(start).toHaveAccessibleDescription(`${quiz.consent} ${quiz.yourData}`)
		// A voter who reaches the button sees both.
		await start.scrollIntoViewIfNeeded()
		await expect(words).toBeInViewport({ ratio: 1 })
		await expect(start).toBeInViewport({ ratio: 1 })
		// The link ends the text.
		const link = page.getByRole('link', { name: quiz.yourData })
		expect(Math.abs(await gap(link, start))).toBeLessThan(24)
		await expectAccessibleInBothThemes(page)
	})
}
