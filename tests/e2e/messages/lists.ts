import { button, type Row } from './stage.ts'

/** Messages for missing chunks. The other messages of elections and My Activity are in tests/screens/messages. */
export const listRows: readonly Row[] = [
	{
		message: 'Failed to logout. Please try again.',
		provoke: async ({ page }) => {
			// Load twice: the app reloads once by itself after a missing chunk.
			await page.route('**/assets/sign-out-*.js', (route) => route.abort())
			await page.goto('/elections')
			await page.reload()
			await button('Menu')(page).click()
			await button('Logout')(page).click()
		},
		and: button('Close'),
	},
]
