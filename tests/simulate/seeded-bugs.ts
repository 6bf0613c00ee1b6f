import type { ServerBugs } from './model-server.ts'

/** A source change; `from` must occur exactly once. */
interface Change {
	/** Relative to src/. */
	readonly file: string
	readonly from: string
	readonly to: string
}

/** A realistic bug that the simulator must detect. */
export interface SeededBug {
	readonly name: string
	readonly changes: readonly Change[]
	readonly server?: ServerBugs
	/** Seed to run first, if the bug does not show in the first schedules. */
	readonly seed?: number
}

const QUEUE = 'device/sync/queue.ts'
const SENDER = 'device/sync/sender.ts'
const BATCH = 'device/sync/batch.ts'
const ENGINE = 'device/sync/engine.ts'
const VERDICT = 'device/sync/reply-policy.ts'
const LOCK = 'device/sync/lock.ts'

const SOURCE = 'device/idb-source.ts'
const GUARD = 'device/resilient-db.ts'

const bug = (name: string, file: string, from: string, to: string, seed?: number): SeededBug => ({
	name,
	changes: [{ file, from, to }],
	...(seed !== undefined && { seed }),
})

/** Stamps each entry with the device's time. */
const STAMPED: Change = {
	file: 'device/entries.ts',
	from: 'await deps.db.outbox.add(entry)',
	to: 'await deps.db.outbox.add({ ...entry, at: (deps as never as { now(): number }).now() } as never)',
}

