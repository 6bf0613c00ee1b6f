import { expect } from 'vitest'
import type { RegisteredVoter } from '../../support/built-server.ts'
import type { Locator } from '../../support/page.ts'
import type { Matching, Page, Server } from '../../support/screens.ts'

export interface Stage {
	readonly page: Page
	readonly server: Server
	/** Signed in on the page, unless the table notes otherwise. */
	readonly voter: RegisteredVoter
}

export interface Row {
	readonly message: string
	readonly provoke: (stage: Stage) => Promise<unknown>
	readonly within?: (page: Page) => Locator
	/** Another element that must be visible, e.g. the cause or a button. */
	readonly and?: (page: Page) => Locator
}

/** Plays rows in order on one page, restoring what each row broke. */
export const play = async (rows: readonly Row[], stage: Stage): Promise<void> => {
	const { page } = stage
	for (const { message, provoke, within, and } of rows) {
		await provoke(stage)
		const place = within?.(page) ?? page
		await expect(place.getByText(message, { exact: true }).first()).toBeVisible()
		if (and) await expect(and(page)).toBeVisible()
		page.unroute()
	}
}

export const refuse = (page: Page, address: Matching, status: number, message?: string): void =>
	page.route(address, (route) => route.fulfill({ status, json: message ? { message } : {} }))

export const cut = (page: Page, address: string): void =>
	page.route(address, (route) => route.abort())

/** Empties a table of the device's database without notifying the app. */
export const emptyTable = (table: string): Promise<void> =>
	new Promise((resolve, reject) => {
		const opening = indexedDB.open('evenhand')
		opening.onerror = () => reject(opening.error)
		opening.onsuccess = () => {
			const writing = opening.result.transaction(table, 'readwrite')
			writing.objectStore(table).clear()
			writing.onerror = () => reject(writing.error)
			writing.oncomplete = () => {
				opening.result.close()
				resolve()
			}
		}
	})

export const button = (name: string) => (page: Page) => page.getByRole('button', { name })
export const link = (name: string) => (page: Page) => page.getByRole('link', { name }).last()
