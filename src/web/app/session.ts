import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { User } from '#contract/users.ts'
import { createSignal } from '#device/signal.ts'
import { lastingStorage, passingStorage } from './storage.ts'

export interface SessionState {
	readonly user: User | null
	/** The profile check at startup is running. No screen waits for it. */
	readonly verifying: boolean
	/** End of the last session in this page. Null while signed in, or if there was none. */
	readonly ended: 'signed-out' | 'expired' | null
}

/** Result of a profile check. `unknown`: the server did not answer. */
export type ProfileCheck =
	| { readonly kind: 'user'; readonly user: User }
	| { readonly kind: 'refused' }
	| { readonly kind: 'unknown' }

export interface Session {
	get(): SessionState
	subscribe(listener: () => void): () => void
	token(): string | null
	/** Key of the signed-in voter, stable across sign-ins. */
	userKey(): string | null
	/** Key of the voter whose session the server ended, in this page or before. Null after a sign-in or sign-out. */
	expiredKey(): string | null
	/** True if "remember me" was ticked. Otherwise the device is shared. */
	isRemembered(): boolean
	signIn(signedIn: {
		readonly token: string
		readonly user: User
		readonly remember: boolean
	}): void
	/** Clears token, user and this tab's storage. @param options.wipe clears the lasting storage, on shared devices. */
	signOut(options?: { readonly wipe?: ((lasting: Storage) => void) | undefined }): void
	/** Removes a rejected token, unless it was replaced since. @param gone true if the server lacks the account. */
	expire(token: string, gone?: boolean): void
	isAccountGone(): boolean
	/** Checks a stored sign-in once. Only a refusal ends it; a missing network never does. */
	verify(check: () => Promise<ProfileCheck>): Promise<void>
	/** Follows a sign-in or sign-out of another tab. */
	reload(): void
}

const TOKEN = 'token'
const USER = 'userData'
/** Storage key, set if the server does not have the stored user's account. */
const GONE = 'evenhand.accountGone'

interface Stored {
	readonly token: string
	readonly user: User
	readonly storage: Storage
}

const parseUser = (text: string): User | null => {
	try {
		const user = v.safeParse(User, JSON.parse(text))
		return user.success ? user.output : null
	} catch {
		// Invalid JSON: signed out.
		return null
	}
}

const userIn = (storage: Storage): User | null => parseUser(storage.getItem(USER) ?? '')

const keyOf = (user: User | null | undefined): string | null => user?.id ?? user?.username ?? null

const readFrom = (storage: Storage): Stored | null => {
	const token = storage.getItem(TOKEN)
	const user = userIn(storage)
	return token && user ? { token, user, storage } : null
}

/** Updates roles and email but keeps the identity, because the queue on this device belongs to it. */
const updated = (known: User, fresh: User): User =>
	known.id === undefined
		? { username: known.username, email: fresh.email, roles: fresh.roles }
		: { ...fresh, id: known.id }

export interface Storages {
	readonly lasting: Storage
	readonly passing: Storage
}

/** Creates the session, outside React, so that guards and the API client can read it at any time. */
export const createSession = ({ lasting, passing }: Storages): Session => {
	let stored = readFrom(passing) ?? readFrom(lasting)
	/** A user without a token is left by an expired session. */
	const readExpired = (): string | null =>
		stored === null ? keyOf(userIn(passing) ?? userIn(lasting)) : null
	let expiredKey = readExpired()
	const readGone = (): boolean =>
		expiredKey !== null && [passing, lasting].some((storage) => storage.getItem(GONE) !== null)
	let gone = readGone()
	const signal = createSignal<SessionState>({
		...{ user: stored?.user ?? null, verifying: false, ended: null },
	})

	const set = (next: Partial<SessionState>): void => {
		signal.set({ ...signal.get(), ...next })
	}

	const forget = (): void => {
		for (const storage of [lasting, passing]) {
			// The order matters: other tabs take a user without a token for an expired session.
			storage.removeItem(USER)
			storage.removeItem(TOKEN)
			storage.removeItem(GONE)
		}
		stored = null
	}

	const end = (ended: 'signed-out' | 'expired'): void => {
		expiredKey = ended === 'expired' ? keyOf(stored?.user) : null
		gone = false
		forget()
		set({ user: null, ended })
	}

	const keep = (next: Stored): void => {
		next.storage.setItem(TOKEN, next.token)
		next.storage.setItem(USER, JSON.stringify(next.user))
		stored = next
	}

	const settle = (token: string, result: ProfileCheck): void => {
		if (stored === null) {
			// `expire` or a sign-out has removed the token; a refusal removes the rest.
			if (result.kind === 'refused') forget()
			return
		}
		// Another user signed in during the check, here or in another tab whose event is still to come.
		if (stored.token !== token || stored.storage.getItem(TOKEN) !== token) return
		if (result.kind === 'refused') end('expired')
		if (result.kind === 'user') {
			keep({ ...stored, user: updated(stored.user, result.user) })
			set({ user: stored.user })
		}
	}

	return {
		get: signal.get,
		subscribe: signal.subscribe,
		token: () => stored?.token ?? null,
		userKey: () => keyOf(stored?.user),
		expiredKey: () => expiredKey,
		isAccountGone: () => gone,
		isRemembered: () => stored?.storage === lasting,
		signIn({ token, user, remember }) {
			forget()
			keep({ token, user, storage: remember ? lasting : passing })
			expiredKey = null
			gone = false
			set({ user, ended: null })
		},
		signOut({ wipe } = {}) {
			// Drafts of answers are private, and kept in this tab's storage.
			passing.clear()
			wipe?.(lasting)
			end('signed-out')
		},
		expire(token, accountGone = false) {
			if (stored?.token !== token) return
			for (const storage of [lasting, passing]) {
				// Another tab may have just stored a new token.
				if (storage.getItem(TOKEN) !== token) continue
				storage.removeItem(TOKEN)
				// Shorter than the token, so it fits even in full storage.
				if (accountGone) storage.setItem(GONE, 'true')
			}
			gone = accountGone
			expiredKey = keyOf(stored.user)
			stored = null
			set({ user: null, ended: 'expired' })
		},
		async verify(check) {
			const token = stored?.token
			if (token === undefined) return
			set({ verifying: true })
			try {
				settle(token, await check())
			} finally {
				set({ verifying: false })
			}
		},
		reload() {
			const before = signal.get().user
			stored = readFrom(passing) ?? readFrom(lasting)
			expiredKey = readExpired()
			gone = readGone()
			if (stored === null && before === null) return
			const ended = expiredKey === null ? 'signed-out' : 'expired'
			set({ user: stored?.user ?? null, ended: stored === null ? ended : null })
		},
	}
}

export const session = createSession({ lasting: lastingStorage, passing: passingStorage })

export const useSession = (): SessionState =>
	useSyncExternalStore(session.subscribe, session.get, session.get)
