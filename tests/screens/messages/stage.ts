import { expect, vi } from 'vitest'
import type { RegisteredVoter } from '../../support/built-server.ts'
import type { Locator } from '../../support/page.ts'
import { type Matching, network, type Page, type Server } from '../../support/screens.ts'

export interface Stage {
	readonly page: Page
	readonly server: Server
	/** Signed in on the page, unless the table notes otherwise. */
	readonly voter: RegisteredVoter
}

export interface Row {
	readonly message: string
	readonly provoke: (stage: Stage) => Promise<unknown>
	/** It stands among other words. */
	readonly loose?: true
	/** The place; anywhere on the page where none is said. */
	readonly within?: (page: Page) => Locator
	/** Another element that must be visible, e.g. the cause or a button. */
	readonly and?: (page: Page) => Locator
}

/** Said by the faults that tests make, which pages report as what nobody foresaw. */
const OURS = 'made by a test'

/** Drops from what the page complained of what these tests broke. */
const forgetOurs = (): void => {
	const { calls } = vi.mocked(console.error).mock
	const own = calls.filter((words) => !words.join(' ').includes(OURS))
	calls.splice(0, calls.length, ...own)
}

/** Plays the rows one after the other on one page; what a row broke is whole again for the next. */
export const play = async (rows: readonly Row[], stage: Stage): Promise<void> => {
	const { page } = stage
	for (const { message, provoke, within, and, loose = false } of rows) {
		await provoke(stage)
		const place = within?.(page) ?? page
		await expect(place.getByText(message, { exact: !loose }).first()).toBeVisible()
		if (and) await expect(and(page)).toBeVisible()
		page.unroute()
		mendStore()
	}
	forgetOurs()
}

/** Waits until the page has asked for nothing for a moment. */
export const untilIdle = (): Promise<void> => network.idle()

/** Answers calls to an address with a status and, where there is one, a word of the server's. */
export const refuse = (page: Page, address: Matching, status: number, message?: string): void =>
	page.route(address, (route) => route.fulfill({ status, json: message ? { message } : {} }))

export const cut = (page: Page, address: string): void =>
	page.route(address, (route) => route.abort())

let mendStore = (): void => undefined

/** Has nothing be written into the device's store until the row is over. */
export const breakStore = (name: 'Error' | 'QuotaExceededError' = 'Error'): void => {
	const { add, put } = IDBObjectStore.prototype
	const fail = (): never => {
		throw Object.assign(new Error(OURS), { name })
	}
	Object.assign(IDBObjectStore.prototype, { add: fail, put: fail })
	vi.spyOn(console, 'error').mockImplementation(() => undefined)
	mendStore = () => {
		Object.assign(IDBObjectStore.prototype, { add, put })
		mendStore = () => undefined
	}
}

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
export const saidBelow = (text: string) => (page: Page) =>
	page.getByRole('alert').getByText(text, { exact: true })
