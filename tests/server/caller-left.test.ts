import { expect, it } from 'vitest'
import { users } from '#server/db/schema.ts'
import { createTestServer } from '../support/server.ts'

const REGISTRATION = {
	username: 'voter',
	email: 'voter@example.org',
	password: 'a good password',
}

it('what nobody waits for any more is not begun: a busy server would work for those who have gone, and they ask again', async () => {
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
