import {
	knowledgeTest as calls,
	type Demographics,
	type TestSession,
} from '#contract/knowledge-test.ts'
import { TEST_POLICIES } from '#domain/constants.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import type { OutboxEntry, StoredTestSession } from './db.ts'
import type { GuardedDeps } from './deps.ts'
import { enqueue } from './enqueue.ts'
import { REFRESHED, type Refreshed } from './fresh.ts'
import { gradeGuess } from './grade-guess.ts'
import type { Reads } from './reads.ts'

/** A spare session is given up when it is older than this, in ms: the server deletes unused ones after thirty days. */
const SPARE_MAX_AGE_MS = 25 * 86_400_000
/** How many finished sessions stay on the device, the newest. */
const FINISHED_KEPT = 5

/** Why a guess, an end or a feedback was not taken. */
export interface TestRefusal {
	readonly code: 'not-found' | 'finished' | 'unknown' | 'no-guess'
}

/**
 * The knowledge test on this device. Each command writes the session and its queue entry in one transaction, and
 * resolves once that is committed; it rejects with a StoreFault where the device could not keep it.
 */
export interface KnowledgeTests {
	/** A session by its id; null where this device has none. */
	find(id: string): Promise<StoredTestSession | null>
	/**
	 * The session to go on with, or a fresh one: a spare where there is one, else the server's. A start that is under way
	 * is joined. @returns its id, or why the server could not be asked or has no test.
	 */
	begin(): Promise<Result<string, Failure>>
	/** Fetches a session ahead where there is none, so that the next test can begin without a connection. */
	fetchSpare(): Promise<Refreshed>
	/** Records a guess; one that was made before stands. @param responseTimeMs from 0 to the cap. */
	guess(
		id: string,
		policyId: string,
		candidateId: string,
		responseTimeMs: number,
	): Promise<Result<StoredTestSession, TestRefusal>>
	/** Ends a session that has a guess. */
	finish(id: string, demographics: Demographics): Promise<Result<StoredTestSession, TestRefusal>>
	/** Queues what the voter tells of the test. @param text 1 to 5000 characters. */
	feedback(id: string, text: string): Promise<Result<StoredTestSession, TestRefusal>>
	/** Reads the server's word on every guess. */
	refreshResults(id: string): Promise<Refreshed>
	/** What of a session waits to be sent, or was refused, in order. */
	unsent(id: string): Promise<OutboxEntry[]>
}

const toStored = (session: TestSession, now: number): StoredTestSession => ({
	id: session.sessionId,
	policies: session.policies.map(({ digest = null, ...policy }) => ({ ...policy, digest })),
	candidate1: session.candidate1,
	candidate2: session.candidate2,
	salt: session.salt ?? null,
	stage: 'spare',
	guesses: [],
	fetchedAt: now,
	finishedAt: null,
	summary: null,
	results: null,
	feedbackGiven: false,
})

