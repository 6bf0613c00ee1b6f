import { execFile } from 'node:child_process'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { answerNext, untilSent } from '../e2e/attempt-events.ts'
import { sendSignIn } from '../e2e/fixtures.ts'
import { beginFirst } from '../e2e/quiz-page.ts'
import { answerRest } from '../support/take-quiz.ts'
import { expect, test } from './fixtures.ts'

const run = promisify(execFile)

test('takes a new voter to results with a valid receipt', async ({ launch, network }, info) => {
	const downloads = info.outputPath('downloads')
	await mkdir(downloads, { recursive: true })
	const { page } = await launch({ downloads })
	const username = `visitor${Date.now()}`
	const password = 'a good password'
	await page.goto(`${network.origin}/register`)
	await page.getByLabel('Username').fill(username)
	await page.getByLabel('Email').fill(`${username}@example.org`)
	await page.getByLabel('Password', { exact: true }).fill(password)
	await page.getByLabel('Confirm password', { exact: true }).fill(password)
	await page.getByRole('button', { name: 'Register' }).click()
	await page.waitForFunction(() => location.pathname === '/elections')
	const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
	await beginFirst(page, /agree or disagree/)
	const address = await page.url()
	await answerNext(page, 2)
	await untilSent(page)
	await answerRest(network.origin, { token }, 2)

	await page.goto(`${network.origin}/elections`)
	await page.getByRole('button', { name: /menu/i }).click()
	await page.getByRole('button', { name: 'Logout' }).click()
	await page.waitForFunction(() => location.pathname === '/login')
	await sendSignIn(page, { username, password })
	await page.getByRole('searchbox').waitFor()

	await page.goto(address)
	await page.getByText('39 of 40', { exact: true }).waitFor()
	await answerNext(page, 2)
	await page.getByRole('heading', { name: 'Your results' }).waitFor()
	await expect.poll(() => page.getByText('Estimated on this device').count()).toBe(0)
	await page.getByRole('button', { name: 'Receipt' }).click()
	const finished = async () => (await readdir(downloads)).filter((name) => name.endsWith('.json'))
	await expect.poll(finished).toHaveLength(1)
	const [name = ''] = await finished()
	const { stdout } = await run('npx', ['tsx', 'src/receipt/main.ts', join(downloads, name)])
	expect(stdout).toContain('The receipt is right')
})
