import { expect, it } from 'vitest'
import { users } from '#server/db/schema.ts'
import { createTestServer } from '../support/server.ts'

const REGISTRATION = {
	username: 'voter',
	email: 'voter@example.org',
	password: 'a good password',
}

// The client would retry, and a busy server would do the work twice.
it('skips a request whose client has disconnected', async () => {
	const server = await createTestServer()
	const leaving = new AbortController()
	const register = (signal: AbortSignal) =>
		server.app.request('/api/auth/register', {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(REGISTRATION),
			signal,
		})
	const left = register(leaving.signal)
	leaving.abort()
	await left
	expect(await server.db.select().from(users)).toEqual([])
	expect((await register(new AbortController().signal)).status).toBe(201)
})
