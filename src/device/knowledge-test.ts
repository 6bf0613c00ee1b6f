import { startTest, type TestSession } from '#contract/test-session.ts'
import { answerText, DIGEST_LENGTH } from '#domain/knowledge-test.ts'
import { TEST_POLICIES } from '#domain/limits.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import type { GuardedContext } from './context.ts'
import type { StoredTestSession } from './db.ts'
import { enqueue } from './entries.ts'
import { REFRESHED, type Reads, type Refreshed } from './reads.ts'

const digestOf = async (subtle: SubtleCrypto, text: string): Promise<string> => {
	const bytes = await subtle.digest('SHA-256', new TextEncoder().encode(text))
	const hex = Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0'))
	return hex.join('').slice(0, DIGEST_LENGTH)
}

/**
 * Grades a guess on the device, by the salted digest that came with the session: whether it is right; null where this
 * cannot be told. Then the server will say.
 */
const gradeGuess = async (
	{ salt, policies, candidate1, candidate2 }: StoredTestSession,
	policyId: string,
	candidateId: string,
): Promise<boolean | null> => {
	const digest = policies.find((policy) => policy.policyId === policyId)?.digest ?? null
	// Missing on pages without TLS, whatever its type says.
	const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
	if (digest === null || salt === null || subtle === undefined) return null
	for (const candidate of [candidate1, candidate2]) {
		if ((await digestOf(subtle, answerText(salt, policyId, candidate.id))) === digest) {
			return candidate.id === candidateId
		}
	}
	// A digest of another making than ours.
	return null
}

/** Why a guess, an end or a feedback was not taken. */
export interface TestRefusal {
	readonly code: 'not-found' | 'finished' | 'unknown' | 'no-guess'
}

type Changed = Result<StoredTestSession, TestRefusal>

/** A refusal as a result and no fault: another tab may have been faster, which is no bug. */
export const refuseTest = (code: TestRefusal['code']) => ({ ok: false, error: { code } }) as const

/**
 * What every command of the knowledge test does: changes a session together with what it queues, in one transaction.
 * @param sent is called after each. @returns runs `run` on the session inside that transaction.
 */
export const createTestChange =
	({ db, guard }: GuardedContext, sent: () => void) =>
	async (id: string, run: (session: StoredTestSession) => Promise<Changed>): Promise<Changed> => {
		const changed = await guard.save(() =>
			db.transaction('rw', db.testSessions, db.outbox, async () => {
				const session = await db.testSessions.get(id)
				if (session === undefined) return refuseTest('not-found')
				const result = await run(session)
				if (result.ok && result.value !== session) await db.testSessions.put(result.value)
				return result
			}),
		)
		sent()
		return changed
	}

/** A spare session is given up when it is older than this, in ms: the server deletes unused ones after thirty days. */
const SPARE_MAX_AGE_MS = 25 * 86_400_000

/** Whether there is anything in a session that could be guessed. */
const asksAnything = ({ policies }: { readonly policies: readonly unknown[] }): boolean =>
	policies.length > 0

/** Whether a test can begin with a spare session: it asks something, and the server has it still. @param now ms since 1970. */
export const isUsableTest = (
	session: Pick<StoredTestSession, 'policies' | 'fetchedAt'>,
	now: number,
): boolean => asksAnything(session) && Math.abs(now - session.fetchedAt) < SPARE_MAX_AGE_MS

/** Whether a session that was begun can be gone on with: it asks something, and where nothing was guessed yet the server has it still. @param now ms since 1970. */
export const isAlive = (
	session: Pick<StoredTestSession, 'policies' | 'fetchedAt' | 'guesses'>,
	now: number,
): boolean => (session.guesses.length > 0 ? asksAnything(session) : isUsableTest(session, now))

/** How long a start may take, in ms: somebody looks at an empty page meanwhile. */
const START_TIMEOUT_MS = 20_000

/**
 * The knowledge test on this device. Each command writes the session and its queue entry in one transaction, and
 * resolves once that is committed; it rejects with a StoreFault where the device could not keep it.
 */
