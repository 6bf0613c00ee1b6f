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
	/** Default: anywhere on the page. */
	readonly within?: (page: Page) => Locator
	/** Another element that must be visible, e.g. the cause or a button. */
	readonly and?: (page: Page) => Locator
}

/** Message of the injected faults, which pages log as unexpected. */
const INJECTED = 'made by a test'

/** Drops the page's complaints about the injected faults. */
const forgetInjected = (): void => {
	const { calls } = vi.mocked(console.error).mock
	const own = calls.filter((words) => !words.join(' ').includes(INJECTED))
	calls.splice(0, calls.length, ...own)
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
		mendStore()
	}
	forgetInjected()
}

/** Waits until no request has been in flight for a moment. */
export const untilIdle = (): Promise<void> => network.idle()

/** Answers calls to an address with a status and an optional server message. */
export const refuse = (page: Page, address: Matching, status: number, message?: string): void =>
	page.route(address, (route) => route.fulfill({ status, json: message ? { message } : {} }))

export const cut = (page: Page, address: string): void =>
	page.route(address, (route) => route.abort())

let mendStore = (): void => undefined

/** Makes all writes to the device's database fail until the end of the row. */
export const breakStore = (name: 'Error' | 'QuotaExceededError' = 'Error'): void => {
	const { add, put } = IDBObjectStore.prototype
	const fail = (): never => {
		throw Object.assign(new Error(INJECTED), { name })
	}
	Object.assign(IDBObjectStore.prototype, { add: fail, put: fail })
	vi.spyOn(console, 'error').mockImplementation(() => undefined)
	mendStore = () => {
		Object.assign(IDBObjectStore.prototype, { add, put })
		mendStore = () => undefined
	}
}

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
export const alertText = (text: string) => (page: Page) =>
	page.getByRole('alert').getByText(text, { exact: true })
