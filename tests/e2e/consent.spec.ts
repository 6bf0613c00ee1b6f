import type { Locator } from 'playwright/test'
import { TEXTS } from '../support/texts.ts'
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts'
import { quizOf } from './results-page.ts'

// Answers reveal political opinions, so users must see the consent text where they start.

test.use({ arrived: false })

/** Vertical gap between two elements, in px. */
const gap = async (upper: Locator, lower: Locator): Promise<number> => {
	const [above, below] = await Promise.all([upper.boundingBox(), lower.boundingBox()])
	return (below?.y ?? Number.NaN) - ((above?.y ?? 0) + (above?.height ?? 0))
}

for (const [language, { quiz }] of Object.entries(TEXTS)) {
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
		await expect(words).toBeInViewport({ ratio: 1 })
		await expect(start).toBeInViewport({ ratio: 1 })
		expect(Math.abs(await gap(start, words))).toBeLessThan(24)
		await expectAccessibleInBothThemes(page)
	})
}
