import type { GuardedContext } from './context.ts'
import { userKey } from './context.ts'
import type { LocalDb, StoredNotes, StoredTestSession } from './db.ts'

/** A statement that the knowledge test on this device showed with its owner, after a guess. */
export interface Met {
	readonly policyId: string
	readonly guessed: string
	readonly owner: string
	/** ms since 1970 by the server's clock. Infinity if unknown. */
	readonly at: number
}

export interface Knowing {
	/** One row per statement: the first time. */
	readonly met: readonly Met[]
	/** Another account was used here too. Tests belong to no account, so someone else may have taken them. */
	readonly isShared: boolean
}

const VOTER = 'voter/'

/** Key of the `fetched` row that records that an account was used on this device. */
export const voterKey = (userId: string): string => `${VOTER}${userId}`

/** True if an account other than the voter's was used on this device. */
const hasOthers = async (db: LocalDb, userId: string): Promise<boolean> => {
	const [voters, attempts] = await Promise.all([
		db.fetched.where('key').startsWith(VOTER).primaryKeys(),
		// Older builds recorded no accounts.
		db.attempts.where('userId').notEqual(userId).count(),
	])
	return attempts > 0 || voters.some((key) => key !== voterKey(userId))
}

const metIn = (session: StoredTestSession): Met[] => {
	const graded = new Map(
		session.results?.policyResults.map(({ policyId, correct }) => [policyId, correct]),
	)
	const { candidate1, candidate2 } = session
	return session.guesses.flatMap(({ policyId, candidateId, correct, at }) => {
		const isRight = graded.get(policyId) ?? correct
		// Without a grade, no owner was shown.
		if (isRight === null) return []
		const [guessed, other] =
			candidateId === candidate1.id ? [candidate1, candidate2] : [candidate2, candidate1]
		return {
			policyId,
			guessed: guessed.name,
			owner: isRight ? guessed.name : other.name,
			at: at ?? session.finishedAt ?? Number.POSITIVE_INFINITY,
		}
	})
}

/**
 * Reads which of some statements the knowledge tests on this device have shown with their owner.
 * @returns also the candidates of the tests that have shown owners.
 */
export const readKnowing = async (
	db: LocalDb,
	userId: string,
	policyIds: ReadonlySet<string>,
): Promise<Knowing & { readonly candidateIds: ReadonlySet<string> }> => {
	const [sessions, isShared] = await Promise.all([db.testSessions.toArray(), hasOthers(db, userId)])
	const shown = sessions.filter((session) => metIn(session).length > 0)
	const all = shown.flatMap(metIn).filter(({ policyId }) => policyIds.has(policyId))
	const first = new Map<string, Met>()
	for (const met of all.toSorted((a, b) => b.at - a.at)) first.set(met.policyId, met)
	const pairs = shown.flatMap(({ candidate1, candidate2 }) => [candidate1.id, candidate2.id])
	return { met: [...first.values()], isShared, candidateIds: new Set(pairs) }
}

/** Voter's own notes on attempts, on this device only: they have no queue and no call. */
export interface Notes {
	/** @param attemptId its id on this device. */
	of(attemptId: string): Promise<StoredNotes | null>
	/** Stores some of the notes. The others stay. Rejects with a StoreFault if the device could not store them. */
	keep(attemptId: string, change: Partial<Omit<StoredNotes, 'attemptId' | 'userId'>>): Promise<void>
}

export const createNotes = (deps: GuardedContext): Notes => {
	const { db, guard } = deps
	const ofVoter = async (attemptId: string): Promise<StoredNotes | null> => {
		const userId = userKey(deps)
		const found = await db.notes.get(attemptId)
		return found?.userId === userId ? found : null
	}
	return {
		of: ofVoter,
		keep: async (attemptId, change) => {
			const userId = userKey(deps)
			await guard.save(() =>
				db.transaction('rw', db.notes, async () => {
					await db.notes.put({ ...(await ofVoter(attemptId)), ...change, attemptId, userId })
				}),
			)
		},
	}
}
