import { users } from '#contract/users.ts'
import { yourData } from '#contract/your-data.ts'
import { type Failure, isAccountGone } from '#http/failure.ts'
import { quietCall } from './api.ts'
import { clearVoterStorage, dropCaches } from './clear-voter-storage.ts'
import {
	type Asked,
	ERASED,
	forgetErasure,
	isErasureLasting,
	noteErasure,
	openErasure,
	tellTabs,
} from './erasure-mark.ts'
import { local } from './local.ts'
import { session } from './session.ts'
import { lastingStorage } from './storage.ts'
import { pauseQueries } from './store.ts'

/** True if another voter has signed in meanwhile. Their data stays. */
const isAnothers = (voter: string): boolean => {
	const now = session.userKey()
	return now !== null && now !== voter
}

/** Deletes the marks that a full wipe would have deleted. */
const forgetMarks = (): void => {
	forgetErasure()
	lastingStorage.removeItem(ERASED)
}

/**
 * Erases a voter from this device with all entries and knowledge tests, and ends the session in every tab. Rejects if
 * the browser's storage failed; the session has ended even then.
 */
export const leaveNothing = async (voter: string): Promise<void> => {
	local.engine.stop()
	if (!isAnothers(voter)) local.noteWorkerForgot()
	await pauseQueries(async () => {
		try {
			await local.account.eraseAll(voter)
			await dropCaches()
		} finally {
			tellTabs(ERASED, voter)
			if (isAnothers(voter)) forgetMarks()
			else session.signOut({ wipe: clearVoterStorage })
		}
	})
	if (isAnothers(voter)) await local.engine.start()
}

/** `left`: the account is gone, but the browser failed to erase its copy. */
export type Outcome = 'erased' | 'left' | Failure

const follow = async (asked: Asked): Promise<'erased' | 'left'> => {
	const lasting = isErasureLasting()
	try {
		await leaveNothing(asked.key)
		return 'erased'
	} catch (fault) {
		reportError(fault)
		// Retry on the next visit. The token of an erased account opens nothing.
		noteErasure(asked, lasting)
		return 'left'
	}
}

const isUnclear = (failure: Failure): boolean =>
	failure.kind !== 'problem' || failure.status >= 500 || failure.status === 408

/** Asks the server if an account exists. @returns null if unknown. */
const askWhether = async (token: string): Promise<'gone' | 'there' | 'ended' | null> => {
	const reply = await quietCall(users.profile, {}, { token })
	if (reply.ok) return 'there'
	if (isAccountGone(reply.error)) return 'gone'
	return reply.error.kind === 'problem' && reply.error.status === 401 ? 'ended' : null
}

/**
 * Erases the signed-in voter on the server and on this device. If the reply is lost, asks if the account still exists.
 * An unknown outcome is marked, to be settled later.
 */
export const eraseAccount = async (password: string): Promise<Outcome> => {
	const [key, token] = [session.userKey(), session.token()]
	if (key === null || token === null) return { kind: 'bad-response', status: 401 }
	const asked = { key, token }
	// First, because a full storage throws here, before anything has happened.
	const lasting = session.isRemembered()
	noteErasure(asked, lasting)
	local.engine.stop()
	const reply = await quietCall(yourData.erase, { body: { password } }, { token })
	if (reply.ok || isAccountGone(reply.error)) return follow(asked)
	const failure = reply.error
	if (!isUnclear(failure)) forgetErasure()
	else if ((await askWhether(token)) === 'gone') return follow(asked)
	// A reply to an earlier call may have cleared the mark.
	else noteErasure(asked, lasting, true)
	if (failure.kind === 'problem' && failure.status === 401) session.expire(token)
	else local.engine.start().catch(reportError)
	return failure
}

/** Settles an erasure whose reply was lost. @returns `there` also if only the sign-in has ended. Null if unknown. */
export const settleErasure = async (): Promise<'erased' | 'left' | 'there' | null> => {
	const asked = openErasure()
	if (asked === null) return 'there'
	const found = await askWhether(asked.token)
	if (found === null) return null
	if (found === 'gone') return follow(asked)
	forgetErasure()
	return 'there'
}
