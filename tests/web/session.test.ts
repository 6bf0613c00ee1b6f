import { describe, expect, it, vi } from 'vitest'
import { deferred } from '#tests/web/deferred.ts'
import { clearVoterStorage } from '#web/app/clear-voter-storage.ts'
import { createSession, type ProfileCheck } from '#web/app/session.ts'
import { usableStorage } from '#web/app/storage.ts'

const user = { id: '7', username: 'ada', email: 'ada@example.org', roles: ['ROLE_USER'] }
const signedIn = { token: 't1', user, remember: true }

/** In-memory fallback storage, empty like a new browser. */
const memory = () =>
	usableStorage(() => {
		throw new Error('blocked')
	})

const storages = () => ({ lasting: memory(), passing: memory() })

describe('session', () => {
	it('stores token and user in local storage with remember-me', () => {
		const device = storages()
		createSession(device).signIn(signedIn)
		expect(device.lasting.getItem('token')).toBe('t1')
		expect(JSON.parse(device.lasting.getItem('userData') ?? '')).toEqual(user)
		expect(createSession(device).get().user).toEqual(user)
	})

	it('stores them only in the tab without remember-me', () => {
		const device = storages()
		const session = createSession(device)
		session.signIn({ ...signedIn, remember: false })
		expect(device.lasting.length).toBe(0)
		expect(session.isRemembered()).toBe(false)
		expect(createSession({ ...device, passing: memory() }).get().user).toBeNull()
	})

	it('identifies the voter by id, else by username', () => {
		const session = createSession(storages())
		session.signIn(signedIn)
		expect(session.userKey()).toBe('7')
		session.signIn({ ...signedIn, user: { username: 'ada', email: null, roles: [] } })
		expect(session.userKey()).toBe('ada')
	})

	it('stays signed in when the storage is full', () => {
		const device = storages()
		createSession(device).signIn(signedIn)
		const setItem = () => {
			throw new DOMException('no room', 'QuotaExceededError')
		}
		const full = usableStorage(() => Object.assign(device.lasting, { setItem }))
		expect(createSession({ ...device, lasting: full }).token()).toBe('t1')
	})

	it('can start in memory when the storage is full', () => {
		const device = storages()
		device.lasting.setItem('theme', 'dark')
		const setItem = () => {
			throw new DOMException('no room', 'QuotaExceededError')
		}
		const lasting = usableStorage(() => Object.assign(device.lasting, { setItem }))
		const session = createSession({ ...device, lasting })
		session.signIn(signedIn)
		expect(session.token()).toBe('t1')
	})

	it('treats invalid stored data as signed out', () => {
		for (const userData of ['{', 'null', '{"name":1}']) {
			const device = storages()
			device.lasting.setItem('token', 't1')
			device.lasting.setItem('userData', userData)
			expect(createSession(device).get().user).toBeNull()
		}
	})

	it('removes token and user but no other data at sign-out', () => {
		const device = storages()
		const session = createSession(device)
		session.signIn(signedIn)
		device.lasting.setItem('evenhand.tutorialSeen', 'true')
		session.signOut()
		expect(session.get()).toEqual({ user: null, verifying: false, ended: 'signed-out' })
		expect(device.lasting.getItem('token')).toBeNull()
		expect(device.lasting.getItem('userData')).toBeNull()
		expect(device.lasting.getItem('evenhand.tutorialSeen')).toBe('true')
	})

	it('clears both storages at sign-out with wipe', () => {
		const device = storages()
		const session = createSession(device)
		session.signIn({ ...signedIn, remember: false })
		device.lasting.setItem('evenhand.tutorialSeen', 'true')
		device.passing.setItem('evenhand.picks.1', 'a b')
		session.signOut({ wipe: clearVoterStorage })
		expect([device.lasting.length, device.passing.length]).toEqual([0, 0])
	})

	it('keeps device settings at sign-out with wipe', () => {
		const device = storages()
		const session = createSession(device)
		session.signIn({ ...signedIn, remember: false })
		const settings = { language: 'es', motion: 'reduce', theme: 'dark' }
		for (const [key, value] of Object.entries(settings)) device.lasting.setItem(key, value)
		device.lasting.setItem('evenhand.tutorialSeen', 'true')
		session.signOut({ wipe: clearVoterStorage })
		expect(device.lasting.length).toBe(3)
		for (const [key, value] of Object.entries(settings)) {
			expect(device.lasting.getItem(key)).toBe(value)
		}
	})

	it('expires only the refused token', () => {
		const session = createSession(storages())
		session.signIn(signedIn)
		session.expire('an older one')
		expect(session.token()).toBe('t1')
		session.expire('t1')
		expect(session.token()).toBeNull()
		expect(session.get()).toMatchObject({ user: null, ended: 'expired' })
	})

	it('remembers the expired user until the next sign-in or sign-out', () => {
		const device = storages()
		const session = createSession(device)
		expect(session.expiredKey()).toBeNull()
		session.signIn(signedIn)
		expect(session.expiredKey()).toBeNull()
		session.expire('t1')
		expect(session.expiredKey()).toBe('7')
		const reloaded = createSession(device)
		expect(reloaded.expiredKey()).toBe('7')
		reloaded.signIn(signedIn)
		expect(reloaded.expiredKey()).toBeNull()
		reloaded.signOut()
		expect([reloaded.expiredKey(), createSession(device).expiredKey()]).toEqual([null, null])
	})

	it('remembers a deleted account until the next sign-in or sign-out', () => {
		const device = storages()
		const session = createSession(device)
		session.signIn(signedIn)
		session.expire('t1', true)
		const reloaded = createSession(device)
		expect([session.isAccountGone(), reloaded.isAccountGone()]).toEqual([true, true])
		reloaded.signIn(signedIn)
		expect(reloaded.isAccountGone()).toBe(false)
		reloaded.expire('t1', true)
		reloaded.signOut()
		expect([reloaded.isAccountGone(), createSession(device).isAccountGone()]).toEqual([
			false,
			false,
		])
	})

	it('detects a deleted account from another tab', () => {
		const device = storages()
		const session = createSession(device)
		session.signIn(signedIn)
		createSession(device).expire(signedIn.token, true)
		session.reload()
		expect(session.isAccountGone()).toBe(true)
	})

	it('notifies listeners until they unsubscribe', () => {
		const session = createSession(storages())
		const listener = vi.fn()
		const leave = session.subscribe(listener)
		session.signIn(signedIn)
		session.signOut()
		leave()
		session.signIn(signedIn)
		expect(listener).toHaveBeenCalledTimes(2)
	})

	it('follows a sign-out in another tab', () => {
		const device = storages()
		const session = createSession(device)
		session.signIn(signedIn)
		createSession(device).signOut()
		session.reload()
		expect(session.get()).toMatchObject({ user: null, ended: 'signed-out' })
	})

	// An expired session keeps the return path.
	it('follows an expiry in another tab as expired', () => {
		const device = storages()
		const session = createSession(device)
		session.signIn(signedIn)
		createSession(device).expire(signedIn.token)
		session.reload()
		expect(session.get()).toMatchObject({ user: null, ended: 'expired' })
		expect(session.expiredKey()).not.toBeNull()
	})

	it("does not mistake another tab's sign-out for an expiry", () => {
		const device = storages()
		const session = createSession(device)
		session.signIn(signedIn)
		const endings: unknown[] = []
		const { removeItem } = device.lasting
		vi.spyOn(device.lasting, 'removeItem').mockImplementation((key) => {
			removeItem.call(device.lasting, key)
			session.reload()
			endings.push(session.get().ended)
		})
		createSession(device).signOut()
		expect(new Set(endings)).toEqual(new Set(['signed-out']))
	})
})