const ON_DEVICE: readonly SeededBug[] = [
	bug(
		'an answer and its entry are written in two transactions',
		'device/quiz.ts',
		"db.transaction('rw', tables, async () => run())",
		'run()',
		22,
	),
	bug(
		'an entry is deleted before it is sent',
		SENDER,
		'const sent = await call(user, (options) =>',
		'await db.outbox.delete(entry.seq); const sent = await call(user, (options) =>',
	),
	bug(
		'any HTTP reply counts as success',
		SENDER,
		'classifyFailure(sent.failure)',
		"('status' in sent.failure ? { do: 'settle' as const, write: async () => undefined } : classifyFailure(sent.failure))",
	),
	bug(
		'each retry uses a new idempotency key',
		SENDER,
		'idempotencyKey: entry.id',
		'idempotencyKey: entry.id.slice(0, -3) + String(100 + entry.tries)',
	),
	bug(
		'a 401 drops the entry',
		SENDER,
		'pausedToken = user.token',
		'await db.outbox.delete(entry.seq)',
		15,
	),
	bug(
		'a 401 refuses the entry',
		VERDICT,
		"if (status === 401) return { do: 'pause' }",
		"if (status === 401) return { do: 'refuse', reason: null }",
	),
	bug(
		'tabs and worker send without a lock',
		ENGINE,
		'await withLock(deps, LOCK,',
		'await ((..._: unknown[]) => (_[2] as (hasLock: HasLock) => Promise<void>)(() => true))(deps, LOCK,',
	),
	bug(
		'the lock of a frozen holder is never stolen',
		LOCK,
		'const PATIENCE = 6',
		'const PATIENCE = Number.POSITIVE_INFINITY',
	),
	bug('a former lock holder continues sending', LOCK, 'mine = false', 'mine = true', 99),
	bug(
		'a former lock holder sends what it was reading',
		SENDER,
		"if (!hasLock()) return 'again'",
		'void hasLock',
		1_230_874_632,
	),
	{
		name: 'entries are ordered by clock instead of by queue',
		seed: 57,
		changes: [
			STAMPED,
			{
				file: QUEUE,
				from: "waitingOf(userId).sortBy('seq')",
				to: "waitingOf(userId).sortBy('at')",
			},
		],
	},
	{
		name: 'entries are dropped after seven days',
		seed: 16,
		changes: [
			STAMPED,
			{
				file: QUEUE,
				from: "waitingOf(userId).sortBy('seq')",
				to: "waitingOf(userId).filter((entry) => now() - (entry as never as { at: number }).at > 604_800_000).delete().then(() => waitingOf(userId).sortBy('seq'))",
			},
			{
				file: QUEUE,
				from: "db.transaction('r', db.outbox,",
				to: "db.transaction('rw', db.outbox,",
			},
		],
	},
	{
		name: 'a failed entry blocks all streams',
		seed: 8,
		changes: [
			{ file: QUEUE, from: 'streams.get(entry.stream)', to: "streams.get('')" },
			{ file: QUEUE, from: 'streams.set(entry.stream,', to: "streams.set(''," },
		],
	},
	{
		name: 'the queue is shared by all users',
		changes: [
			{
				file: QUEUE,
				from: "db.outbox.where('[userId+state]').equals([userId, 'waiting'])",
				to: "db.outbox.filter((entry) => entry.state === 'waiting')",
			},
			{ file: ENGINE, from: 'user?.key !== entry.userId', to: 'user === null' },
		],
	},
	bug('Retry-After is ignored', 'device/sync/backoff.ts', '(floorMs ?? 0) + jittered', 'jittered'),
	{
		name: 'Retry-After delays only its own entry',
		changes: [
			{ file: SENDER, from: "return deferAll ? 'stop' : 'stuck'", to: "return 'stuck'" },
			{
				file: QUEUE,
				from: 'await db.fetched.get(retryAfterKey(userId))',
				to: 'undefined as never',
			},
		],
	},
	bug(
		'a late read overwrites unsent answers',
		'device/attempt-merge.ts',
		'unsentOf(await waitingIn(db, attempt.id))',
		'unsentOf([])',
	),
	bug(
		'a late history reverts an unsent completion',
		'device/attempts.ts',
		'unsentOf(waiting).completion ? known.status : row.status',
		'row.status',
		58,
	),
	bug(
		'a refused entry is deleted silently',
		QUEUE,
		"await db.outbox.update(entry.seq, { state: 'refused'",
		"await db.outbox.delete(entry.seq); void ({ state: 'refused'",
		8,
	),
	bug(
		'a refused start is not reverted',
		QUEUE,
		'await takeBack(db, entry, why)',
		'void takeBack',
		18,
	),
	bug(
		'a reset is sent before the answers of the attempt it supersedes',
		'device/sync/commands.ts',
		'if ((await waitingIn(db, resetAttemptId)).length > 0)',
		'if (waitingIn === undefined)',
		67,
	),
	bug(
		'all operations of a batch are settled, whatever their outcome',
		BATCH,
		'status === 200\n',
		'status > 0\n',
		22,
	),
	bug(
		'operations skipped by a batch are settled too',
		BATCH,
		'if (verdict === undefined) break',
		'if (verdict === undefined) { settled.push(entry); continue }',
		22,
	),
	bug(
		'each batch uses new idempotency keys',
		BATCH,
		'{ id: key, seq }',
		'{ id, seq, tries, key = id.slice(0, -3) + String(100 + tries) }',
	),
	bug('a batch loses the sequence numbers', BATCH, '	key,\n	seq,\n', '	key,\n	seq: 0,\n'),
	bug(
		'outcomes of guesses in a batch are not stored',
		BATCH,
		'await batch[index]?.write(outcome, summary)(db)',
		'void [batch, db, summary]',
	),
	bug('a lost connection is not retried', GUARD, 'lost: 3', 'lost: 1'),
	bug('an answer is lost with a connection that closes under it', GUARD, "	'AbortError',\n", ''),
	bug(
		'a write that hangs counts as saved',
		GUARD,
		"reject(\n					storeFault('lost',",
		"resolve({ ok: true } as never)\n				reject(\n					storeFault('lost',",
		38,
	),
	bug(
		'an open that is not answered is awaited forever',
		SOURCE,
		'if (suspended || deferred.answered) return',
		'if (suspended || deferred) return',
		27,
	),
	bug(
		'the store is used on the way into the cache',
		SOURCE,
		'suspended = true',
		'suspended = false',
	),
	{
		name: 'a page from the cache keeps its old connection',
		seed: 13,
		changes: [
			{
				file: SOURCE,
				from: '	db.close({ disableAutoOpen: false })\n	source.resume()\n	return guard.probe()',
				to: '	source.resume()\n	return guard.probe()',
			},
			{ file: SOURCE, from: 'for (const deferred of again) begin(deferred)', to: 'void again' },
		],
	},
	bug(
		'a full disk is ignored',
		'device/quiz.ts',
		'const value = await inTransaction(deps, () => run(deps))',
		"const value = await inTransaction(deps, () => run(deps)).catch(() => ({ ok: true, value: '' }) as Value)",
		38,
	),
	bug(
		'a guess is stored without its entry',
		'device/knowledge-test.ts',
		"await enqueue(deps, id, 'test.guess', args)",
		'void args',
	),
	bug(
		"the server's word on a guess is not written",
		'device/sync/test-commands.ts',
		'{ ...guess, correct, settled: true }',
		'guess',
	),
	bug(
		'postponed entries are never retried',
		ENGINE,
		'if (waitMs !== null) comeBack(waitMs)',
		'void waitMs',
	),
	{
		name: "an answer is sent in the quiz's current type",
		seed: 86,
		changes: [
			{
				file: 'device/quiz.ts',
				from: 'consent: CONSENT_VERSION, quizType, formula }',
				to: 'consent: CONSENT_VERSION, formula }',
			},
			{
				file: 'device/sync/commands.ts',
				from: 'args.quizType ?? attempt?.quizType',
				to: 'attempt?.quizType',
			},
		],
	},
	bug(
		'a completed attempt disappears when its quiz has closed',
		'device/attempt-merge.ts',
		'why && staysListed(attempt, why) ? why : null',
		'staysListed(attempt, { closedOn: null, reason: "" }) ? null : null',
		56,
	),
	bug('a clock set back blocks waiting entries', QUEUE, 'now < notBefore - waitMs', 'now < 0', 50),
	bug(
		'the device trusts an older state of a restored server',
		'device/attempt-merge.ts',
		'return answers.length > 0 || selection !== null || completion',
		'return [answers, selection, completion].length === 0',
		59,
	),
	bug(
		'a lost attempt is restarted without its answers',
		'device/restore.ts',
		'await putBefore(db, stored.id, missing, true)',
		'await putBefore(db, stored.id, missing.slice(0, 1), true)',
		59,
	),
	bug(
		"the server's skips are not merged",
		'device/attempt-merge.ts',
		'...skipped.map((policyId) => [policyId, null] as const)',
		'...skipped.slice(skipped.length).map((policyId) => [policyId, null] as const)',
		5,
	),
	bug(
		'a lost skip is not sent again',
		'device/attempt-merge.ts',
		'const all = Object.entries(answers)',
		'const all = Object.entries(answers).filter(([, value]) => value !== null)',
		261,
	),
	bug(
		'an early completion is sent as a full one',
		'device/sync/commands.ts',
		"{ kind: 'COMPLETE', ...body }",
		"{ kind: 'COMPLETE' }",
		30,
	),
	bug(
		'a lost early completion is not sent again',
		'device/restore.ts',
		'if (!canFinish) return []',
		'if (!isComplete) return []',
		427,
	),
	bug(
		'a start does not name its formula',
		'device/sync/commands.ts',
		'prepare: async (db, { attemptId, quizId: _, ...body }) => {',
		'prepare: async (db, { attemptId, quizId: _, formula: __, ...body }) => {',
	),
	bug(
		'guesses missing on a restored server are not sent again',
		'device/restore-test.ts',
		'const missing = entries.filter(({ id }) => !ids.has(id))',
		'const missing = entries.filter(({ id }) => ids.has(id))',
		35,
	),
]

const ON_SERVER: readonly SeededBug[] = [
	{ name: 'the server: keys are not looked up', changes: [], server: { noDedupe: true } },
	{
		name: 'the server: the key is stored apart from the effect',
		changes: [],
		server: { keyApart: true },
	},
	{
		name: 'the server: answers are not ordered',
		changes: [],
		server: { noOrder: true },
		seed: 1_001_293,
	},
]

export const SEEDED_BUGS: readonly SeededBug[] = [...ON_DEVICE, ...ON_SERVER]
