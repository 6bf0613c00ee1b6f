import { startTest, type TestSession } from '#contract/test-session.ts'
import { DAY_MS } from '#domain/days.ts'
import { answerText, DIGEST_LENGTH } from '#domain/knowledge-test.ts'
import { TEST_POLICIES } from '#domain/limits.ts'
import { START_BODY } from '#domain/test-start.ts'
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

/** Grades a guess by the session's salted digest. @returns null if that is not possible; the server then grades it. */
const gradeGuess = async (
	{ salt, policies, candidate1, candidate2 }: StoredTestSession,
	policyId: string,
	candidateId: string,
): Promise<boolean | null> => {
	const digest = policies.find((policy) => policy.policyId === policyId)?.digest ?? null
	// Missing on pages without TLS, despite its type.
	const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
	if (digest === null || salt === null || subtle === undefined) return null
	for (const candidate of [candidate1, candidate2]) {
		if ((await digestOf(subtle, answerText(salt, policyId, candidate.id))) === digest) {
			return candidate.id === candidateId
		}
	}
	return null
}

export interface TestRefusal {
	readonly code: 'not-found' | 'finished' | 'unknown' | 'no-guess'
}

type Changed = Result<StoredTestSession, TestRefusal>

/** Returns a refusal as a result, not as an exception: another tab may have been faster. */
export const refuseTest = (code: TestRefusal['code']) => ({ ok: false, error: { code } }) as const

export const createTestChange =
	({ db, guard }: GuardedContext, startSending: () => void) =>
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
		startSending()
		return changed
	}

/** Maximum age of a spare session, in ms. The server deletes unused ones after thirty days. */
const SPARE_MAX_AGE_MS = 25 * DAY_MS

const asksAnything = ({ policies }: { readonly policies: readonly unknown[] }): boolean =>
	policies.length > 0

/** True if a spare session has policies and has not expired on the server. @param now ms since 1970. */
export const isUsableTest = (
	session: Pick<StoredTestSession, 'policies' | 'fetchedAt'>,
	now: number,
): boolean => asksAnything(session) && Math.abs(now - session.fetchedAt) < SPARE_MAX_AGE_MS

/** True if an open session can continue. Without guesses, the server may have deleted it. @param now ms since 1970. */
export const isAlive = (
	session: Pick<StoredTestSession, 'policies' | 'fetchedAt' | 'guesses'>,
	now: number,
): boolean => (session.guesses.length > 0 ? asksAnything(session) : isUsableTest(session, now))

/** Timeout of a start in ms. The visitor sees an empty page meanwhile. */
const START_TIMEOUT_MS = 20_000

/**
 * Knowledge test on this device. Each command writes the session and its queue entry in one transaction and resolves
 * after the commit. Rejects with a StoreFault if the device could not store it.
 */
export interface KnowledgeTests {
	/** Finds a session. Guesses that the server refused have no grade. */
	find(id: string): Promise<StoredTestSession | null>
	/**
	 * Resolves to the session to continue, else a spare one, else a new one from the server. Joins a start in progress.
	 * @returns its id. Null if the server's session has no policies.
	 */
	begin(): Promise<Result<string | null, Failure>>
	/** Prefetches a session, unless there is one, so that the next test can start offline. */
	fetchSpare(): Promise<Refreshed>
	/** Records a guess. The first one for a policy is final. @param responseTimeMs from 0 to the cap. */
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
	election: session.election,
	stage: 'spare',
	guesses: [],
	fetchedAt: now,
	finishedAt: null,
	summary: null,
	results: null,
	feedbackGiven: false,
})

/**
 * @param deps with the visitor as their user. @param startSending called after each command.
 * @param takeStart returns the idempotency key of a start that the page has sent already, once. Its session is shown, so
 * it is opened even if another tab was faster.
 */
export const createKnowledgeTests = (
	deps: GuardedContext & { readonly reads: Reads },
	startSending: () => void,
	takeStart: () => string | null = () => null,
): KnowledgeTests => {
	const { db, guard, reads } = deps
	let beginning: Promise<Result<string | null, Failure>> | null = null
	let fetching: Promise<Refreshed> | null = null
	/** Idempotency keys, reused until a reply arrives: a lost reply may have begun a session. */
	const startKeys: { spare?: string; open?: string } = {}

	const inStage = async (stage: StoredTestSession['stage']): Promise<StoredTestSession[]> =>
		(await db.testSessions.toArray()).filter((session) => session.stage === stage)
	const findOpen = async (): Promise<StoredTestSession | undefined> =>
		(await inStage('open')).find((session) => isAlive(session, deps.serverClock.now()))

	const isUsable = (session: StoredTestSession): boolean =>
		isUsableTest(session, deps.serverClock.now())

	/** Requests a session and stores it. @returns its id. Null if it has no policies; it is not stored then. */
	const fetchOne = async (
		stage: 'spare' | 'open',
		shown = false,
	): Promise<Result<string | null, Failure>> => {
		const reading = reads.begin()
		startKeys[stage] ??= deps.uuid()
		const idempotencyKey = startKeys[stage]
		const options = { ...reading.options, idempotencyKey, timeoutMs: START_TIMEOUT_MS }
		const reply = await deps.call(startTest, { body: START_BODY }, options)
		if (!reply.ok) return reply
		delete startKeys[stage]
		if (!asksAnything(reply.value)) return { ok: true, value: null }
		const session = { ...toStored(reply.value, deps.serverClock.now()), stage }
		let id = session.id
		await reading.store([db.testSessions], async () => {
			// Another tab was faster: continue its test and keep this session as a spare.
			const open = stage === 'open' && !shown ? await findOpen() : undefined
			id = open?.id ?? id
			await db.testSessions.put(open ? { ...session, stage: 'spare' } : session)
		})
		return { ok: true, value: id }
	}

	const takeSpare = (id: string): Promise<string | null> =>
		guard.run(() =>
			db.transaction('rw', db.testSessions, async () => {
				// Two tabs may take the same one.
				const spare = await db.testSessions.get(id)
				if (spare?.stage !== 'spare') return null
				await db.testSessions.update(id, { stage: 'open' })
				return id
			}),
		)

	const begin = async (): Promise<Result<string | null, Failure>> => {
		const started = takeStart()
		if (started !== null) {
			startKeys.open = started
			return fetchOne('open', true)
		}
		const open = await guard.run(findOpen)
		if (open) return { ok: true, value: open.id }
		for (const spare of (await guard.run(() => inStage('spare'))).filter(isUsable)) {
			const taken = await takeSpare(spare.id)
			if (taken !== null) return { ok: true, value: taken }
		}
		return fetchOne('open')
	}

	const change = createTestChange(deps, startSending)

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
			// Outside the transaction, which would end during the digest.
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
				const at = deps.serverClock.now()
				const guess = { policyId, candidateId, responseTimeMs, correct, settled: false, at }
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
