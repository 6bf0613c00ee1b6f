import type { Locator, Page } from 'playwright/test'
import type { BuiltServer } from '../../support/built-server.ts'
import { expect, type RegisteredVoter, test } from '../fixtures.ts'

/** Where a table's rows are played. */
export interface Stage {
	readonly page: Page
	readonly server: BuiltServer
	/** Signed in on the page, unless the table says otherwise. */
	readonly voter: RegisteredVoter
}

/** A message of the catalogue: what brings it about, and where a person reads it. */
export interface Row {
	readonly message: string
	readonly provoke: (stage: Stage) => Promise<unknown>
	/** It stands among other words. */
	readonly loose?: true
	/** The place; anywhere on the page where none is said. */
	readonly within?: (page: Page) => Locator
	/** What else has to be seen there: the cause below the message, a button to go on with. */
	readonly and?: (page: Page) => Locator
}

/** Plays the rows one after the other on one page; what a row broke is whole again for the next. */
export const play = async (rows: readonly Row[], stage: Stage): Promise<void> => {
	const { page } = stage
	for (const { message, provoke, within, and, loose = false } of rows) {
		await test.step(message, async () => {
			await provoke(stage)
			const place = within?.(page) ?? page.locator('body')
			await expect(place.getByText(message, { exact: !loose }).first()).toBeVisible()
			if (and) await expect(and(page)).toBeVisible()
			await page.unrouteAll({ behavior: 'ignoreErrors' })
		})
	}
}

/** Answers calls to an address with a status and, where there is one, a word of the server's. */
export const refuse = (page: Page, address: string, status: number, message?: string) =>
	page.route(address, (route) => route.fulfill({ status, json: message ? { message } : {} }))

/** Said by the faults that tests make, which pages report as what nobody foresaw. */
const OURS = 'made by a test'

/** From now on nothing can be written into this page's database. @param name the fault's; the storage knows nothing of an `Error`. */
export const breakStore = (
	page: Page,
	name: 'Error' | 'QuotaExceededError' = 'Error',
): Promise<void> =>
	page.evaluate(
		([text, fault]) => {
			const fail = (): never => {
				throw Object.assign(new Error(text), { name: fault })
			}
			Object.assign(IDBObjectStore.prototype, { add: fail, put: fail })
		},
		[OURS, name] as const,
	)

/** Empties a table of the device past the app, which does not hear of it. */
export const emptyTable = (page: Page, table: string): Promise<void> =>
	page.evaluate(
		(name) =>
			new Promise<void>((resolve, reject) => {
				const opening = indexedDB.open('evenhand')
				opening.onerror = () => reject(opening.error)
				opening.onsuccess = () => {
					const writing = opening.result.transaction(name, 'readwrite')
					writing.objectStore(name).clear()
					writing.onerror = () => reject(writing.error)
					writing.oncomplete = () => {
						opening.result.close()
						resolve()
					}
				}
			}),
		table,
	)

/** Has the pages of this browser speak Spanish. */
export const speakSpanish = async (page: Page): Promise<void> => {
	await page.addInitScript(() => localStorage.setItem('language', 'es'))
}

/** A part of the app that a test kept away. */
const MISSING = /Failed to fetch dynamically imported module/

/** Drops from what a page complained of what these tests broke. */
export const forgetOurs = (complaints: string[]): void => {
	const own = complaints.filter((text) => !text.includes(OURS) && !MISSING.test(text))
	complaints.splice(0, complaints.length, ...own)
}

export const button = (name: string) => (page: Page) => page.getByRole('button', { name })
export const link = (name: string) => (page: Page) => page.getByRole('link', { name }).last()
export const saidBelow = (text: string) => (page: Page) =>
	page.getByRole('alert').getByText(text, { exact: true })
