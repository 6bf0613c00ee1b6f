import type { Page } from 'playwright/test'

/** Cuts the connection once every part of the page has come: what is missing then are data. */
export const cutOff = async (page: Page): Promise<void> => {
	await page.waitForLoadState('networkidle')
	await page.context().setOffline(true)
}

export { importElection, makeQuiz } from '../support/administrator.ts'
