import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { elections } from '#contract/elections.ts'
import { ACCOUNT_GONE } from '#contract/endpoint.ts'
import { testConfig } from '#contract/knowledge-test.ts'
import { call, quietCall } from '#web/app/api.ts'
import { forgetErasure, noteErasure, openErasure } from '#web/app/erasure-mark.ts'
import { session } from '#web/app/session.ts'

const user = { username: 'ada', email: 'ada@example.org', roles: ['ROLE_USER'] }

describe('401 reply', () => {
	beforeEach(() => {
		session.signIn({ token: 'a token', user, remember: true })
		vi.stubGlobal('location', { pathname: '/elections' })
		vi.stubGlobal('fetch', async () => Response.json({ message: 'no' }, { status: 401 }))
	})
	afterEach(() => {
		session.signOut()
		vi.unstubAllGlobals()
	})

	it('ends the session', async () => {
		await call(elections.active, {})
		expect(session.token()).toBeNull()
		expect(session.get().ended).toBe('expired')
	})

	// Specified: the test needs no sign-in.
	it('does not end the session during a knowledge test', async () => {
		vi.stubGlobal('location', { pathname: '/test' })
		await call(elections.active, {})
		expect(session.token()).toBe('a token')
	})

	it('does not end the session on a public call', async () => {
		await call(testConfig.active, {})
		expect(session.token()).toBe('a token')
	})

	it.each([
		[ACCOUNT_GONE, true],
		['about:blank', false],
	])('with type %s marks the account as deleted: %s', async (type, gone) => {
		vi.stubGlobal('fetch', async () => Response.json({ type }, { status: 401 }))
		await call(elections.active, {})
		expect(session.isAccountGone()).toBe(gone)
	})

	it('does not end the session on quiet calls', async () => {
		await quietCall(elections.active, {})
		expect(session.token()).toBe('a token')
	})
})

describe('unconfirmed erasure mark', () => {
	const asked = { key: '7', token: 'a token' }
	beforeEach(() => {
		session.signIn({ token: 'a token', user, remember: true })
		noteErasure(asked, true)
	})
	afterEach(() => {
		forgetErasure()
		session.signOut()
		vi.unstubAllGlobals()
	})
	const reply = (status: number): void => {
		vi.stubGlobal('fetch', async () => Response.json([], { status }))
	}

	it('is removed by the next authenticated reply', async () => {
		reply(200)
		await call(elections.active, {})
		expect(openErasure()).toBeNull()
	})

	it.each([
		['a refusal', 403, 'a token'],
		["a reply to another voter's call", 200, 'another token'],
	])('stays after %s', async (_, status, token) => {
		reply(status)
		await call(elections.active, {}, { token })
		expect(openErasure()).toEqual(asked)
	})
})
