import type { Page } from 'playwright/test'
import {
	expect,
	expectAccessible,
	expectAccessibleInBothThemes,
	registerVoter,
	signInByForm,
	faultyTest as test,
} from './fixtures.ts'
import { untilControlled } from './host.ts'
import { beginFirst } from './quiz-page.ts'
import { answerNext, untilSent } from './record.ts'
import {
	confirmErase,
	download,
	ERASED,
	expectNote,
	leftIn,
	NOTHING,
	openCopy,
	openErase,
	openYourData,
	signInStatus,
} from './your-data-page.ts'

const ANSWERS = /\/api\/v2\/quiz\/(?:interact|batch)\//
const DATA = /\/api\/users\/profile\/data/
const ERASURE = /\/api\/users\/profile\/erasure/
const PROFILE = /\/api\/users\/profile$/

const answerSome = async (page: Page): Promise<{ sent: string[] }> => {
	await beginFirst(page, /agree or disagree/)
	const sent = await answerNext(page, 2)
	await untilSent(page)
	return { sent }
}

test('passes axe and fits 320 px with its dialogs and failures', async ({
	page,
	voter,
	network,
	server,
}) => {
	await page.setViewportSize({ width: 320, height: 640 })
	await openYourData(page)
	await expectAccessibleInBothThemes(page)
	network.break(DATA, { kind: 'cut' }, 1)
	await page.getByRole('button', { name: 'Download my data' }).click()
	await expect(page.getByRole('alert').filter({ hasText: 'Network error' })).toBeVisible()
	await expectAccessible(page)
	const dialog = await openErase(page)
	await dialog.getByRole('button', { name: 'Erase everything' }).click()
	await expect(dialog.getByText('Password is required')).toBeVisible()
	await expectAccessibleInBothThemes(page)
	const box = await dialog.boundingBox()
	expect(box?.width).toBeLessThanOrEqual(320)
	await page.keyboard.press('Escape')
	await page.getByRole('button', { name: 'Remove from this device only' }).click()
	await expect(page.getByRole('dialog')).toBeVisible()
	await expectAccessibleInBothThemes(page)
	const width = await page.evaluate(() => document.documentElement.scrollWidth)
	expect(width).toBeLessThanOrEqual(320)
	await page.keyboard.press('Escape')

	await openErase(page)
	await confirmErase(dialog, 'not the password')
	await expect(dialog.getByText('This is not your password.')).toBeVisible()
	await dialog.getByRole('button', { name: 'Show password' }).click()
	await expectAccessible(page)
	network.break(ERASURE, { kind: 'cut' }, 1)
	network.break(PROFILE, { kind: 'down' })
	await confirmErase(dialog, voter.password)
	await expect(dialog.getByText('nobody can tell yet')).toBeVisible()
	await expectAccessible(page)
	network.mend()
	await dialog.getByRole('button', { name: 'Erase everything' }).click()
	await expectNote(page, ERASED)
	await expectAccessible(page)
	expect(await leftIn(page)).toEqual(NOTHING)
	expect(await signInStatus(server.origin, voter)).toBe(401)
})

test('downloads server and device data without credentials', async ({ page, voter, network }) => {
	const { sent } = await answerSome(page)
	network.break(ANSWERS, { kind: 'down' })
	await answerNext(page, 1)
	await openYourData(page)
	const { name, text, file } = await download(page, 'Download my data')
	const day = new Date().toISOString().slice(0, 10)
	expect(name).toBe(`evenhand-data-${voter.username}-${day}.json`)
	await expect(page.getByText(`Saved as ${name}.`)).toBeVisible()

	expect(file.server?.account.username).toBe(voter.username)
	expect(file.serverMissing).toBeNull()
	const [attempt] = file.server?.attempts ?? []
	const texts = new Map(attempt?.statements.map(({ policyId, text: said }) => [policyId, said]))
	const events = attempt?.events.filter(({ kind }) => kind === 'INTERACT') ?? []
	expect(
		events.map(
			({ policyId, value }) =>
				`${value === 1 ? 'Agree' : 'Disagree'}: ${texts.get(policyId ?? '')}`,
		),
	).toEqual(sent)
	expect(file.device.attempts[0]?.answers).toHaveLength(3)
	expect(file.device.waiting.map(({ what }) => what)).toEqual(['quiz.interact'])

	expect(text).not.toContain(voter.token)
	expect(text).not.toContain(await page.evaluate(() => localStorage.getItem('token')))
	expect(text).not.toContain(voter.password)
	expect(text).not.toMatch(/argon2|passwordHash|"token"/)
})

