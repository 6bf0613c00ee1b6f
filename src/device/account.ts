import type { DeviceHoldings } from '#contract/your-data.ts'
import { formulaOf } from '#domain/score.ts'
import { takeBack } from './attempt-merge.ts'
import { type CoreContext, type GuardedContext, userKey, VISITOR } from './context.ts'
import type { LocalDb, OutboxEntry, StoredAttempt, StoredResults, StoredTestSession } from './db.ts'
import { entriesOf } from './entries.ts'
import { retryAfterKey } from './sync/backoff.ts'

/** How long other tabs have to let go of a database that is deleted, in ms. */
const DELETE_PATIENCE_MS = 3000

export interface Account {
	/**
	 * Drops what of the signed-in voter was never sent, on their word: the queue, and attempts that the server has not
	 * heard of. What the server refused stays listed, with the attempt that it belongs to.
	 */
	discardUnsent(): Promise<void>
	/**
	 * Removes everything of the signed-in voter from this device, as a shared device demands. What other voters
	 * left here unsent is theirs and stays; where nobody else has anything here, the whole database goes.
	 * @returns false, with nothing removed, where something of the voter still waits to be sent.
	 */
	erase(): Promise<boolean>
	/**
	 * Removes the same on the voter's word together with what waits to be sent or was refused, and with every knowledge
	 * test: those are the device's. What other voters left here stays.
	 * @param userId whose: the server may have ended their session by then.
	 */
	eraseAll(userId: string): Promise<void>
	/** Removes what was written for a voter, by this tab or another, after everything of theirs had been removed. */
	sweep(userId: string): Promise<void>
	/** The same, unless something of theirs waits or was refused: nobody has said that it may go. */
	sweepUnlessQueued(userId: string): Promise<void>
}

/** The ways in which a voter's copy leaves a device, together, because each must spare what is another's. */
export const createAccount = (deps: CoreContext): Account => {
	const { db } = deps

	const discardUnsent = async (): Promise<void> => {
		const userId = userKey(deps)
		await deps.guard.run(() =>
			db.transaction('rw', db.outbox, db.attempts, async () => {
				const waiting = db.outbox.where('[userId+state]').equals([userId, 'waiting'])
				for (const entry of await waiting.toArray()) await takeBack(db, entry, null)
				await waiting.delete()
				const refused = await db.outbox
					.where('[userId+state]')
					.equals([userId, 'refused'])
					.toArray()
				const listed = new Set(refused.map((entry) => entry.stream))
				await db.attempts
					.where({ userId })
					.filter((attempt) => attempt.serverId === null && !listed.has(attempt.id))
					.delete()
			}),
		)
	}

	/** Knowledge tests are nobody's, and most likely theirs: only what waits to be sent stays for that. */
	const eraseSentTests = async (): Promise<void> => {
		const waiting = new Set((await db.outbox.toArray()).map((entry) => entry.stream))
		await db.testSessions.filter(({ id }) => !waiting.has(id)).delete()
	}

	const eraseTests = async (): Promise<void> => {
		await db.outbox.filter((entry) => entry.userId === VISITOR.key).delete()
		await db.testSessions.clear()
	}

	const queuedOf = (userId: string) => db.outbox.filter((entry) => entry.userId === userId)

	const eraseRows = async (userId: string): Promise<void> => {
		const ids = await db.attempts.where({ userId }).primaryKeys()
		await db.results.bulkDelete(ids)
		await db.attempts.bulkDelete(ids)
		await queuedOf(userId).delete()
		await db.validations.where('key').startsWith(`${userId}/`).delete()
		await db.fetched.delete(retryAfterKey(userId))
		await db.session.filter((row) => row.key === userId).delete()
	}

	/** How much of others is left. Where that is nothing, the database is emptied. */
	const emptyUnlessOthers = async (): Promise<number> => {
		const left = (await db.attempts.count()) + (await db.outbox.count())
		// Before the database goes: another tab can save nothing into it in between that would go with it.
		if (left === 0) await Promise.all(db.tables.map((table) => table.clear()))
		return left
	}

	/** Runs an erasure as one transaction over everything. */
	const whole = <Value>(run: () => Promise<Value>): Promise<Value> =>
		deps.guard.run(() => db.transaction('rw', db.tables, run))

	/** The rows are gone; a tab that is frozen and keeps the database open is not waited for: it goes when that tab does. */
	const deleteDatabase = (): Promise<void> =>
		new Promise((resolve, reject) => {
			const cancel = deps.setTimer(resolve, DELETE_PATIENCE_MS)
			db.delete({ disableAutoOpen: false }).then(resolve, reject).finally(cancel)
		})

	return {
		discardUnsent,
		async erase() {
			const userId = userKey(deps)
			deps.reads.cancel()
			const waiting = db.outbox.where('[userId+state]').equals([userId, 'waiting'])
			const others = await whole(async () => {
				if ((await waiting.count()) > 0) return null
				await eraseRows(userId)
				await eraseSentTests()
				return emptyUnlessOthers()
			})
			if (others === null) return false
			if (others === 0) await deleteDatabase()
			// What began to be read in between would bring the database back.
			deps.reads.cancel()
			return true
		},
		async eraseAll(userId) {
			deps.reads.cancel()
			const others = await whole(async () => {
				await eraseRows(userId)
				await eraseTests()
				return emptyUnlessOthers()
			})
			if (others === 0) await deleteDatabase()
			deps.reads.cancel()
		},
		sweep: (userId) => whole(() => eraseRows(userId)),
		sweepUnlessQueued: (userId) =>
			whole(async () => {
				if ((await queuedOf(userId).count()) === 0) await eraseRows(userId)
			}),
	}
}

