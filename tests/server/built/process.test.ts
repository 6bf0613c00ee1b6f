import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { freePort } from '../../support/free-port.ts'
import { child, run, setUpProgram } from '../../support/program.ts'

setUpProgram()

describe('program', () => {
	it('prints its address and the password once and stops cleanly', async () => {
		const { result, until } = run({})
		const [, url] = await until(/ready at (http:\/\/127\.0\.0\.1:\d+)\n/)
		expect(result.output.match(/First administrator: admin, password \S{20} /g)).toHaveLength(1)
		expect((await fetch(`${url}/api/health`)).status).toBe(200)
		child.kill('SIGTERM')
		expect(await result.ended).toBe(0)
		expect(result.output).not.toContain('rror')
	})

	it('creates nothing if the port is in use', async () => {
		const taken = createServer().listen(0, '127.0.0.1')
		await once(taken, 'listening')
		const { port } = taken.address() as AddressInfo
		const { result } = run({ PORT: String(port) })
		expect(await result.ended).toBe(1)
		taken.close()
		expect(result.output).not.toContain('First administrator')
		expect(result.output).toContain(`PORT ${port} is in use`)
	})

	it('serves pages before its database answers', async () => {
		const silent = createServer().listen(0, '127.0.0.1')
		await once(silent, 'listening')
		const { port } = silent.address() as AddressInfo
		const own = await freePort()
		run({ DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none`, PORT: String(own) })
		const live = `http://127.0.0.1:${own}/api/health/live`
		await vi.waitFor(async () => expect((await fetch(live)).status).toBe(200), 60_000)
		expect((await fetch(`http://127.0.0.1:${own}/api/health`)).status).toBe(503)
		silent.close()
	})

	it('names HOST and PORT when it cannot listen there', async () => {
		// Reserved for documentation, so no machine has this address.
		const { result } = run({ HOST: '203.0.113.1' })
		expect(await result.ended).toBe(1)
		expect(result.output).toMatch(
			/^Cannot listen on HOST 203\.0\.113\.1, PORT 0: .*EADDRNOTAVAIL.*\.$/m,
		)
	})
})
