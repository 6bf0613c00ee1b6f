import { answerNext } from './attempt-events.ts'
import {
	expect,
	expectAccessible,
	expectAccessibleInBothThemes,
	registerVoter,
	signInByForm,
	faultyTest as test,
} from './fixtures.ts'
import { beginFirst } from './quiz-page.ts'
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

const DATA = /\/api\/users\/profile\/data/
const ERASURE = /\/api\/users\/profile\/erasure/
const PROFILE = /\/api\/users\/profile$/

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
	await expect(dialog.getByText('That password is not correct.')).toBeVisible()
	await dialog.getByRole('button', { name: 'Show password' }).click()
	await expectAccessible(page)
	network.break(ERASURE, { kind: 'cut' }, 1)
	network.break(PROFILE, { kind: 'down' })
	await confirmErase(dialog, voter.password)
	await expect(dialog.getByText('don’t know yet if your account was erased')).toBeVisible()
	await expectAccessible(page)
	network.mend()
	await dialog.getByRole('button', { name: 'Erase everything' }).click()
	await expectNote(page, ERASED)
	await expectAccessible(page)
	expect(await leftIn(page)).toEqual(NOTHING)
	expect(await signInStatus(server.origin, voter)).toBe(401)
})

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
		await page.bringToFront()
		await openYourData(page)
		await confirmErase(await openErase(page), voter.password)
		await expectNote(page, ERASED)
		await expect(other).toHaveURL(/\/login/)
		await expect(other.getByRole('button', { name: 'Sign in' })).toBeVisible()
		expect(await leftIn(other)).toEqual(NOTHING)
		await expect(other.getByText('saved on this device')).toHaveCount(0)
	})
}

test('shows the page, its errors, and the farewell in Spanish', async ({ page, server }) => {
	const voter = await registerVoter(server.origin)
	await page.goto('/login')
	await page.evaluate(() => localStorage.setItem('language', 'es'))
	await page.reload()
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
	await expect(dialog.getByText('La contraseña no es correcta.')).toBeVisible()
	await expectAccessible(page)
	await dialog.getByLabel('Contraseña', { exact: true }).fill(voter.password)
	await dialog.getByRole('button', { name: 'Borrar todo' }).click()
	await expect(page).toHaveURL(/\/login$/)
	await expect(
		page.getByText('Tu cuenta y todo lo que guardábamos sobre ti se han borrado.'),
	).toBeVisible()
	// The language belongs to the device.
	expect((await leftIn(page)).lasting).toEqual(['language'])
})
