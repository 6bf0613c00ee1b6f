import { users } from '#contract/users.ts'
import { createServerClock } from '#device/server-clock.ts'
import { type ClientDeps, createClient } from '#http/client.ts'
import { isAccountGone } from '#http/failure.ts'
import { API_BASE, takeFirstReply } from '#web/first/first-policy.ts'
import { erasureMark, forgetErasure } from './erasure-mark.ts'
import { type ProfileCheck, session } from './session.ts'
import { lastingStorage } from './storage.ts'

/** Server's time and time zone, stored for offline use. */
export const serverClock = createServerClock(lastingStorage, Date.now)

const world = {
	baseUrl: API_BASE,
	// Wrapped, because the native function throws when called as another object's method.
	fetch: (...args: Parameters<typeof fetch>) => takeFirstReply(args[1]) ?? fetch(...args),
	token: session.token,
	onTime: serverClock.hear,
}

/** A rejected token ends the session, but not during a knowledge test, as specified. Unsent entries stay. */
export const callDeps: ClientDeps = {
	...world,
	onUnauthorized: (endpoint, token, failure) => {
		if (endpoint.access === 'public' || token === null || location.pathname === '/test') return
		session.expire(token, isAccountGone(failure))
	},
	onCall: (endpoint, token) => {
		const mark = erasureMark()
		return () => {
			// The account still exists, so this erasure did not happen. A later loss must not wipe the device. A call sent
			// before the erasure's reply was lost proves nothing.
			if (endpoint.access === 'public' || mark !== erasureMark()) return
			if (token && mark?.includes(token)) forgetErasure()
		}
	},
}

export const call = createClient(callDeps)

/** Client for callers that handle the end of a session themselves. */
export const quietCall = createClient(world)

/** Reads the user of the stored sign-in. Only 401 and 403 are a refusal. */
export const checkProfile = async (): Promise<ProfileCheck> => {
	const reply = await call(users.profile, {})
	if (reply.ok) return { kind: 'user', user: reply.value }
	const { error } = reply
	const refused = error.kind === 'problem' && (error.status === 401 || error.status === 403)
	return refused ? { kind: 'refused' } : { kind: 'unknown' }
}

const hex = (bytes: Uint8Array): string =>
	Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Returns a random UUID (version 4). Pages without TLS have no `crypto.randomUUID`. */
export const uuid = (): string => {
	if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
	const bytes = crypto.getRandomValues(new Uint8Array(16))
	bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
	bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
	return hex(bytes).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
