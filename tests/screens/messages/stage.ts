import { expect } from 'vitest'
import type { RegisteredVoter } from '../../support/built-server.ts'
import type { Locator } from '../../support/page.ts'
import type { Matching, Page, Server } from '../../support/screens.ts'

/** Where a table's rows are played. */
export interface Stage {
	readonly page: Page
	readonly server: Server
	/** Signed in on the page, unless the table says otherwise. */
	readonly voter: RegisteredVoter
}

/** A message of the catalogue: what brings it about, and where a person reads it. */
export interface Row {
	readonly message: string
	readonly provoke: (stage: Stage) => Promise<unknown>
	/** The place; anywhere on the page where none is said. */
	readonly within?: (page: Page) => Locator
	/** What else has to be seen there: the cause below the message, a button to go on with. */
	readonly and?: (page: Page) => Locator
}

/** Plays the rows one after the other on one page; what a row broke is whole again for the next. */
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

/** Answers calls to an address with a status and, where there is one, a word of the server's. */
export const refuse = (page: Page, address: Matching, status: number, message?: string): void =>
	page.route(address, (route) => route.fulfill({ status, json: message ? { message } : {} }))

/** Cuts the connection for calls to an address. */
export const cut = (page: Page, address: string): void =>
	page.route(address, (route) => route.abort())

/** Empties a table of the device past the app, which does not hear of it. */
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
