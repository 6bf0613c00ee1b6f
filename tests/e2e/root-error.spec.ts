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

/** Opens the knowledge test without a service worker, which would have every chunk. */
const openTest = async (page: Page): Promise<void> => {
	await withoutWorker(page)
	await page.goto('/test')
	// Not the policy that is drawn before the app loads.
	const app = page.locator('#root:not([hidden])')
	await expect(app.getByRole('heading', { name: 'Whose policy is this?' })).toBeVisible()
	await expect(app.getByRole('link', { name: 'Settings' })).toBeVisible()
}

const toSettings = (page: Page): Promise<void> =>
	page.getByRole('banner').getByRole('link', { name: 'Settings' }).click()

const settings = (page: Page) => page.getByRole('heading', { name: 'Settings', level: 1 })

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

test('asks for a connection to load a missing page', async ({ page, complaints }) => {
	await openTest(page)
	await page.context().setOffline(true)
	await toSettings(page)
	await expectView(page, /^You’re offline, and this page is not saved on this device yet\./)
	await page.context().setOffline(false)
	await page.getByRole('button', { name: 'Try Again' }).click()
	await expect(settings(page)).toBeVisible()
	forgetMissingParts(complaints)
})

test('distinguishes an unreachable server from a removed chunk', async ({ page, complaints }) => {
	await openTest(page)
	const voters = /\/assets\/voter-[\w-]{8}\.js$/
	// After a recent reload the app makes none by itself, which could take a button away while it is pressed.
	await page.evaluate(() => sessionStorage.setItem('evenhand.reloaded', String(Date.now())))
	// A late question to the server may change the button's name. Both names reload.
	const press = () => page.getByRole('button', { name: /^(?:Try Again|Reload)$/ }).click()
	await page.route(voters, (route) => route.fulfill({ status: 503 }))
	await toSettings(page)
	await expectView(page, /^This page could not be loaded because the server is not responding\./)
	await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible()
	await page.unroute(voters)
	await page.route(voters, (route) => route.fulfill({ status: 404 }))
	await press()
	await expectView(page, /^A newer version of Evenhand is out\./)
	await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
	await page.unrouteAll()
	await press()
	await expect(settings(page)).toBeVisible()
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
	await expectView(page, /^Something went wrong in the app\./)
	await page.evaluate(() => localStorage.setItem('language', 'es'))
	await page.getByRole('button', { name: 'Reload' }).click()
	await expect(view(page).getByText(/^Algo ha fallado en la aplicación\./)).toBeVisible()
	expect(complaints.some((text) => text.includes('Minified React error #31'))).toBe(true)
	complaints.splice(0)
	await renameStored(page, 'Named again')
	await page.getByRole('link', { name: 'Ir al inicio' }).click()
	await expect(page.getByText('Named again').first()).toBeVisible()
})
