import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newDatabase } from '../support/database.ts'

let dataDir: string
let child: ChildProcess
beforeEach(() => {
	dataDir = mkdtempSync(join(tmpdir(), 'evenhand-process-'))
})
afterEach(() => {
	child.kill('SIGKILL')
	rmSync(dataDir, { recursive: true })
})

/** Runs the program; `output` grows, `ended` is its exit code. */
const run = (env: Record<string, string>) => {
	const program = ['--import', 'tsx', 'src/server/main.ts']
	const all = { ...process.env, DATA_DIR: dataDir, SAMPLE_DATA: 'none', HOST: '127.0.0.1', ...env }
	child = spawn(process.execPath, program, { env: all, stdio: ['ignore', 'pipe', 'pipe'] })
	// "close" and not "exit": by then all that it wrote has been read.
	const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
	const result = { output: '', ended }
	const streams = [child.stdout, child.stderr]
	for (const stream of streams) {
		stream?.on('data', (chunk: Buffer) => {
			result.output += chunk.toString()
		})
	}
	const until = (pattern: RegExp) =>
		new Promise<RegExpExecArray>((resolve, reject) => {
			const look = () => {
				const found = pattern.exec(result.output)
				if (found) resolve(found)
			}
			for (const stream of streams) stream?.on('data', look)
			child.once('close', () => reject(new Error(`ended early:\n${result.output}`)))
		})
	return { result, until }
}

describe('the program', () => {
	it('says where it is, tells the generated password once, and stops when asked, closing all', async () => {
		const { result, until } = run({ ...(await newDatabase()), PORT: '0' })
		const [, url] = await until(/ready at (http:\/\/127\.0\.0\.1:\d+)\n/)
		expect(result.output.match(/First administrator: admin, password \S{20} /g)).toHaveLength(1)
		expect((await fetch(`${url}/api/health`)).status).toBe(200)
		child.kill('SIGTERM')
		expect(await result.ended).toBe(0)
		expect(result.output).not.toContain('rror')
	})

	it('tells the generated password also when it then cannot listen, because the next start will not', async () => {
		const taken = createServer().listen(0, '127.0.0.1')
		await once(taken, 'listening')
		const { port } = taken.address() as AddressInfo
		const { result } = run({ ...(await newDatabase()), PORT: String(port) })
		expect(await result.ended).toBe(1)
		taken.close()
		expect(result.output).toMatch(/First administrator: admin, password \S{20} /)
		expect(result.output).toContain(`PORT ${port} is in use`)
	})

	it('names HOST and PORT when it cannot listen there, and blames no database', async () => {
		// An address for documentation only: no machine has it.
		const { result } = run({ ...(await newDatabase()), HOST: '203.0.113.1', PORT: '0' })
		expect(await result.ended).toBe(1)
		expect(result.output).toMatch(
			/^Cannot listen on HOST 203\.0\.113\.1, PORT 0: .*EADDRNOTAVAIL.*\.$/m,
		)
	})

	it.each([
		['a file', () => join(dataDir, 'file')],
		['under a file', () => join(dataDir, 'file', 'data')],
		// Where no folder can be made, by anybody: in what the system shows of itself, or beside the root's own folders.
		['where the system makes no folder', () => '/proc/none/data'],
	])('ends with a message that names DATA_DIR when that is %s', async (_, folder) => {
		writeFileSync(join(dataDir, 'file'), '')
		const { result } = run({ DATA_DIR: folder() })
		expect(await result.ended).toBe(1)
		expect(result.output).toMatch(/^DATA_DIR \S+ cannot be used: E[A-Z]+: .*\n$/)
		expect(result.output).toContain(`DATA_DIR ${folder()} `)
	})

	it('ends with a message that names DATA_DIR when what is in it is no database', async () => {
		writeFileSync(join(dataDir, 'db'), '')
		const { result } = run({})
		expect(await result.ended).toBe(1)
		expect(result.output).toMatch(/^DATA_DIR \S+ cannot be used: ./)
		expect(existsSync(join(dataDir, 'lock'))).toBe(false)
	})

	it('names the file when the secret that it kept is no secret', async () => {
		writeFileSync(join(dataDir, 'jwt-secret'), '')
		const { result } = run({})
		expect(await result.ended).toBe(1)
		expect(result.output).toContain(join(dataDir, 'jwt-secret'))
	})

	it('ends with a message that names the variable when its configuration is bad', async () => {
		const { result } = run({ PORT: 'http' })
		expect(await result.ended).toBe(1)
		expect(result.output).toBe('Bad configuration: PORT must be a port number.\n')
	})

	it('ends with a message when the database cannot be reached', async () => {
		const { result } = run({ DATABASE_URL: 'postgres://nobody:hidden@127.0.0.1:1/none' })
		expect(await result.ended).toBe(1)
		expect(result.output).toBe('The database cannot be used (ECONNREFUSED).\n')
	})
})
