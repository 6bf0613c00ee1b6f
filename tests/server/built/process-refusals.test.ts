import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dataDir, run, SERVER, setUpProgram } from '../../support/program.ts'

setUpProgram()

describe('failed program start', () => {
	it.each([
		['a file', () => join(dataDir, 'file')],
		['under a file', () => join(dataDir, 'file', 'data')],
		// No folder can be created in /proc.
		['where no folder can be created', () => '/proc/none/data'],
	])('names DATA_DIR when it is %s', async (_, folder) => {
		writeFileSync(join(dataDir, 'file'), '')
		const { result } = run({ DATA_DIR: folder() })
		expect(await result.ended).toBe(1)
		expect(result.output).toMatch(/^DATA_DIR \S+ cannot be used: E[A-Z]+: .*\n$/)
		expect(result.output).toContain(`DATA_DIR ${folder()} `)
	})

	it('names DATA_DIR when its content is no database', async () => {
		writeFileSync(join(dataDir, 'db'), '')
		const { result } = run({})
		expect(await result.ended).toBe(1)
		expect(result.output).toMatch(/^DATA_DIR \S+ cannot be used: ./)
		expect(existsSync(join(dataDir, 'lock'))).toBe(false)
	})

	it('names the secret file when its content is invalid', async () => {
		writeFileSync(join(dataDir, 'jwt-secret'), '')
		const { result } = run({})
		expect(await result.ended).toBe(1)
		expect(result.output).toContain(join(dataDir, 'jwt-secret'))
	})

	it('names the variable when the configuration is invalid', async () => {
		const { result } = run({ PORT: 'http' })
		expect(await result.ended).toBe(1)
		expect(result.output).toBe('Bad configuration: PORT must be a port number.\n')
	})

	it('reports an unreachable database', async () => {
		const { result } = run({ DATABASE_URL: 'postgres://nobody:hidden@127.0.0.1:1/none' })
		expect(await result.ended).toBe(1)
		expect(result.output).toBe('The database cannot be used (ECONNREFUSED).\n')
	})

	it('refuses workers on the embedded database', async () => {
		const { result } = run({}, [SERVER, '--workers', '2'])
		expect(await result.ended).toBe(1)
		expect(result.output).toBe(
			'--workers needs DATABASE_URL: the embedded database is for one process.\n',
		)
	})

	it('requires a number of workers', async () => {
		const { result } = run({}, [SERVER, '--workers', 'many'])
		expect(await result.ended).toBe(1)
		expect(result.output).toBe('Usage: npm start -- [--workers N], N from 1 to 64\n')
	})
})
