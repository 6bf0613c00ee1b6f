import type { Page } from 'playwright/test'

/** Goes offline after all chunks have loaded, so that only data is missing. */
export const cutOff = async (page: Page): Promise<void> => {
	await page.waitForLoadState('networkidle')
	await page.context().setOffline(true)
}

export { importElection, makeQuiz } from '../support/administrator.ts'
