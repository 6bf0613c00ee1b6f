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
const TOGETHER = 'device/sync/batch.ts'
const ENGINE = 'device/sync/engine.ts'
const VERDICT = 'device/sync/reply-policy.ts'
const LOCK = 'device/sync/lock.ts'

const bug = (name: string, file: string, from: string, to: string, seed?: number): SeededBug => ({
	name,
	changes: [{ file, from, to }],
	...(seed !== undefined && { seed }),
})

/** Stamps each entry with the device's time. */
const STAMPED: Change = {
	file: 'device/entries.ts',
	from: '{ ...entry, v:',
	to: '{ ...entry, at: (deps as never as { now(): number }).now(), v:',
}

const ON_DEVICE: readonly SeededBug[] = [
	bug(
		'an answer and its entry in two transactions',
		'device/quiz.ts',
		"db.transaction('rw', tables, run)",
		'run()',
		49,
	),
	bug(
		'an entry is dequeued before it is sent',
		SENDER,
		'const sent = await call(user, (options) =>',
		'await db.outbox.delete(entry.seq); const sent = await call(user, (options) =>',
	),
	bug(
		'any reply over HTTP counts as success',
		SENDER,
		'classifyFailure(sent.failure)',
		"('status' in sent.failure ? { do: 'settle' as const, write: async () => undefined } : classifyFailure(sent.failure))",
	),
	bug(
		'a new key on every try',
		SENDER,
		'idempotencyKey: entry.id',
		'idempotencyKey: entry.id.slice(0, -3) + String(100 + entry.tries)',
	),
	bug(
		'a 401 drops the entry',
		SENDER,
		'pausedToken = user.token',
		'await db.outbox.delete(entry.seq)',
	),
	bug(
		'a 401 refuses the entry',
		VERDICT,
		"if (status === 401) return { do: 'pause' }",
		"if (status === 401) return { do: 'refuse', reason: null }",
	),
	bug(
		'no lock over tabs and worker',
		ENGINE,
		'await withLock(deps, LOCK,',
		'await ((..._: unknown[]) => (_[2] as (hasLock: HasLock) => Promise<void>)(() => true))(deps, LOCK,',
	),
	bug(
		'a lock is never taken from a frozen holder',
		LOCK,
		'const PATIENCE = 6',
		'const PATIENCE = Number.POSITIVE_INFINITY',
	),
	bug('a robbed holder goes on sending', LOCK, 'mine = false', 'mine = true', 153),
	{
		name: 'the order of the clock instead of the order of the queue',
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
		name: 'what waits for seven days is given up',
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
		name: 'one entry that fails blocks all streams',
		changes: [
			{ file: QUEUE, from: 'streams.get(entry.stream)', to: "streams.get('')" },
			{ file: QUEUE, from: 'streams.set(entry.stream,', to: "streams.set(''," },
		],
	},
	{
		name: "the queue is everybody's",
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
		name: 'Retry-After holds its own entry alone',
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
		'a late history takes an unsent completion back',
		'device/attempts.ts',
		'unsentOf(waiting).completion ? known.status : row.status',
		'row.status',
		59,
	),
	bug(
		'a refused entry is deleted silently',
		QUEUE,
		"await db.outbox.update(entry.seq, { state: 'refused'",
		"await db.outbox.delete(entry.seq); void ({ state: 'refused'",
	),
	bug(
		'what a refused beginning did is not taken back',
		QUEUE,
		'await takeBack(db, entry, why)',
		'void takeBack',
		18,
	),
	bug(
		'a reset is sent before the answers of the attempt that it leaves',
		'device/sync/commands.ts',
		'if ((await waitingIn(db, resetAttemptId)).length > 0)',
		'if (waitingIn === undefined)',
		32,
	),
	bug(
		'a batch is settled whole, whatever became of each',
		TOGETHER,
		'status === 200\n',
		'status > 0\n',
		46,
	),
	bug(
		'what a batch left out is settled with the rest',
		TOGETHER,
		'if (verdict === undefined) break',
		'if (verdict === undefined) { settled.push(entry); continue }',
		32,
	),
	bug(
		'a new key for each in every batch',
		TOGETHER,
		'{ id: key, seq }',
		'{ id, seq, tries, key = id.slice(0, -3) + String(100 + tries) }',
	),
	bug('a batch forgets the places', TOGETHER, '	key,\n	seq,\n', '	key,\n	seq: 0,\n'),
	bug(
		'what became of guesses in a batch is not written',
		TOGETHER,
		'await batch[index]?.write(outcome, summary)(db)',
		'void [batch, db, summary]',
	),
	bug('a lost connection is not tried again', 'device/resilient-db.ts', 'lost: 3', 'lost: 1'),
	bug(
		'a full disk is swallowed',
		'device/quiz.ts',
		'const value = await inTransaction(deps, () => run(deps))',
		"const value = await inTransaction(deps, () => run(deps)).catch(() => ({ ok: true, value: '' }) as Value)",
		16,
	),
	bug(
		'a guess is kept without its entry',
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
		'nobody comes back for what was put off',
		ENGINE,
		'if (waitMs !== null) comeBack(waitMs)',
		'void waitMs',
	),
	{
		name: 'an answer is sent in the type that its quiz has by now',
		seed: 108,
		changes: [
			{
				file: 'device/quiz.ts',
				from: 'seed, consent: CONSENT_VERSION, quizType }',
				to: 'seed, consent: CONSENT_VERSION }',
			},
			{
				file: 'device/sync/commands.ts',
				from: 'args.quizType ?? attempt?.quizType',
				to: 'attempt?.quizType',
			},
		],
	},
	bug(
		'a completed attempt vanishes when its quiz has closed',
		'device/attempt-merge.ts',
		'why && staysListed(attempt, why) ? why : null',
		'staysListed(attempt, { closedOn: null, reason: "" }) ? null : null',
		28,
	),
	bug('a clock that was put back holds what waits', QUEUE, 'now < notBefore - waitMs', 'now < 0'),
	bug(
		'the device trusts an older state of a restored server',
		'device/attempt-merge.ts',
		'return answers.length > 0 || selection !== null || completion',
		'return [answers, selection, completion].length === 0',
		84,
	),
	bug(
		'a lost attempt is begun again without its answers',
		'device/restore.ts',
		'await putBefore(db, stored.id, missing, true)',
		'await putBefore(db, stored.id, missing.slice(0, 1), true)',
		62,
	),
	bug(
		'what a restored server lacks of a knowledge test is not sent again',
		'device/restore-test.ts',
		'const missing = entries.filter(({ id }) => !ids.has(id))',
		'const missing = entries.filter(({ id }) => ids.has(id))',
		62,
	),
]

const ON_SERVER: readonly SeededBug[] = [
	{ name: 'the server: keys are not looked up', changes: [], server: { noDedupe: true } },
	{
		name: 'the server: the key is kept apart from the effect',
		changes: [],
		server: { keyApart: true },
	},
	{
		name: 'the server: no guard of the order',
		changes: [],
		server: { noOrder: true },
		seed: 1_000_114,
	},
]

export const SEEDED_BUGS: readonly SeededBug[] = [...ON_DEVICE, ...ON_SERVER]
