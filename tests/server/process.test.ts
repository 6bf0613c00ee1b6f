import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

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
	const result = { output: '', ended: new Promise<number | null>((r) => child.once('exit', r)) }
	const until = (pattern: RegExp) =>
		new Promise<RegExpExecArray>((resolve, reject) => {
			const look = () => {
				const found = pattern.exec(result.output)
				if (found) resolve(found)
			}
			for (const stream of [child.stdout, child.stderr]) {
				stream?.on('data', (chunk: Buffer) => {
					result.output += chunk.toString()
					look()
				})
			}
			child.once('exit', () => reject(new Error(`ended early:\n${result.output}`)))
		})
	return { result, until }
}

describe('the program', () => {
	it('says where it is, tells the generated password once, and stops when asked, closing all', async () => {
		const { result, until } = run({ PORT: '0' })
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
		const { result } = run({ PORT: String(port) })
		for (const stream of [child.stdout, child.stderr]) {
			stream?.on('data', (chunk: Buffer) => {
				result.output += chunk.toString()
			})
		}
		expect(await result.ended).toBe(1)
		taken.close()
		expect(result.output).toMatch(/First administrator: admin, password \S{20} /)
		expect(result.output).toContain(`PORT ${port} is in use`)
	})

	it('names the file when the secret that it kept is no secret', async () => {
		writeFileSync(join(dataDir, 'jwt-secret'), '')
		const { result } = run({})
		child.stderr?.on('data', (chunk: Buffer) => {
			result.output += chunk.toString()
		})
		expect(await result.ended).toBe(1)
		expect(result.output).toContain(join(dataDir, 'jwt-secret'))
	})

	it('ends with a message that names the variable when its configuration is bad', async () => {
		const { result } = run({ PORT: 'http' })
		child.stderr?.on('data', (chunk: Buffer) => {
			result.output += chunk.toString()
		})
		expect(await result.ended).toBe(1)
		expect(result.output).toBe('Bad configuration: PORT must be a port number.\n')
	})

	it('ends with a message when the database cannot be reached', async () => {
		const { result } = run({ DATABASE_URL: 'postgres://nobody:hidden@127.0.0.1:1/none' })
		child.stderr?.on('data', (chunk: Buffer) => {
			result.output += chunk.toString()
		})
		expect(await result.ended).toBe(1)
		expect(result.output).toBe('The database cannot be used (ECONNREFUSED).\n')
	})
})
