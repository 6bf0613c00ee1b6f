import { sql } from 'drizzle-orm'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import type { InteractBody, quiz } from '#contract/quiz.ts'
import { complete } from '#domain/quiz.ts'
import type { Result } from '#domain/types.ts'
import { beingWorkedOn, keyReused, lockName } from '../../db/audit.ts'
import type { Db } from '../../db/open.ts'
import { attemptEvents, attempts } from '../../db/schema.ts'
import { isRowId, prepared } from '../../db/sql.ts'
import {
	isServiceError,
	notFound,
	outcomeOf,
	type ServiceError,
	serviceError,
} from '../../http/errors.ts'
import type { SessionContext } from '../../http/mount.ts'
import { checkSession, type Session, type SessionUser } from '../../http/session.ts'
import {
	type AttemptRow,
	type Folded,
	fold,
	foldAttempt,
	giveAnswer,
	isLate,
	type LastEvent,
	type Places,
	unfinished,
} from './attempts.ts'
import { BUSY, createGroups } from './groups.ts'
import { type EventRow, fingerprintOf, type Used } from './idempotency.ts'
import { type SentState, toState } from './read.ts'

type Kind =
	| { readonly kind: 'INTERACT'; readonly body: InteractBody }
	| {
			readonly kind: 'COMPLETE'
			readonly unanswered?: boolean | undefined
	  }

/** Operations of single calls may lack a key and a place in the stream. */
type Operation = Kind & { readonly key: string | null; readonly seq: number | null }

interface Call {
	readonly session: Session
	readonly attemptId: string
	readonly stream: string | null
	readonly operations: readonly Operation[]
	/** A single call gets the reply of its first try again. */
	readonly isSingle: boolean
	readonly now: Date
}

interface Taken {
	readonly refusals: readonly (ServiceError | null)[]
	readonly state: SentState
}

const calling = sql.placeholder('calls')

type Statements = AttemptRow['statements']

/** Attempts whose statements stay in memory, because they never change: about 10 MB. */
const MOST_FROZEN = 500

/** Keeps the statements of the latest attempts. */
type Frozen = Map<string, Statements>

const keep = (frozen: Frozen, id: string, statements: Statements): void => {
	frozen.delete(id)
	frozen.set(id, statements)
	const [oldest = id] = frozen.keys()
	if (frozen.size > MOST_FROZEN) frozen.delete(oldest)
}

/** Locks keys and attempts, then reads in later snapshots, so that everything committed before the locks is seen. */
const holding = prepared((db) =>
	db
		.select({
			held: sql<number>`held`,
			used: sql<readonly (Used & { readonly key: string })[] | null>`used`,
			version: sql<number | null>`version`,
			roles: sql<SessionUser['roles']>`roles`,
			deleted: sql<boolean>`deleted`,
			busy: sql<boolean>`busy`,
			id: sql<string | null>`id`,
			compareQuizId: sql<string | null>`quiz_id`,
			quizType: sql<AttemptRow['quizType']>`quiz_type`,
			seed: sql<string>`seed`,
			formula: sql<number>`formula`,
			superseded: sql<boolean>`superseded`,
			statements: sql<Statements | null>`statements`,
			events: sql<readonly (LastEvent & { readonly place: number | null })[] | null>`events`,
		})
		.from(sql`hold_attempts(${calling}::jsonb, ${sql.placeholder('waits')}::boolean)`)
		.prepare('hold_attempts'),
)

type Held = Awaited<ReturnType<ReturnType<typeof holding>['execute']>>[number]
type HeldRow = Omit<Held, 'statements'> & { readonly statements: Statements }
type HeldAttempt = HeldRow & { readonly id: string }

/** One JSON parameter: building thirteen parameters per event would cost more than the rest of a batch. */
const recording = prepared((db) => {
	const given = db
		.$with('given', {})
		.as(sql`select * from jsonb_to_recordset(${sql.placeholder('events')}::jsonb)
		as event ("attemptId" uuid, "userId" uuid, key text, fingerprint text, kind text, "policyId" text, value integer,
			selected jsonb, "responseTimeMs" integer, stream text, seq bigint, applied boolean, at timestamptz)`)
	const recorded = db
		.$with('recorded', {
			attemptId: sql<string>`attempt_id`.as('attempt_id'),
			id: sql`id`.mapWith(Number).as('id'),
		})
		.as(sql`insert into ${attemptEvents} (attempt_id, user_id, key, fingerprint, kind, policy_id, value, selected,
				response_time_ms, stream, seq, applied, at)
			select "attemptId", "userId", key, fingerprint, kind, "policyId", value, selected, "responseTimeMs", stream, seq,
				applied, at from given
			returning attempt_id, case when applied then id else 0 end as id`)
	const completed = db
		.$with('completed', {})
		.as(sql`update ${attempts} set status = 'COMPLETED', completed_at = given.at
		from given where ${attempts.id} = given."attemptId" and given.kind = 'COMPLETE' and given.applied`)
	return db.with(given, recorded, completed).select().from(recorded).prepare('record_events')
})