/** @param deps with the visitor as their user; @param sent is called after every command that queued something. */
export const createKnowledgeTests = (
	deps: GuardedDeps & { readonly reads: Reads },
	sent: () => void,
): KnowledgeTests => {
	const { db, guard, reads } = deps
	let beginning: Promise<Result<string, Failure>> | null = null
	let fetching: Promise<Refreshed> | null = null

	const inStage = async (stage: StoredTestSession['stage']): Promise<StoredTestSession[]> => {
		const all = await guard.run(() => db.testSessions.toArray())
		return all.filter((session) => session.stage === stage)
	}
	const isUsable = ({ fetchedAt }: StoredTestSession): boolean =>
		Math.abs(deps.now() - fetchedAt) < SPARE_MAX_AGE_MS

	/** Asks the server for a session and stores it. */
	const fetchOne = async (stage: 'spare' | 'open'): Promise<Result<string, Failure>> => {
		const reading = reads.begin()
		const body = { candidate1Id: null, candidate2Id: null, numberOfPolicies: TEST_POLICIES }
		const options = { ...reading.options, idempotencyKey: deps.uuid() }
		const reply = await deps.call(calls.start, { body }, options)
		if (!reply.ok) return reply
		const session = { ...toStored(reply.value, deps.now()), stage }
		await reading.store([db.testSessions], () => db.testSessions.put(session))
		return { ok: true, value: session.id }
	}

	/** Forgets spares that are too old and finished sessions beyond the newest ones; what waits to be sent keeps its own. */
	const tidy = (): Promise<void> =>
		guard.run(() =>
			db.transaction('rw', db.testSessions, db.outbox, async () => {
				const all = await db.testSessions.toArray()
				const finished = all
					.filter(({ stage }) => stage === 'finished')
					.sort((a, b) => (b.finishedAt ?? 0) - (a.finishedAt ?? 0))
				const old = all.filter((session) => session.stage === 'spare' && !isUsable(session))
				for (const { id } of [...old, ...finished.slice(FINISHED_KEPT)]) {
					if ((await db.outbox.where('stream').equals(id).count()) === 0) {
						await db.testSessions.delete(id)
					}
				}
			}),
		)

	const takeSpare = (id: string): Promise<string | null> =>
		guard.run(() =>
			db.transaction('rw', db.testSessions, async () => {
				// Two tabs may want the same one.
				const spare = await db.testSessions.get(id)
				if (spare?.stage !== 'spare') return null
				await db.testSessions.update(id, { stage: 'open' })
				return id
			}),
		)

	const begin = async (): Promise<Result<string, Failure>> => {
		await tidy()
		const [open] = await inStage('open')
		if (open) return { ok: true, value: open.id }
		for (const spare of await inStage('spare')) {
			const taken = await takeSpare(spare.id)
			if (taken !== null) return { ok: true, value: taken }
		}
		return fetchOne('open')
	}

	/** Changes an open or finished session together with what it queues. */
	const command = async (
		id: string,
		run: (session: StoredTestSession) => Promise<Result<StoredTestSession, TestRefusal>>,
	): Promise<Result<StoredTestSession, TestRefusal>> => {
		const done = await guard.write(() =>
			db.transaction('rw', db.testSessions, db.outbox, async () => {
				const session = await db.testSessions.get(id)
				if (session === undefined) return { ok: false, error: { code: 'not-found' } } as const
				const result = await run(session)
				if (result.ok && result.value !== session) await db.testSessions.put(result.value)
				return result
			}),
		)
		sent()
		return done
	}

	const refuse = (code: TestRefusal['code']) => ({ ok: false, error: { code } }) as const

	return {
		find: async (id) => (await db.testSessions.get(id)) ?? null,
		begin() {
			beginning ??= begin().finally(() => {
				beginning = null
			})
			return beginning
		},
		fetchSpare() {
			fetching ??= (async (): Promise<Refreshed> => {
				if ((await inStage('spare')).some(isUsable)) return REFRESHED
				const fetched = await fetchOne('spare')
				return fetched.ok ? REFRESHED : fetched
			})().finally(() => {
				fetching = null
			})
			return fetching
		},
		async guess(id, policyId, candidateId, responseTimeMs) {
			const before = await guard.run(() => db.testSessions.get(id))
			// Outside the transaction: it would end while the digest is made.
			const correct = before ? await gradeGuess(before, policyId, candidateId) : null
			return command(id, async (session) => {
				if (session.guesses.some((guess) => guess.policyId === policyId)) {
					return { ok: true, value: session }
				}
				if (session.stage === 'finished') return refuse('finished')
				const { candidate1, candidate2, policies } = session
				const known = policies.some((policy) => policy.policyId === policyId)
				if (!known || ![candidate1.id, candidate2.id].includes(candidateId))
					return refuse('unknown')
				const guess = { policyId, candidateId, responseTimeMs, correct, settled: false }
				const guesses = [...session.guesses, guess]
				const args = { sessionId: id, policyId, candidateId, responseTimeMs }
				await enqueue(deps, id, 'test.guess', args)
				if (guesses.length >= TEST_POLICIES) {
					await enqueue(deps, id, 'test.saveProgress', { sessionId: id })
				}
				return { ok: true, value: { ...session, guesses } }
			})
		},
		finish: (id, demographics) =>
			command(id, async (session) => {
				if (session.stage === 'finished') return { ok: true, value: session }
				if (session.guesses.length === 0) return refuse('no-guess')
				await enqueue(deps, id, 'test.complete', { sessionId: id, demographics })
				const finishedAt = deps.now()
				return { ok: true, value: { ...session, stage: 'finished', finishedAt } }
			}),
		feedback: (id, text) =>
			command(id, async (session) => {
				await enqueue(deps, id, 'test.feedback', { sessionId: id, feedbackText: text })
				return { ok: true, value: { ...session, feedbackGiven: true } }
			}),
		async refreshResults(id) {
			const reading = reads.begin()
			const reply = await deps.call(calls.results, { params: { sessionId: id } }, reading.options)
			if (!reply.ok) return reply
			await reading.store([db.testSessions], () =>
				db.testSessions.update(id, { results: reply.value, summary: reply.value.summary }),
			)
			return REFRESHED
		},
		unsent: (id) => db.outbox.where('stream').equals(id).sortBy('seq'),
	}
}