test('saves only the device part offline and names the missing part', async ({
	page,
	voter,
	context,
}) => {
	await untilControlled(page)
	await answerSome(page)
	await context.setOffline(true)
	await answerNext(page, 1)
	await page.getByRole('button', { name: 'Back' }).click()
	await openYourData(page)
	await expect(page.getByText('What the server holds needs one')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Download my data' })).toHaveCount(0)
	await expectAccessible(page)
	const { file } = await download(page, "Download this device's part")
	expect(file.username).toBe(voter.username)
	expect(file.server).toBeNull()
	expect(file.serverMissing).toContain('The part of the server is missing')
	expect(file.device.attempts[0]?.answers).toHaveLength(3)
	expect(file.device.waiting).toHaveLength(1)

	const dialog = await openErase(page)
	await expect(dialog.getByText('needs a connection')).toBeVisible()
	await dialog.getByLabel('Password', { exact: true }).fill(voter.password)
	await expect(dialog.getByRole('button', { name: 'Erase everything' })).toBeDisabled()
	await context.setOffline(false)
	await expect(dialog.getByRole('button', { name: 'Erase everything' })).toBeEnabled()
	await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue(voter.password)
})

test('restores nothing from a late reply after an erasure', async ({ page, voter, network }) => {
	await beginFirst(page, /agree or disagree/)
	await untilSent(page)
	network.break(ANSWERS, { kind: 'hold' }, 1)
	await answerNext(page, 1)
	await expect.poll(() => network.held()).toBe(1)
	await page.getByRole('button', { name: 'Back' }).click()
	await openErase(await stay(page))
	await confirmErase(page.getByRole('dialog'), voter.password)
	await expectNote(page, ERASED)
	network.mend()
	await page.waitForLoadState('networkidle')
	expect((await leftIn(page)).rows).toEqual({})
})

/** Navigates to /your-data within the app, which keeps pending requests. */
const stay = async (page: Page): Promise<Page> => {
	await page.evaluate(() => {
		history.pushState({}, '', '/your-data')
		dispatchEvent(new PopStateEvent('popstate'))
	})
	await expect(page.getByRole('heading', { name: 'Your data', level: 1 })).toBeVisible()
	return page
}

for (const device of ['own', 'shared'] as const) {
	test(`signs out other tabs of an erased voter (${device} device)`, async ({
		page,
		server,
		baseURL,
	}) => {
		const voter = await registerVoter(server.origin)
		await signInByForm(page, voter, device)
		const other = await openCopy(page, `${baseURL}/elections`)
		await expect(other.getByText('Found 2 elections')).toBeVisible()
		await beginFirst(other, /agree or disagree/)
		await answerNext(other, 1)
		await openYourData(page)
		await confirmErase(await openErase(page), voter.password)
		await expectNote(page, ERASED)
		await expect(other).toHaveURL(/\/login/)
		await expect(other.getByRole('button', { name: 'Sign in' })).toBeVisible()
		expect(await leftIn(other)).toEqual(NOTHING)
		await expect(other.getByText('saved on this device')).toHaveCount(0)
	})
}

test.describe('Spanish', () => {
	test.use({ locale: 'es-ES' })

	test('shows the page, its errors, and the farewell in Spanish', async ({ page, server }) => {
		const voter = await registerVoter(server.origin)
		await page.goto('/login')
		await page.evaluate(() => localStorage.setItem('language', 'es'))
		await page.getByLabel('Nombre de usuario').fill(voter.username)
		await page.getByLabel('Contraseña', { exact: true }).fill(voter.password)
		await page.getByRole('button', { name: 'Iniciar sesión' }).click()
		await expect(page).toHaveURL(/\/elections$/)
		await page.goto('/your-data')
		await expect(page.getByRole('heading', { name: 'Tus datos', level: 1 })).toBeVisible()
		const { file } = await download(page, 'Descargar mis datos')
		expect(file.notes[0]).toBe('Todas las fechas y horas están en UTC.')
		await page.getByRole('button', { name: 'Borrar mi cuenta' }).click()
		const dialog = page.getByRole('dialog', { name: '¿Borrar tu cuenta?' })
		await expect(dialog.getByText('Se cierra la sesión en todos los dispositivos')).toBeVisible()
		await dialog.getByLabel('Contraseña', { exact: true }).fill('otra cosa')
		await dialog.getByRole('button', { name: 'Borrar todo' }).click()
		await expect(dialog.getByText('Esta no es tu contraseña.')).toBeVisible()
		await expectAccessible(page)
		await dialog.getByLabel('Contraseña', { exact: true }).fill(voter.password)
		await dialog.getByRole('button', { name: 'Borrar todo' }).click()
		await expect(page).toHaveURL(/\/login$/)
		await expect(
			page.getByText('Tu cuenta y todo lo que se guardaba sobre ti se han borrado.'),
		).toBeVisible()
		// The language belongs to the device.
		expect((await leftIn(page)).lasting).toEqual(['language'])
	})
})
