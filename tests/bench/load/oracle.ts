import { asc, gt } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { attemptEvents, testGuesses, testSessions } from '#server/db/schema.ts'
import { atLeastTimes, atMost, type Figure, figure } from '../figure.ts'
import type { Effect, Ledger } from './ledger.ts'

/** Stored effects by idempotency key, with duplicates. */
type Effects = Map<string, Effect[]>

const PAGE = 20_000

/** Collects entries without a key under '', which must stay empty. */
const add = (effects: Effects, key: string | null, effect: Effect): void => {
	const known = effects.get(key ?? '')
	if (known) known.push(effect)
	else effects.set(key ?? '', [effect])
}

/** @returns the number of answers applied out of order. */
const readEvents = async (db: Db, effects: Effects): Promise<number> => {
	const places = new Map<string, number>()
	let outOfOrder = 0
	for (let last = 0, more = true; more; ) {
		const rows = await db
			.select()
			.from(attemptEvents)
			.where(gt(attemptEvents.id, last))
			.orderBy(asc(attemptEvents.id))
			.limit(PAGE)
		for (const { id, attemptId, key, kind, policyId, value, seq, applied } of rows) {
			last = id
			// Recorded without an effect.
			if (!applied || kind === 'RESET') continue
			add(effects, key, { kind, policyId, value })
			if ((seq ?? 0) <= (places.get(attemptId) ?? 0)) outOfOrder++
			places.set(attemptId, seq ?? 0)
		}
		more = rows.length === PAGE
	}
	return outOfOrder
}

const readTests = async (db: Db, effects: Effects): Promise<void> => {
	const sessions = await db
		.select({ startKey: testSessions.startKey, completeKey: testSessions.completeKey })
		.from(testSessions)
	for (const { startKey, completeKey } of sessions) {
		add(effects, startKey, { kind: 'TEST_START', policyId: null, value: null })
		// Not completed yet.
		if (completeKey !== null)
			add(effects, completeKey, { kind: 'TEST_COMPLETE', policyId: null, value: null })
	}
	const guesses = await db.select().from(testGuesses)
	for (const { key, policyId, candidateId } of guesses) {
		add(effects, key, { kind: 'GUESS', policyId, value: candidateId })
	}
}

const isSame = (a: Effect, b: Effect | undefined): boolean =>
	a.kind === b?.kind && a.policyId === b.policyId && a.value === b.value

const countIn = ({ acknowledged, name }: Ledger, effects: Effects) => {
	let [once, missing, twice, different] = [0, 0, 0, 0]
	for (const [key, expected] of acknowledged) {
		const found = effects.get(key) ?? []
		if (found.length === 0) missing++
		else if (found.length > 1) twice++
		else if (isSame(expected, found[0])) once++
		else different++
	}
	return { name, acknowledged: acknowledged.size, once, missing, twice, different }
}

/**
 * Compares the database with the ledgers: each acknowledged entry took effect exactly once, and nothing else is stored.
 */
export const verifyEffects = async (db: Db, pages: readonly Ledger[]): Promise<Figure[]> => {
	const effects: Effects = new Map()
	const outOfOrder = await readEvents(db, effects)
	await readTests(db, effects)
	const counts = pages.map((page) => countIn(page, effects))
	for (const { name, acknowledged, once, missing, twice, different } of counts) {
		if (once === acknowledged) continue
		console.log(`${name}: missing ${missing}, twice ${twice}, different ${different}`)
	}
	const sum = (which: 'acknowledged' | 'once'): number =>
		counts.reduce((all, count) => all + count[which], 0)
	const sent = new Set(pages.flatMap((page) => [...page.sent]))
	const unknown = [...effects.keys()].filter((key) => !sent.has(key)).length
	return [
		figure({
			what: 'entries applied exactly once',
			value: sum('once'),
			floor: { name: 'acknowledged', value: sum('acknowledged') },
			goal: atLeastTimes(1),
		}),
		figure({ what: 'effects that were not sent', value: unknown, goal: atMost(0) }),
		figure({ what: 'answers out of order', value: outOfOrder, goal: atMost(0) }),
	]
}
