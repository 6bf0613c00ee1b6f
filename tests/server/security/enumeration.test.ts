import { createHook } from 'node:async_hooks'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { post } from '../../support/resets.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'

// Replies and work must not reveal that an account exists. The tests count hashes instead of timing them: a password
// hash is a task of the native library, and the only async resource without a name.

let server: TestServer
let hashes = 0
const hook = createHook({
	init: (_id, type) => {
		if (type === 'undefined') hashes++
	},
})
beforeEach(async () => {
	server = await createTestServer({ log: () => undefined })
	await server.registerVoter('known')
	await server.registerVoter('gone')
	// Triggers the once-per-process work before counting.
	await post(server, '/auth/login', { username: 'warm', password: 'warm up' })
	hook.enable()
})
afterEach(() => {
	hook.disable()
})

/** Counts the passwords that a call hashes and returns its reply. */
const countHashes = async (path: string, body: unknown) => {
	hashes = 0
	const { status, body: reply } = await post(server, path, body)
	await server.links.settled()
	return { hashes, status, reply }
}

describe('signing in', () => {
	it('hashes once and gives the same reply for wrong passwords and unknown names', async () => {
		const attempts = [
			{ username: 'known', password: 'wrong one' },
			{ username: 'known@example.org', password: 'wrong one' },
			{ username: 'nobody', password: 'wrong one' },
			{ username: 'nobody@example.org', password: 'x' },
			{ username: "' or 1=1 --", password: 'wrong one' },
			{ username: 'known', password: 'x'.repeat(128) },
		]
		for (const body of attempts) {
			const outcome = await countHashes('/auth/login', body)
			expect(outcome).toMatchObject({
				hashes: 1,
				status: 401,
				reply: { message: 'Bad credentials' },
			})
		}
		const right = { username: 'known', password: 'a password of the tests' }
		expect(await countHashes('/auth/login', right)).toMatchObject({ hashes: 1, status: 200 })
	})

	it('treats a deleted account like an unknown one', async () => {
		const admin = await server.registerVoter('boss', ['ROLE_ADMIN'])
		const gone = await server.registerVoter('deleted')
		await admin.call(server.endpoints.manageUsers.remove, { params: { id: gone.user.id } })
		const body = { username: 'deleted', password: gone.password }
		const none = { ...body, username: 'nobody' }
		expect(await countHashes('/auth/login', body)).toEqual(await countHashes('/auth/login', none))
	})
})

describe('registering', () => {
	it('hashes once for both free and taken names (E7)', async () => {
		const body = { username: 'fresh', email: 'fresh@example.org', password: 'a good one' }
		expect(await countHashes('/auth/register', body)).toMatchObject({ hashes: 1, status: 201 })
		const taken = { ...body, email: 'other@example.org' }
		const refused = await countHashes('/auth/register', taken)
		expect(refused).toMatchObject({ hashes: 1, status: 409 })
		expect(JSON.stringify(refused.reply)).not.toContain('fresh@example.org')
	})
})

describe('requesting a password reset', () => {
	it('hashes nothing and gives the same reply for known and unknown addresses', async () => {
		const known = await countHashes('/auth/forgot-password', { email: 'known@example.org' })
		const unknown = await countHashes('/auth/forgot-password', { email: 'nobody@example.org' })
		expect(known).toEqual(unknown)
		expect(known).toMatchObject({ hashes: 0, status: 200 })
	})

	it('hashes nothing and gives the same reply for every invalid token', async () => {
		for (const token of ['', 'x', 'A'.repeat(43)]) {
			const outcome = await countHashes('/auth/reset-password', { token, password: 'a new one' })
			expect(outcome).toMatchObject({ hashes: 0, status: 400 })
			expect(outcome.reply).toMatchObject({
				message: 'This link is no longer valid. Ask for a new one.',
			})
		}
	})
})
