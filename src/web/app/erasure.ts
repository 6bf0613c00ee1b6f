import { users } from '#contract/users.ts'
import { yourData } from '#contract/your-data.ts'
import { type Failure, isAccountGone } from '#http/failure.ts'
import { quietCall } from './api.ts'
import { clearVoterStorage } from './clear-voter-storage.ts'
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
import { dropCaches, lastingStorage } from './storage.ts'
import { pauseQueries } from './store.ts'

/** Whether somebody else has signed in meanwhile: what is theirs stays. */
const isAnothers = (voter: string): boolean => {
	const now = session.userKey()
	return now !== null && now !== voter
}

/** What a wiped storage would have lost too. */
const forgetMarks = (): void => {
	forgetErasure()
	lastingStorage.removeItem(ERASED)
}

/**
 * Takes everything of a voter off this device, with what waits to be sent and the knowledge tests, and ends the session
 * here and in every tab. Rejects where the browser's storage did not do its part; the session has ended then too.
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

/** What came of an erasure. `left`: the account is gone, but this browser's storage did not let go of its copy. */
export type Outcome = 'erased' | 'left' | Failure

/** The server has erased the account: so does the device. */
const follow = async (asked: Asked): Promise<'erased' | 'left'> => {
	const lasting = isErasureLasting()
	try {
		await leaveNothing(asked.key)
		return 'erased'
	} catch (fault) {
		reportError(fault)
		// Tried again on the next visit. The token of an account that is gone is nobody's key.
		noteErasure(asked, lasting)
		return 'left'
	}
}

/** Whether a failure leaves open what the server has done. */
const isUnclear = (failure: Failure): boolean =>
	failure.kind !== 'problem' || failure.status >= 500 || failure.status === 408

/** Asks whether an account is still there. @returns null where nobody could tell. */
const askWhether = async (token: string): Promise<'gone' | 'there' | 'ended' | null> => {
	const reply = await quietCall(users.profile, {}, { token })
	if (reply.ok) return 'there'
	if (isAccountGone(reply.error)) return 'gone'
	return reply.error.kind === 'problem' && reply.error.status === 401 ? 'ended' : null
}

/**
 * Erases the signed-in voter, on the server and on this device. Nothing is sent meanwhile. Where the reply is lost, the
 * server is asked whether the account is still there; what cannot be told stays noted, to be settled later.
 */
export const eraseAccount = async (password: string): Promise<Outcome> => {
	const [key, token] = [session.userKey(), session.token()]
	if (key === null || token === null) return { kind: 'bad-response', status: 401 }
	const asked = { key, token }
	// First: a storage that is full throws here, and nothing has happened yet.
	const lasting = session.isRemembered()
	noteErasure(asked, lasting)
	local.engine.stop()
	const reply = await quietCall(yourData.erase, { body: { password } }, { token })
	if (reply.ok || isAccountGone(reply.error)) return follow(asked)
	const failure = reply.error
	if (!isUnclear(failure)) forgetErasure()
	else if ((await askWhether(token)) === 'gone') return follow(asked)
	// A reply to an earlier call may have cleared the mark.
	else noteErasure(asked, lasting)
	if (failure.kind === 'problem' && failure.status === 401) session.expire(token)
	else local.engine.start().catch(reportError)
	return failure
}

/**
 * Finds out what came of an erasure whose reply was lost.
 * @returns what is known now; "there" also where a sign-in has merely ended, null while nobody can tell.
 */
export const settleErasure = async (): Promise<'erased' | 'left' | 'there' | null> => {
	const asked = openErasure()
	if (asked === null) return 'there'
	const found = await askWhether(asked.token)
	if (found === null) return null
	if (found === 'gone') return follow(asked)
	forgetErasure()
	return 'there'
}
