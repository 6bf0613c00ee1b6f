import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { elections } from '#contract/elections.ts'
import { testConfig } from '#contract/knowledge-test.ts'
import { call, quietCall } from '#web/app/client.ts'
import { session } from '#web/app/session.ts'

const user = { username: 'ada', email: 'ada@example.org', roles: ['ROLE_USER'] }

describe('a 401', () => {
	beforeEach(() => {
		session.signIn({ token: 'a token', user, remember: true })
		vi.stubGlobal('location', { pathname: '/elections' })
		vi.stubGlobal('fetch', async () => Response.json({ message: 'no' }, { status: 401 }))
	})
	afterEach(() => {
		session.signOut()
		vi.unstubAllGlobals()
	})

	it('ends the session, because nothing else will be answered either', async () => {
		await call(elections.active, {})
		expect(session.token()).toBeNull()
		expect(session.get().ended).toBe('expired')
	})

	it('in the middle of a knowledge test ends nothing, as specified: nobody has to be signed in for it', async () => {
		vi.stubGlobal('location', { pathname: '/test' })
		await call(elections.active, {})
		expect(session.token()).toBe('a token')
	})

	it('to a call that needs no sign-in says nothing of the session', async () => {
		await call(testConfig.active, {})
		expect(session.token()).toBe('a token')
	})

	it('to who decides that themselves leaves it to them', async () => {
		await quietCall(elections.active, {})
		expect(session.token()).toBe('a token')
	})
})
