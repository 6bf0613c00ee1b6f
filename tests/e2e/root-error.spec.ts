import type { Page } from 'playwright/test'
import {
	expect,
	expectAccessible,
	forgetMissingParts,
	registerVoter,
	signIn,
	test,
} from './fixtures.ts'
import { withoutWorker } from './shared-page.ts'

// The error page names the reason, because each requires another action.

const view = (page: Page) => page.getByRole('alert')

const expectView = async (page: Page, text: RegExp): Promise<void> => {
	await expect(
		view(page).getByRole('heading', { name: 'Unexpected Application Error', level: 1 }),
	).toBeVisible()
	await expect(view(page).getByText(text)).toBeVisible()
	await expect(page).toHaveTitle('Unexpected Application Error · Evenhand')
	await expectAccessible(page)
}

const toMyResults = async (page: Page): Promise<void> => {
	await page.getByRole('button', { name: 'Menu' }).click()
	await page.getByRole('link', { name: 'My Results' }).last().click()
}

const renameStored = (page: Page, name: unknown): Promise<void> =>
	page.evaluate(
		(name) =>
			new Promise<void>((resolve, reject) => {
				const opening = indexedDB.open('evenhand')
				opening.onerror = () => reject(opening.error)
				opening.onsuccess = () => {
					const work = opening.result.transaction('elections', 'readwrite')
					const rows = work.objectStore('elections')
					rows.getAll().onsuccess = ({ target }) => {
						for (const row of (target as IDBRequest).result) rows.put({ ...row, name })
					}
					work.oncomplete = () => {
						opening.result.close()
						resolve()
					}
				}
			}),
		name,
	)

test('asks for a connection to load a missing page', async ({ page, server, complaints }) => {
	await withoutWorker(page)
	await signIn(page, await registerVoter(server.origin))
	await expect(page.getByText('Found 2 elections')).toBeVisible()
	await page.context().setOffline(true)
	await toMyResults(page)
	await expectView(page, /^You are offline, and this page is not on this device yet\./)
	await page.context().setOffline(false)
	await page.getByRole('button', { name: 'Try Again' }).click()
	await expect(page.getByRole('heading', { name: 'My Activity' })).toBeVisible()
	forgetMissingParts(complaints)
})

test('distinguishes an unreachable server from a removed chunk', async ({
	page,
	server,
	complaints,
}) => {
	await withoutWorker(page)
	await signIn(page, await registerVoter(server.origin))
	await expect(page.getByText('Found 2 elections')).toBeVisible()
	const activity = /\/assets\/activity-.*\.js$/
	await page.route(activity, (route) => route.fulfill({ status: 503 }))
	await toMyResults(page)
	await expectView(page, /^This page could not be loaded: the server cannot be reached/)
	await page.unroute(activity)
	await page.route(activity, (route) => route.fulfill({ status: 404 }))
	await page.getByRole('button', { name: 'Try Again' }).click()
	await expectView(page, /^A newer version of Evenhand is out\./)
	await page.unrouteAll()
	await page.getByRole('button', { name: 'Reload' }).click()
	await expect(page.getByRole('heading', { name: 'My Activity' })).toBeVisible()
	forgetMissingParts(complaints)
})

test("shows an app error in the page's language with a way out", async ({
	page,
	server,
	complaints,
}) => {
	await signIn(page, await registerVoter(server.origin))
	await expect(page.getByText('Found 2 elections')).toBeVisible()
	await renameStored(page, { no: 'text' })
	await page.reload()
	await expectView(page, /^Something in the app went wrong\./)
	await page.evaluate(() => localStorage.setItem('language', 'es'))
	await page.getByRole('button', { name: 'Reload' }).click()
	await expect(view(page).getByText(/^Algo ha fallado en la aplicación\./)).toBeVisible()
	expect(complaints.some((text) => text.includes('Minified React error #31'))).toBe(true)
	complaints.splice(0)
	await renameStored(page, 'Named again')
	await page.getByRole('link', { name: 'Ir al inicio' }).click()
	await expect(page.getByText('Named again').first()).toBeVisible()
})