describe('startup profile check', () => {
	const checked = async (result: ProfileCheck) => {
		const device = storages()
		createSession(device).signIn(signedIn)
		const session = createSession(device)
		const answer = deferred<ProfileCheck>()
		const done = session.verify(() => answer.promise)
		const during = session.get()
		answer.resolve(result)
		await done
		return { device, session, during }
	}

	it('runs while the stored user is already shown', async () => {
		const { during, session } = await checked({ kind: 'unknown' })
		expect(during).toEqual({ user, verifying: true, ended: null })
		expect(session.get().verifying).toBe(false)
	})

	it('keeps the voter signed in when the server is unreachable', async () => {
		const { session } = await checked({ kind: 'unknown' })
		expect(session.get().user).toEqual(user)
		expect(session.token()).toBe('t1')
	})

	it('clears token and user on a refusal', async () => {
		const { session, device } = await checked({ kind: 'refused' })
		expect(session.get()).toMatchObject({ user: null, ended: 'expired' })
		expect(device.lasting.length).toBe(0)
	})

	it('clears the user if the refusal already removed the token', async () => {
		const device = storages()
		createSession(device).signIn(signedIn)
		const session = createSession(device)
		await session.verify(async () => {
			session.expire('t1')
			return { kind: 'refused' }
		})
		expect(device.lasting.length).toBe(0)
		expect(session.expiredKey(), 'user with waiting answers').toBe('7')
	})

	// The outbox on the device belongs to that id.
	it('updates the roles but keeps the user id', async () => {
		const fresh = { id: '8', username: 'ada', email: 'new@example.org', roles: ['ROLE_ADMIN'] }
		const { session } = await checked({ kind: 'user', user: fresh })
		expect(session.get().user).toEqual({ ...fresh, id: '7' })
		expect(session.userKey()).toBe('7')
	})

	it('does not affect a sign-in that happened meanwhile', async () => {
		const session = createSession(storages())
		session.signIn(signedIn)
		await session.verify(async () => {
			session.signIn({ ...signedIn, token: 't2' })
			return { kind: 'refused' }
		})
		expect(session.token()).toBe('t2')
	})

	it('does not restore a session that another tab ended', async () => {
		const device = storages()
		const session = createSession(device)
		session.signIn(signedIn)
		await session.verify(async () => {
			device.lasting.removeItem('token')
			return { kind: 'user', user }
		})
		expect(device.lasting.getItem('token')).toBeNull()
	})

	it.each(['verify', 'expire'] as const)(
		'refusal keeps a newer sign-in from another tab: %s',
		async (how) => {
			const device = storages()
			const session = createSession(device)
			session.signIn(signedIn)
			device.lasting.setItem('token', 't2')
			if (how === 'verify') await session.verify(async () => ({ kind: 'refused' }))
			else session.expire('t1')
			expect(device.lasting.getItem('token')).toBe('t2')
			expect(device.lasting.getItem('userData')).not.toBeNull()
		},
	)

	it('is skipped when signed out', async () => {
		const check = vi.fn()
		await createSession(storages()).verify(check)
		expect(check).not.toHaveBeenCalled()
	})
})
