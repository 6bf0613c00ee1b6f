import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dataDir, run, SERVER, setUpProgram } from '../support/program.ts'

setUpProgram()

describe('the program', () => {
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

	it('has no workers on the embedded database, which is for one process', async () => {
		const { result } = run({}, [SERVER, '--workers', '2'])
		expect(await result.ended).toBe(1)
		expect(result.output).toBe(
			'--workers needs DATABASE_URL: the embedded database is for one process.\n',
		)
	})

	it('wants the workers as a number', async () => {
		const { result } = run({}, [SERVER, '--workers', 'many'])
		expect(await result.ended).toBe(1)
		expect(result.output).toBe('Usage: npm start -- [--workers N], N from 1 to 64\n')
	})
})
