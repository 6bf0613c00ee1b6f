import type { Locator, Page } from 'playwright/test'
import type { Message } from '#contract/messages.ts'
import type { BuiltServer } from '../../support/built-server.ts'
import { expect, type RegisteredVoter, test } from '../fixtures.ts'

export interface Stage {
	readonly page: Page
	readonly server: BuiltServer
	/** Signed in on the page, unless the table notes otherwise. */
	readonly voter: RegisteredVoter
}

export interface Row {
	readonly message: string
	readonly provoke: (stage: Stage) => Promise<unknown>
	/** The message is part of a longer text. */
	readonly loose?: true
	readonly within?: (page: Page) => Locator
	/** Another element that must be visible, e.g. the cause or a button. */
	readonly and?: (page: Page) => Locator
}

/** Plays rows in order on one page, restoring what each row broke. */
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

export const refuse = (
	page: Page,
	address: string,
	status: number,
	reason: string | Message = '',
): Promise<unknown> => {
	const json = typeof reason === 'string' ? { message: reason } : reason
	return page.route(address, (route) => route.fulfill({ status, json }))
}

/** Message of the injected faults, which pages log as unexpected. */
const INJECTED = 'made by a test'

/** Makes all writes to this page's database fail. @param name of the fault; `Error` is unrelated to storage. */
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
		[INJECTED, name] as const,
	)

/** Empties a table of the device's database without notifying the app. */
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

export const speakSpanish = async (page: Page): Promise<void> => {
	await page.addInitScript(() => localStorage.setItem('language', 'es'))
}

const MISSING = /Failed to fetch dynamically imported module/

export const forgetOurs = (complaints: string[]): void => {
	const own = complaints.filter((text) => !text.includes(INJECTED) && !MISSING.test(text))
	complaints.splice(0, complaints.length, ...own)
}

export const button = (name: string) => (page: Page) => page.getByRole('button', { name })
export const link = (name: string) => (page: Page) => page.getByRole('link', { name }).last()
export const alertText = (text: string) => (page: Page) =>
	page.getByRole('alert').getByText(text, { exact: true })
