import { expect, it } from 'vitest'
import { CAPABILITIES } from '#contract/capabilities.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createTestServer } from '../support/server.ts'

const rows = Object.values<readonly Endpoint[]>(CAPABILITIES).flat()

it('lists its capabilities, and has every call of them', async () => {
	const { fetch } = await createTestServer()
	const ask = (path: string, method = 'GET') =>
		fetch(new Request(`http://server.test/api${path}`, { method }))
	const reply = await ask('/health')
	expect(await reply.json()).toEqual({ status: 'ok', capabilities: Object.keys(CAPABILITIES) })
	expect(await (await ask('/health/live')).json()).toEqual({ status: 'ok' })
	for (const { method, path, access } of rows) {
		const { status } = await ask(path.replace(/:\w+/g, '7'), method)
		const expected = access === 'public' && method === 'GET' ? [200] : [400, 401, 415]
		expect(expected, `${method} ${path}`).toContain(status)
	}
})
