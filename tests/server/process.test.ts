import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { newDatabase, putCluster } from '../support/database.ts'
import { child, dataDir, run, setUpProgram } from '../support/program.ts'

setUpProgram()

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
		await putCluster(dataDir)
		const { result } = run({ ...(await newDatabase()), PORT: String(port) })
		expect(await result.ended).toBe(1)
		taken.close()
		expect(result.output).toMatch(/First administrator: admin, password \S{20} /)
		expect(result.output).toContain(`PORT ${port} is in use`)
	})

	it('names HOST and PORT when it cannot listen there, and blames no database', async () => {
		await putCluster(dataDir)
		// An address for documentation only: no machine has it.
		const { result } = run({ ...(await newDatabase()), HOST: '203.0.113.1', PORT: '0' })
		expect(await result.ended).toBe(1)
		expect(result.output).toMatch(
			/^Cannot listen on HOST 203\.0\.113\.1, PORT 0: .*EADDRNOTAVAIL.*\.$/m,
		)
	})
})
