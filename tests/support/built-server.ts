import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { User } from '#contract/users.ts'
import { freePort } from './free-port.ts'

export const ADMIN = { username: 'admin', password: 'of these tests only' } as const

type Env = Readonly<Record<string, string>>

export interface BuiltServer {
	readonly origin: string
	/** Keeps the data. */
	halt(): Promise<void>
	/** Restarts on the same port and data. @param env variables for this and later starts. */
	resume(env?: Env): Promise<void>
	/** Deletes the data. */
	stop(): Promise<void>
}

const exited = (child: ChildProcess): Promise<void> =>
	child.exitCode !== null || child.signalCode !== null
		? Promise.resolve()
		: new Promise((resolve) => child.once('exit', () => resolve()))

/** Waits until the API responds. The embedded database needs several seconds on its first start. */
const untilHealthy = async (origin: string, child: ChildProcess): Promise<void> => {
	for (let tries = 0; tries < 600; tries++) {
		if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
		const reply = await fetch(`${origin}/api/health`).catch(() => null)
		if (reply?.ok) return
		await new Promise((resolve) => setTimeout(resolve, 100))
	}
	throw new Error('the server did not answer within a minute')
}

/**
 * Starts the built server with an empty data folder.
 * @param always variables of all starts, such as DATABASE_URL.
 */
export const startServer = async (always: Env = {}): Promise<BuiltServer> => {
	const port = await freePort()
	const dataDir = await mkdtemp(join(tmpdir(), 'evenhand-built-'))
	const origin = `http://127.0.0.1:${port}`
	let child: ChildProcess | null = null
	let known = always

	const halt = async (): Promise<void> => {
		if (child === null) return
		child.kill('SIGTERM')
		await exited(child)
		child = null
	}
	const resume = async (env: Env = {}): Promise<void> => {
		known = { ...known, ...env }
		child = spawn(process.execPath, ['dist/server/main.js'], {
			env: {
				...process.env,
				PORT: String(port),
				HOST: '127.0.0.1',
				DATA_DIR: dataDir,
				ADMIN_PASSWORD: ADMIN.password,
				...known,
			},
			stdio: ['ignore', 'ignore', 'inherit'],
		})
		await untilHealthy(origin, child)
	}
	const stop = async (): Promise<void> => {
		await halt()
		await rm(dataDir, { recursive: true, force: true })
	}
	try {
		await resume()
	} catch (error) {
		await stop()
		throw error
	}
	return { origin, halt, resume, stop }
}

export interface RegisteredVoter {
	readonly username: string
	readonly password: string
	readonly token: string
	readonly user: User
}

let voters = 0

/** Registers a new voter through the API. @param username unique by default. */
export const registerVoter = async (
	origin: string,
	username = `voter${process.pid}x${voters++}`,
): Promise<RegisteredVoter> => {
	const password = 'a good password'
	const reply = await fetch(`${origin}/api/auth/register`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ username, email: `${username}@example.org`, password }),
	})
	const { token, user } = (await reply.json()) as Pick<RegisteredVoter, 'token' | 'user'>
	return { username, password, token, user }
}
