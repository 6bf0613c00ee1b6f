import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { runRestore } from '#server/backup/program.ts'
import { type Db, openDb } from '#server/db/open.ts'
import { users } from '#server/db/schema.ts'
import { listSnapshots } from '#server/db/snapshots.ts'
import { child, dataDir, run, SERVER, setUpProgram } from '../../support/program.ts'

// Runs the programs as separate processes.

setUpProgram()

const FAST_CLOCK = new URL('../../support/preload-fast-clock.ts', import.meta.url).href
const SHORT_INTERVALS = new URL('../../support/preload-short-intervals.ts', import.meta.url).href

const start = async (program: readonly string[] = [SERVER]) => {
	const { result, until } = run({}, program)
	const [, origin = ''] = await until(/ready at (http:\/\/127\.0\.0\.1:\d+)\n/)
	return { origin, result, server: child }
}

const register = async (origin: string, username: string): Promise<void> => {
	const body = { username, email: `${username}@example.org`, password: 'a good password' }
	const reply = await fetch(`${origin}/api/auth/register`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	})
	expect(reply.status).toBeLessThan(300)
}

/** Runs `npm run backup` or `npm run restore`. @returns exit code and output. */
const program = async (verb: 'backup' | 'restore', file: string) => {
	const { result } = run({}, ['--import', FAST_CLOCK, 'src/server/backup/main.ts', verb, file])
	return { code: await result.ended, output: result.output }
}

/** Opens the database while no server has it open. */
const inDb = async <Result>(work: (db: Db) => Promise<Result>): Promise<Result> => {
	const { db, close } = await openDb({ kind: 'embedded', dataDir }, () => undefined)
	try {
		return await work(db)
	} finally {
		await close()
	}
}

const usernames = () =>
	inDb(async (db) => (await db.select().from(users)).map((row) => row.username))

describe('server on the embedded database', () => {
	it('takes snapshots while serving that can be restored after a kill', async () => {
		const { origin, server } = await start(['--import', SHORT_INTERVALS, SERVER])
		await register(origin, 'ann')
		const before = new Date().toISOString().replaceAll(':', '-')
		const isSince = (file: string | undefined) =>
			file !== undefined && file > join(dataDir, 'snapshots', before)
		for (let tries = 0; tries < 400 && !isSince((await listSnapshots(dataDir)).at(-1)); tries++) {
			// A snapshot is taken only after a write.
			await register(origin, `voter${tries}`)
			await sleep(100)
		}
		// The running server has the data folder locked.
		const refused = await program('backup', join(dataDir, 'backup'))
		expect(refused.code).toBe(1)
		expect(refused.output).toMatch(/Its newest snapshot is .*\.tgz\.\n$/)
		const killed = new Promise((resolve) => server.once('close', resolve))
		server.kill('SIGKILL')
		await killed
		const newest = (await listSnapshots(dataDir)).at(-1) ?? ''
		expect(isSince(newest)).toBe(true)
		rmSync(join(dataDir, 'db'), { recursive: true })
		expect(await program('restore', newest)).toEqual({ code: 0, output: `Restored ${newest}\n` })
		expect(await usernames()).toContain('ann')
	}, 120_000)

	it('takes a restorable snapshot on shutdown and writes a manual backup', async () => {
		const { origin, result } = await start()
		await register(origin, 'ann')
		child.kill('SIGTERM')
		expect(await result.ended).toBe(0)
		const [last = '', ...others] = await listSnapshots(dataDir)
		expect(others).toEqual([])
		rmSync(join(dataDir, 'db'), { recursive: true })
		await runRestore([last], { DATA_DIR: dataDir }, () => undefined, new Date())
		expect(await usernames()).toEqual(expect.arrayContaining(['admin', 'ann']))

		const file = join(dataDir, 'backup')
		expect(await program('backup', file)).toEqual({ code: 0, output: `Wrote ${file}\n` })
		expect(statSync(file).mode & 0o777, 'accessible by its owner only').toBe(0o600)
	}, 120_000)
})
