import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'

/** The first administrator of every built server of the tests. */
export const ADMIN = { username: 'admin', password: 'of these tests only' } as const

type Env = Readonly<Record<string, string>>

/** The built server in a process of its own, with a data folder of its own. */
export interface BuiltServer {
	readonly origin: string
	/** Ends the process as its operator would; what it has stored stays. */
	halt(): Promise<void>
	/** Starts it again, on the same port and the same data. @param env variables of this start. */
	resume(env?: Env): Promise<void>
	/** Reads the database itself: the server is stopped for that and started again. */
	ask<Value>(question: (db: PGlite) => Promise<Value>): Promise<Value>
	/** Ends the process and deletes its data. */
	stop(): Promise<void>
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
	for (let tries = 0; tries < 600; tries++) {
		if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
		const reply = await fetch(`${origin}/api/health`).catch(() => null)
		if (reply?.ok) return
		await new Promise((resolve) => setTimeout(resolve, 100))
	}
	throw new Error('the server did not answer in a minute')
}

/** Starts the built server as a user would run it, with an empty data folder. */
export const startServer = async (): Promise<BuiltServer> => {
	const port = await freePort()
	const dataDir = await mkdtemp(join(tmpdir(), 'evenhand-built-'))
	const origin = `http://127.0.0.1:${port}`
	let child: ChildProcess | null = null

	const halt = async (): Promise<void> => {
		if (child === null) return
		child.kill('SIGTERM')
		await exited(child)
		child = null
	}
	const resume = async (env: Env = {}): Promise<void> => {
		child = spawn(process.execPath, ['dist/server/main.js'], {
			env: {
				...process.env,
				PORT: String(port),
				HOST: '127.0.0.1',
				DATA_DIR: dataDir,
				ADMIN_PASSWORD: ADMIN.password,
				...env,
			},
			stdio: ['ignore', 'ignore', 'inherit'],
		})
		await untilHealthy(origin, child)
	}
	const stop = async (): Promise<void> => {
		await halt()
		await rm(dataDir, { recursive: true, force: true })
	}
	const ask: BuiltServer['ask'] = async (question) => {
		await halt()
		const db = await PGlite.create(join(dataDir, 'db'))
		try {
			return await question(db)
		} finally {
			await db.close()
			await resume()
		}
	}
	try {
		await resume()
	} catch (error) {
		await stop()
		throw error
	}
	return { origin, halt, resume, ask, stop }
}

/** A voter who was registered at a running server. */
export interface RegisteredVoter {
	readonly username: string
	readonly password: string
	readonly token: string
}

let voters = 0

/** A voter of their own for a test, made over the API. */
export const registerVoter = async (origin: string): Promise<RegisteredVoter> => {
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
