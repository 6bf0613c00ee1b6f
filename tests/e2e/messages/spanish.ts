import { messageOf } from '#contract/messages.ts'
import { quizOf } from '../results-page.ts'
import { alertText, type Row, refuse } from './stage.ts'

/** Samples in Spanish: messages of the app, of the server, and combined. */
export const spanishRows: readonly Row[] = [
	{
		message: 'El nombre de usuario o la contraseña no son correctos',
		provoke: async ({ page }) => {
			await page.goto('/login')
			await page.getByLabel('Nombre de usuario').fill('somebody')
			await page.getByLabel('Contraseña', { exact: true }).fill('a good password')
			await page.getByRole('button', { name: 'Iniciar sesión' }).click()
		},
	},
	{
		message: 'Error al cargar las elecciones: No se ha encontrado lo que buscabas.',
		provoke: async ({ page, voter }) => {
			await refuse(page, '**/elections/active', 404, messageOf('not-found'))
			await page.getByLabel('Nombre de usuario').fill(voter.username)
			await page.getByLabel('Contraseña', { exact: true }).fill(voter.password)
			await page.getByRole('button', { name: 'Iniciar sesión' }).click()
		},
	},
	{
		message: 'No se pudieron cargar los datos del cuestionario. Inténtalo de nuevo.',
		provoke: ({ page }) => page.goto('/quiz/987654321'),
		and: alertText('No se ha encontrado lo que buscabas.'),
	},
	{
		message: 'No se pudo comprobar el cuestionario. Inténtalo de nuevo.',
		provoke: async ({ page, server, voter }) => {
			// As on a server without the material.
			await page.route('**/compare-quizzes/*?include=material', async (route) => {
				const { material: _, ...quiz } = await (await route.fetch()).json()
				await route.fulfill({ json: quiz })
			})
			await refuse(page, '**/candidates/**', 500)
			await refuse(page, '**/compare-quizzes/*/validate', 500)
			await page.goto(`/quiz/${await quizOf(server.origin, voter, 'BINARY')}`)
		},
	},
	{
		message: 'No se pudieron obtener los resultados. Inténtalo de nuevo.',
		provoke: async ({ page }) => {
			await refuse(page, '**/quiz/attempt?*', 403)
			await page.goto('/results?quizAttemptId=987654321')
		},
		and: alertText('No tienes permiso para ver esto.'),
	},
	{
		message: 'No se ha indicado ningún intento',
		provoke: ({ page }) => page.goto('/results'),
	},
]