/** How much this device holds of somebody. */
export interface Holdings {
	readonly quizzes: number
	/** Answers and guesses that wait to be sent. */
	readonly unsentAnswers: number
	/** Everything that waits to be sent: answers, beginnings, completions. */
	readonly unsent: number
	/** What the server refused. */
	readonly refused: number
	readonly knowledgeTests: number
}

export interface YourData {
	/** Everything of the signed-in voter on this device, with the knowledge tests, which are the device's. */
	read(): Promise<DeviceHoldings>
	/** How much that is. */
	count(): Promise<Holdings>
}

type Deed = DeviceHoldings['waiting'][number]
type DeviceAttempt = DeviceHoldings['attempts'][number]
type DeviceTest = DeviceHoldings['knowledgeTests'][number]

const moment = (ms: number | null | undefined): string | null =>
	typeof ms === 'number' ? new Date(ms).toISOString() : null

const toDeed = (entry: OutboxEntry): Deed => ({
	id: entry.id,
	belongsTo: entry.stream,
	what: entry.command,
	details: entry.args,
	tries: entry.tries,
	nextTryAt: moment(entry.notBefore),
	reason: entry.reason,
	refusedAt: moment(entry.refusedAt),
})

const toAttempt = (row: StoredAttempt, results: StoredResults | undefined): DeviceAttempt => ({
	id: row.id,
	serverId: row.serverId,
	quizId: row.compareQuizId,
	quizName: row.quizName,
	quizType: row.quizType,
	electionId: row.electionId,
	electionName: row.electionName,
	status: row.status,
	startedAt: row.startedAt,
	completedAt: row.completedAt,
	leftByReset: row.superseded,
	seed: row.seed,
	formula: formulaOf(row),
	statements: row.statements.map(({ policyId, candidateId, text, weight }) => ({
		policyId,
		candidateId,
		text,
		weight,
	})),
	answers: Object.entries(row.answers).map(([policyId, value]) => ({ policyId, value })),
	selectedPolicyIds: row.selection && [...row.selection],
	results:
		results?.candidates.map(({ id, name, percentage, rank }) => ({
			candidateId: id,
			name,
			percentage,
			rank,
		})) ?? null,
})

const toTest = (session: StoredTestSession, unsent: readonly OutboxEntry[]): DeviceTest => {
	const texts = new Map(session.policies.map(({ policyId, text }) => [policyId, text]))
	return {
		id: session.id,
		candidates: [session.candidate1, session.candidate2].map(({ id, name }) => ({ id, name })),
		guesses: session.guesses.map((guess) => ({
			policyId: guess.policyId,
			policyText: texts.get(guess.policyId) ?? '',
			guessedCandidateId: guess.candidateId,
			responseTimeMs: guess.responseTimeMs,
			correct: guess.correct,
			gradedByServer: guess.settled,
		})),
		fetchedAt: new Date(session.fetchedAt).toISOString(),
		finishedAt: moment(session.finishedAt),
		feedbackGiven: session.feedbackGiven,
		told: session.ended ?? null,
		feedback: (session.feedback ?? []).map(({ text }) => text),
		unsent: unsent.map(toDeed),
	}
}

/** One that was fetched ahead holds nothing of anybody yet. */
const begunTests = (db: LocalDb): Promise<StoredTestSession[]> =>
	db.testSessions.filter(({ stage }) => stage !== 'spare').toArray()

const keptElections = async (db: LocalDb): Promise<string[]> => {
	const ids = await db.packs.filter(({ kept }) => kept).primaryKeys()
	const elections = await db.elections.bulkGet(ids)
	return elections.flatMap((election, index) => election?.name ?? ids[index] ?? [])
}

/** What is held about somebody, each time read in one transaction: a file with half of an answer would be none. */
export const createYourData = (deps: GuardedContext): YourData => {
	const { db, guard } = deps
	const tables = [db.attempts, db.results, db.outbox, db.packs, db.elections, db.testSessions]
	const together = <Value>(read: (userId: string) => Promise<Value>): Promise<Value> => {
		const userId = userKey(deps)
		return guard.run(() => db.transaction('r', tables, () => read(userId)))
	}
	const inOrder = (userId: string): Promise<OutboxEntry[]> => entriesOf(db, userId).sortBy('seq')

	return {
		read: () =>
			together(async (userId) => {
				const attempts = await db.attempts.where({ userId }).toArray()
				const results = await db.results.bulkGet(attempts.map(({ id }) => id))
				const entries = await inOrder(userId)
				const inState = (state: OutboxEntry['state']): Deed[] =>
					entries.filter((entry) => entry.state === state).map(toDeed)
				const ofTests = await inOrder(VISITOR.key)
				return {
					attempts: attempts.map((attempt, index) => toAttempt(attempt, results[index])),
					waiting: inState('waiting'),
					refused: inState('refused'),
					savedElections: await keptElections(db),
					knowledgeTests: (await begunTests(db)).map((session) =>
						toTest(
							session,
							ofTests.filter(({ stream }) => stream === session.id),
						),
					),
				}
			}),
		count: () =>
			together(async (userId) => {
				const entries = [...(await inOrder(userId)), ...(await inOrder(VISITOR.key))]
				const waiting = entries.filter(({ state }) => state === 'waiting')
				const answers = waiting.filter(({ command }) =>
					/^(?:quiz\.interact|test\.guess)$/.test(command),
				)
				const attempts = db.attempts.where({ userId }).filter(({ superseded }) => !superseded)
				return {
					quizzes: await attempts.count(),
					unsentAnswers: answers.length,
					unsent: waiting.length,
					refused: entries.length - waiting.length,
					knowledgeTests: (await begunTests(db)).length,
				}
			}),
	}
}