interface Going {
	attempt: Folded
	readonly places: Places
	/** Fingerprints by idempotency key, from earlier calls and this one. */
	readonly used: Map<string, string>
	readonly events: EventRow[]
}

const act = (going: Going, operation: Operation): Partial<EventRow> & { applied: boolean } => {
	const { attempt, places } = going
	const { revision } = attempt
	if (operation.kind === 'COMPLETE') {
		const completed = complete(attempt, operation.unanswered)
		if (!completed.ok) throw unfinished(attempt, operation.unanswered)
		going.attempt = { ...completed.value, revision }
		return { applied: attempt.status !== 'COMPLETED' }
	}
	const { after, detail } = giveAnswer(attempt, operation.body)
	const { seq } = operation
	const applied = seq === null || !isLate(places, detail.policyId, seq)
	if (applied) {
		going.attempt = { ...after, revision }
		if (seq !== null) places.set(detail.policyId, seq)
	}
	return { applied, ...detail }
}

const digestOf = (attemptId: string, operation: Operation): string => {
	const { kind } = operation
	const early = kind === 'COMPLETE' && operation.unanswered ? { unanswered: true } : null
	const body = kind === 'INTERACT' ? operation.body : early
	return fingerprintOf({ kind, target: attemptId.toLowerCase(), body })
}

const takeOne = (
	going: Going,
	{ id, superseded }: HeldAttempt,
	operation: Operation,
	{ session, stream, now }: Call,
): void => {
	const { kind, key, seq } = operation
	const fingerprint = digestOf(id, operation)
	const before = key === null ? undefined : going.used.get(key)
	if (before === fingerprint) return
	if (before !== undefined) throw keyReused()
	if (superseded) throw serviceError('conflict', 'attempt-reset')
	const detail = act(going, operation)
	const common = { at: now, stream, userId: session.userId, attemptId: id }
	going.events.push({ ...common, kind, key, seq, fingerprint, ...detail })
	if (key !== null) going.used.set(key, fingerprint)
}

const refusalOf = (take: () => void): ServiceError | null => {
	try {
		take()
		return null
	} catch (error) {
		if (!isServiceError(error)) throw error
		return error
	}
}

const goingOf = (row: HeldAttempt): Going => {
	const events = row.events ?? []
	const places: Places = new Map()
	for (const { kind, policyId, place } of events) {
		if (kind === 'INTERACT' && place !== null) places.set(policyId, place)
	}
	const used = new Map((row.used ?? []).map(({ key, fingerprint }) => [key, fingerprint]))
	return { attempt: fold(row, events), places, used, events: [] }
}

/** Finishes a call once its events are recorded. @param last id of its last applied event; 0 if there is none. */
type Finish = (last: number) => Taken

interface Decided {
	readonly events: readonly EventRow[]
	readonly finish: Finish
}

const NO_EVENTS: readonly EventRow[] = []

/** The reply of the first try: the attempt right after it. Null if the key is new. @throws 422 */
const replay = async (tx: Db, call: Call, held: HeldRow): Promise<Taken | null> => {
	const [operation] = call.operations
	const used = held.used?.find(({ key }) => key === operation?.key)
	if (operation === undefined || used === undefined) return null
	if (used.fingerprint !== digestOf(call.attemptId, operation)) throw keyReused()
	const row = { ...held, id: used.attemptId }
	const refusals = [null]
	return { refusals, state: toState(row, await foldAttempt(tx, row, used.eventId)) }
}

/** @throws 401 and 403 by the session; 404; 409 with `Retry-After` if another call holds the first key. */
const decide = async (tx: Db, call: Call, held: HeldRow): Promise<Decided> => {
	const { version, roles, deleted, id } = held
	checkSession(call.session, version === null ? null : { version, roles, deleted })
	const [first] = call.operations
	if (first?.key && held.held === 0) throw beingWorkedOn()
	const before = call.isSingle ? await replay(tx, call, held) : null
	if (before !== null) return { events: NO_EVENTS, finish: () => before }
	if (id === null) throw notFound()
	const row = { ...held, id }
	const going = goingOf(row)
	const { revision } = going.attempt
	const refusals = call.operations
		.slice(0, call.isSingle ? 1 : held.held)
		.map((operation) => refusalOf(() => takeOne(going, row, operation, call)))
	const finish: Finish = (last) => ({
		refusals,
		state: toState(row, { ...going.attempt, revision: Math.max(last, revision) }),
	})
	return { events: going.events, finish }
}

