import { button, type Row } from './stage.ts'

/** What needs a part of the app to be missing; the rest of the elections' and My Activity's is in tests/screens/messages. */
export const listRows: readonly Row[] = [
	{
		message: 'Failed to logout. Please try again.',
		provoke: async ({ page }) => {
			// Two loads, because the app loads the page again once when a part of it is missing.
			await page.route('**/assets/late-*.js', (route) => route.abort())
			await page.goto('/elections')
			await page.reload()
			await button('Menu')(page).click()
			await button('Logout')(page).click()
		},
		and: button('Close'),
	},
]
