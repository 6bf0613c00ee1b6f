import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from 'playwright/test'
import * as v from 'valibot'
import { YourDataFile } from '#contract/your-data.ts'
import type { RegisteredVoter } from './fixtures.ts'

export const ERASED = 'Your account and everything we stored about you have been erased.'

export const openYourData = async (page: Page): Promise<void> => {
	await page.goto('/your-data')
	await expect(page.getByRole('heading', { name: 'Your data', level: 1 })).toBeVisible()
}

export const download = async (
	page: Page,
	button: string,
): Promise<{ name: string; text: string; file: YourDataFile }> => {
	const saving = page.waitForEvent('download')
	await page.getByRole('button', { name: button }).click()
	const saved = await saving
	const text = await readFile(await saved.path(), 'utf8')
	const file = v.parse(YourDataFile, JSON.parse(text))
	return { name: saved.suggestedFilename(), text, file }
}

export const openErase = async (page: Page): Promise<Locator> => {
	await page.getByRole('button', { name: 'Erase my account' }).click()
	const dialog = page.getByRole('dialog', { name: 'Erase your account?' })
	await expect(dialog).toBeVisible()
	return dialog
}

export const confirmErase = async (dialog: Locator, password: string): Promise<void> => {
	await dialog.getByLabel('Password', { exact: true }).fill(password)
	await dialog.getByRole('button', { name: 'Erase everything' }).click()
}

export const expectNote = async (page: Page, note: string): Promise<void> => {
	await expect(page).toHaveURL(/\/login$/)
	await expect(page.getByText(note)).toBeVisible()
	await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
}

/**
 * Opens a tab with a copy of this tab's session storage, like "duplicate tab". It has no opener: Chromium under control
 * pauses the opener's process while a new window starts, and a lock granted then fails.
 */
export const openCopy = async (page: Page, address: string): Promise<Page> => {
	const entries = await page.evaluate(() => Object.entries(sessionStorage))
	const other = await page.context().newPage()
	const copying = await other.addInitScript((copied) => {
		for (const [key, value] of copied) sessionStorage.setItem(key, value)
	}, entries)
	await other.goto(address)
	await copying.dispose()
	return other
}

interface Left {
	readonly lasting: readonly string[]
	readonly passing: readonly string[]
	/** Row count by table; empty without a database or rows. */
	readonly rows: Readonly<Record<string, number>>
	readonly caches: readonly string[]
}

/** Remaining data in this browser, read directly. */
export const leftIn = (page: Page): Promise<Left> =>
	page.evaluate(async () => {
		const rows: Record<string, number> = {}
		const known = await indexedDB.databases()
		if (known.some(({ name }) => name === 'evenhand')) {
			const db = await new Promise<IDBDatabase>((resolve, reject) => {
				const opening = indexedDB.open('evenhand')
				opening.onerror = () => reject(opening.error)
				opening.onsuccess = () => resolve(opening.result)
			})
			for (const table of db.objectStoreNames) {
				const count = await new Promise<number>((resolve, reject) => {
					const counting = db.transaction(table).objectStore(table).count()
					counting.onerror = () => reject(counting.error)
					counting.onsuccess = () => resolve(counting.result)
				})
				if (count > 0) rows[table] = count
			}
			db.close()
		}
		return {
			// The record of the persistence request belongs to the device, not to the user.
			lasting: Object.keys(localStorage).filter((key) => key !== 'evenhand.persistAsked'),
			passing: Object.keys(sessionStorage).filter((key) => !key.startsWith('tsr')),
			rows,
			caches: (await caches.keys()).filter((name) => !name.includes('precache')),
		}
	})

export const NOTHING: Left = { lasting: [], passing: [], rows: {}, caches: [] }

export const signInStatus = async (origin: string, voter: RegisteredVoter): Promise<number> => {
	const { username, password } = voter
	const reply = await fetch(`${origin}/api/auth/login`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ username, password }),
	})
	return reply.status
}