export interface KnowledgeTests {
	/** A session by its id, without a grade for guesses that the server refused; null where this device has none. */
	find(id: string): Promise<StoredTestSession | null>
	/**
	 * The session to go on with, or a fresh one: a spare where there is one, else the server's. A start that is under way
	 * is joined. @returns its id, null where the server's asks nothing, or why the server could not be asked or has no test.
	 */
	begin(): Promise<Result<string | null, Failure>>
	/** Fetches a session ahead where there is none, so that the next test can begin without a connection. */
	fetchSpare(): Promise<Refreshed>
	/** Records a guess; one that was made before stands. @param responseTimeMs from 0 to the cap. */
	guess(
		id: string,
		policyId: string,
		candidateId: string,
		responseTimeMs: number,
	): Promise<Result<StoredTestSession, TestRefusal>>
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
	deps: GuardedContext & { readonly reads: Reads },
	sent: () => void,
): KnowledgeTests => {
	const { db, guard, reads } = deps
	let beginning: Promise<Result<string | null, Failure>> | null = null
	let fetching: Promise<Refreshed> | null = null
	/** The same until there is an answer: one that was lost on its way began a session all the same. */
	const startKeys: { spare?: string; open?: string } = {}

	const inStage = async (stage: StoredTestSession['stage']): Promise<StoredTestSession[]> =>
		(await db.testSessions.toArray()).filter((session) => session.stage === stage)
	const findOpen = async (): Promise<StoredTestSession | undefined> =>
		(await inStage('open')).find((session) => isAlive(session, deps.serverClock.now()))

	const isUsable = (session: StoredTestSession): boolean =>
		isUsableTest(session, deps.serverClock.now())

	/** Asks the server for a session and stores it. @returns its id; null where it asks nothing, and is not kept. */
	const fetchOne = async (stage: 'spare' | 'open'): Promise<Result<string | null, Failure>> => {
		const reading = reads.begin()
		const body = { candidate1Id: null, candidate2Id: null, numberOfPolicies: TEST_POLICIES }
		startKeys[stage] ??= deps.uuid()
		const idempotencyKey = startKeys[stage]
		const options = { ...reading.options, idempotencyKey, timeoutMs: START_TIMEOUT_MS }
		const reply = await deps.call(startTest, { body }, options)
		if (!reply.ok) return reply
		delete startKeys[stage]
		if (!asksAnything(reply.value)) return { ok: true, value: null }
		const session = { ...toStored(reply.value, deps.serverClock.now()), stage }
		let id = session.id
		await reading.store([db.testSessions], async () => {
			// Another tab was faster: its test goes on, and this one is for later.
			const open = stage === 'open' ? await findOpen() : undefined
			id = open?.id ?? id
			await db.testSessions.put(open ? { ...session, stage: 'spare' } : session)
		})
		return { ok: true, value: id }
	}

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

	const begin = async (): Promise<Result<string | null, Failure>> => {
		const open = await guard.run(findOpen)
		if (open) return { ok: true, value: open.id }
		for (const spare of (await guard.run(() => inStage('spare'))).filter(isUsable)) {
			const taken = await takeSpare(spare.id)
			if (taken !== null) return { ok: true, value: taken }
		}
		return fetchOne('open')
	}

	const change = createTestChange(deps, sent)

	return {
		async find(id) {
			const session = await db.testSessions.get(id)
			if (session === undefined) return null
			const refused = await db.outbox
				.where('stream')
				.equals(id)
				.filter(({ state, command }) => state === 'refused' && command === 'test.guess')
				.toArray()
			const policyIds = new Set(
				refused.map(({ args }) => (args as { readonly policyId: string }).policyId),
			)
			const guesses = session.guesses.map((guess) =>
				policyIds.has(guess.policyId) ? { ...guess, correct: null, refused: true } : guess,
			)
			return policyIds.size === 0 ? session : { ...session, guesses }
		},
		begin() {
			beginning ??= begin().finally(() => {
				beginning = null
			})
			return beginning
		},
		fetchSpare() {
			fetching ??= (async (): Promise<Refreshed> => {
				const spares = await guard.run(() => inStage('spare'))
				if (spares.some(isUsable)) return REFRESHED
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
			return change(id, async (session) => {
				if (session.guesses.some((guess) => guess.policyId === policyId)) {
					return { ok: true, value: session }
				}
				if (session.stage === 'finished') return refuseTest('finished')
				const { candidate1, candidate2, policies } = session
				const known = policies.some((policy) => policy.policyId === policyId)
				if (!known || ![candidate1.id, candidate2.id].includes(candidateId))
					return refuseTest('unknown')
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
	}
}