type Outcome = Result<Taken, ServiceError>

const paramOf = ({ session: { userId }, attemptId, stream, operations }: Call, knows: boolean) => {
	const keys = operations.flatMap(({ key }) => (key === null ? [] : [key]))
	const names = keys.map((key) => lockName(userId, key))
	return { userId, attemptId: isRowId(attemptId) ? attemptId : null, stream, knows, keys, names }
}

const attempted = async <Value>(
	work: () => Promise<Value>,
): Promise<Result<Value, ServiceError>> => {
	try {
		return { ok: true, value: await work() }
	} catch (error) {
		if (!isServiceError(error)) throw error
		return { ok: false, error }
	}
}

/** @returns the id of the last applied event by attempt. */
const record = async (tx: Db, events: readonly EventRow[]): Promise<Map<string, number>> => {
	const last = new Map<string, number>()
	if (events.length === 0) return last
	const rows = await recording(tx).execute({ events: JSON.stringify(events) })
	for (const { attemptId, id } of rows) {
		last.set(attemptId, Math.max(id, last.get(attemptId) ?? 0))
	}
	return last
}

/** Takes several calls in one transaction of four statements. */
const takeTogether = (
	db: Db,
	calls: readonly Call[],
	waits: boolean,
	frozen: Frozen,
): Promise<(Outcome | typeof BUSY)[]> =>
	db.transaction(async (tx) => {
		const known = calls.map(({ attemptId }) => frozen.get(attemptId.toLowerCase()))
		const params = calls.map((call, at) => paramOf(call, known[at] !== undefined))
		const held = await holding(tx).execute({ calls: JSON.stringify(params), waits })
		const decided: (Result<Decided, ServiceError> | typeof BUSY)[] = []
		for (const [at, call] of calls.entries()) {
			const found = held[at] as Held
			const row = { ...found, statements: known[at] ?? found.statements ?? [] }
			if (row.id !== null) keep(frozen, row.id, row.statements)
			decided.push(row.busy ? BUSY : await attempted(() => decide(tx, call, row)))
		}
		const events = decided.flatMap((each) => (each !== BUSY && each.ok ? each.value.events : []))
		const last = await record(tx, events)
		return decided.map((each, at) => {
			if (each === BUSY || !each.ok) return each
			return { ok: true, value: each.value.finish(last.get(held[at]?.id ?? '') ?? 0) }
		})
	})

export const createAnswers = (db: Db) => {
	const frozen: Frozen = new Map()
	const grouped = createGroups(
		(calls: readonly Call[], waits) => takeTogether(db, calls, waits, frozen),
		({ session }) => session.userId,
	)
	const take = async (call: Call): Promise<Taken> => {
		const taken = await grouped(call)
		if (!taken.ok) throw taken.error
		return taken.value
	}
	const takeSingle = async (
		{ session, now, key, order }: SessionContext,
		attemptId: string,
		operation: Kind,
	): Promise<SentState> => {
		const { refusals, state } = await take({
			...{ session, now, attemptId, isSingle: true, stream: order?.stream ?? null },
			operations: [{ ...operation, key, seq: order?.seq ?? null }],
		})
		if (refusals[0]) throw refusals[0]
		return state
	}
	return {
		interact: (
			context: SessionContext,
			{ params, body }: HandlerInput<typeof quiz.interact>,
		): Promise<SentState> => takeSingle(context, params.attemptId, { kind: 'INTERACT', body }),

		/** Completes an attempt. @param unanswered accepts unanswered statements. @throws 409 if it is unfinished. */
		complete: (
			context: SessionContext,
			attemptId: string,
			unanswered = false,
		): Promise<SentState> => takeSingle(context, attemptId, { kind: 'COMPLETE', unanswered }),

		/** Applies operations, each with its usual outcome. */
		batch: async (
			{ session, now }: SessionContext,
			{ params, body }: HandlerInput<typeof quiz.batch>,
		): Promise<Sent<typeof quiz.batch>> => {
			const { stream, operations } = body
			const { attemptId } = params
			const call = { session, now, attemptId, stream, isSingle: false, operations }
			const { refusals, state } = await take(call)
			return {
				outcomes: refusals.map((error) => (error === null ? { status: 200 } : outcomeOf(error))),
				state,
			}
		},
	}
}
