import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { User } from '#contract/users.ts'
import { lastingStorage, passingStorage } from './storage.ts'

/** Who is signed in, as screens and guards see it. */
export interface SessionState {
	/** Null when nobody is signed in. */
	readonly user: User | null
	/** The start-up check of the profile is under way. No screen waits for it. */
	readonly verifying: boolean
	/** How the last session ended in this page; null while there is one, or when there was none. */
	readonly ended: 'signed-out' | 'expired' | null
}

/** What a check of the profile came to: the user as the server knows them, a refusal, or no answer. */
export type ProfileCheck =
	| { readonly kind: 'user'; readonly user: User }
	| { readonly kind: 'refused' }
	| { readonly kind: 'unknown' }

export interface Session {
	get(): SessionState
	/** @returns what takes the listener back. */
	subscribe(listener: () => void): () => void
	token(): string | null
	/** The key of the signed-in voter that stays the same over sign-ins. */
	userKey(): string | null
	/** The key of the voter whose session was ended by the server, in this page or before; null while somebody is signed in and after a sign-out. */
	expiredKey(): string | null
	/** Whether the session is kept over restarts: "remember me" was ticked. Unticked is a shared device. */
	isRemembered(): boolean
	signIn(signedIn: {
		readonly token: string
		readonly user: User
		readonly remember: boolean
	}): void
	/** Forgets token and user, and what this tab keeps. @param options.wipe empties the lasting storage too, as a shared device demands. */
	signOut(options?: { readonly wipe?: ((lasting: Storage) => void) | undefined }): void
	/**
	 * Removes a token that the server refused, unless it was replaced since. The voter's data stays.
	 * @param gone true if the server does not have the voter's account.
	 */
	expire(token: string, gone?: boolean): void
	/** True if the server did not have the account of {@link expiredKey}. */
	isAccountGone(): boolean
	/** Asks once whether a stored sign-in still holds. Only a refusal ends it; a missing network never does. */
	verify(check: () => Promise<ProfileCheck>): Promise<void>
	/** Another tab changed the stored sign-in. */
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
		// What stands there is no JSON: nobody is signed in by it.
		return null
	}
}

const userIn = (storage: Storage): User | null => parseUser(storage.getItem(USER) ?? '')

/** What stays the same over sign-ins. */
const keyOf = (user: User | null | undefined): string | null => user?.id ?? user?.username ?? null

const readFrom = (storage: Storage): Stored | null => {
	const token = storage.getItem(TOKEN)
	const user = userIn(storage)
	return token && user ? { token, user, storage } : null
}

/** Roles and address as the server has them now; the identity stays, because the queue on this device belongs to it. */
const updated = (known: User, fresh: User): User =>
	known.id === undefined
		? { username: known.username, email: fresh.email, roles: fresh.roles }
		: { ...fresh, id: known.id }

export interface Storages {
	/** Kept over restarts. */
	readonly lasting: Storage
	/** Gone with the tab. */
	readonly passing: Storage
}

/** The session of this page, outside React, so that guards and the client read it at any moment. */
export const createSession = ({ lasting, passing }: Storages): Session => {
	const listeners = new Set<() => void>()
	let stored = readFrom(passing) ?? readFrom(lasting)
	/** A user without a token is what an expired session leaves behind. */
	const readExpired = (): string | null =>
		stored === null ? keyOf(userIn(passing) ?? userIn(lasting)) : null
	let expiredKey = readExpired()
	const readGone = (): boolean =>
		expiredKey !== null && [passing, lasting].some((storage) => storage.getItem(GONE) !== null)
	let gone = readGone()
	let state: SessionState = { user: stored?.user ?? null, verifying: false, ended: null }

	const set = (next: Partial<SessionState>): void => {
		state = { ...state, ...next }
		for (const listener of listeners) listener()
	}

	const forget = (): void => {
		for (const storage of [lasting, passing]) {
			// In this order: to another tab a user without a token is a session that expired.
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
			// The token went first, by `expire` or by a sign-out; a refusal takes the rest along.
			if (result.kind === 'refused') forget()
			return
		}
		// Somebody else signed in while the question was on its way, or another tab did and its event is still to come.
		if (stored.token !== token || stored.storage.getItem(TOKEN) !== token) return
		if (result.kind === 'refused') end('expired')
		if (result.kind === 'user') {
			keep({ ...stored, user: updated(stored.user, result.user) })
			set({ user: stored.user })
		}
	}

	return {
		get: () => state,
		subscribe(listener) {
			listeners.add(listener)
			return () => listeners.delete(listener)
		},
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
			// Drafts of answers live in this tab's storage and are nobody else's business.
			passing.clear()
			wipe?.(lasting)
			end('signed-out')
		},
		expire(token, accountGone = false) {
			if (stored?.token !== token) return
			for (const storage of [lasting, passing]) {
				// Another tab may have stored a new one a moment ago.
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
			const before = state.user
			stored = readFrom(passing) ?? readFrom(lasting)
			expiredKey = readExpired()
			gone = readGone()
			if (stored === null && before === null) return
			const ended = expiredKey === null ? 'signed-out' : 'expired'
			set({ user: stored?.user ?? null, ended: stored === null ? ended : null })
		},
	}
}

/** The session of this page. */
export const session = createSession({ lasting: lastingStorage, passing: passingStorage })

/** The session as a component sees it. */
export const useSession = (): SessionState =>
	useSyncExternalStore(session.subscribe, session.get, session.get)
