import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from 'playwright/test'

export interface RunningServer {
	readonly origin: string
}

export interface Voter {
	readonly username: string
	readonly password: string
	readonly token: string
}

const freePort = (): Promise<number> =>
	new Promise((resolve, reject) => {
		const probe = createServer()
		probe.once('error', reject)
		probe.listen(0, '127.0.0.1', () => {
			const address = probe.address()
			probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
		})
	})

const exited = (child: ChildProcess): Promise<void> =>
	child.exitCode !== null || child.signalCode !== null
		? Promise.resolve()
		: new Promise((resolve) => child.once('exit', () => resolve()))

/** Waits until the API answers; the embedded database takes a few seconds at its first start. */
const untilHealthy = async (origin: string, child: ChildProcess): Promise<void> => {
	for (let tries = 0; tries < 300; tries++) {
		if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
		const reply = await fetch(`${origin}/api/health`).catch(() => null)
		if (reply?.ok) return
		await new Promise((resolve) => setTimeout(resolve, 200))
	}
	throw new Error('the server did not answer in a minute')
}

/** Starts the built server as a user would run it, with an empty data folder of its own. */
const startServer = async (): Promise<RunningServer & { stop(): Promise<void> }> => {
	const port = await freePort()
	const dataDir = await mkdtemp(join(tmpdir(), 'evenhand-e2e-'))
	const child = spawn(process.execPath, ['dist/server/main.js'], {
		env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir },
		stdio: ['ignore', 'ignore', 'inherit'],
	})
	const origin = `http://127.0.0.1:${port}`
	const stop = async (): Promise<void> => {
		child.kill('SIGTERM')
		await exited(child)
		await rm(dataDir, { recursive: true, force: true })
	}
	try {
		await untilHealthy(origin, child)
	} catch (error) {
		await stop()
		throw error
	}
	return { origin, stop }
}

let voters = 0

/** A voter of their own for a test, made over the API. */
export const registerVoter = async (origin: string): Promise<Voter> => {
	const username = `voter${process.pid}x${voters++}`
	const password = 'a good password'
	const reply = await fetch(`${origin}/api/auth/register`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ username, email: `${username}@example.org`, password }),
	})
	const { token } = (await reply.json()) as { token: string }
	return { username, password, token }
}

/** Signs a voter in through the form. */
export const signIn = async (page: Page, voter: Voter): Promise<void> => {
	await page.goto('/login')
	await page.getByLabel('Username').fill(voter.username)
	await page.getByLabel('Password', { exact: true }).fill(voter.password)
	await page.getByRole('button', { name: 'Sign in' }).click()
	await expect(page).toHaveURL(/\/elections$/)
}

/** Asserts that axe finds nothing against WCAG 2.2 A and AA on the page as it stands. */
export const expectAccessible = async (page: Page): Promise<void> => {
	const { violations } = await new AxeBuilder({ page })
		.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
		.analyze()
	const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.target).join(' ')}`)
	expect(found, `axe on ${page.url()}`).toEqual([])
}

interface Fixtures {
	/** What the page complained of: errors that nobody caught, and console errors and warnings. */
	readonly complaints: string[]
}

export const test = base.extend<Fixtures, { server: RunningServer }>({
	server: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
		async ({}, use) => {
			const server = await startServer()
			await use(server)
			await server.stop()
		},
		{ scope: 'worker', timeout: 90_000 },
	],
	baseURL: async ({ server }, use) => use(server.origin),
	complaints: [
		async ({ page }, use) => {
			const complaints: string[] = []
			page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
			page.on('console', (message) => {
				if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
			})
			await use(complaints)
			expect(complaints, 'the page complained').toEqual([])
		},
		{ auto: true },
	],
})

export { expect }
