import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { CallInput, Endpoint } from '#contract/endpoint.ts'
import type { Result } from '#domain/types.ts'
import type { Call, CallOptions } from '#http/client.ts'
import type { Failure } from '#http/failure.ts'
import { contentsOf, differenceOf } from './contents.ts'
import type { TestServer, Voter } from './server.ts'
import { type Watch, watching } from './statements.ts'

/** What a write is made in. */
export interface Place {
	readonly server: TestServer
	readonly admin: Voter
}

/** A call as a device repeats it: with the same key each time. */
type Send = (options: CallOptions) => Promise<Result<unknown, Failure>>

/** A call that writes. */
export interface Write {
	readonly row: Endpoint
	/** Prepares one more call of the kind. */
	readonly prepare: (place: Place) => Promise<Send>
}

/** A write by a row of the contract. @param prepare says who calls, and with what. */
export const writeBy = <Row extends Endpoint>(
	row: Row,
	prepare: (place: Place) => Promise<{ readonly call: Call; readonly input: CallInput<Row> }>,
): Write => ({
	row,
	prepare: async (place) => {
		const { call, input } = await prepare(place)
		return (options) => call(row, input, options)
	},
})

/** No write has so many statements; a loop that does not end would end here. */
const MOST_STATEMENTS = 80

/** Loses the database at the n-th statement, once. */
export const faultAt = (n: number, moment: keyof Watch) => {
	let seen = 0
	const watch: Watch = {
		[moment]: (_: string, lose: () => never) => {
			if (++seen === n) lose()
		},
	}
	return { watch, struck: () => seen >= n }
}

/** A refusal by which a device knows that the same call may succeed. */
export const COME_BACK = { kind: 'problem', retryAfterMs: expect.any(Number) }

const isPassing = (failure: Failure): boolean =>
	failure.kind === 'problem' && failure.retryAfterMs !== null

/** Repeats a call as a device does, which is told to come back while the database has not let go of a lost connection yet. */
const repeat = async (send: Send, options: CallOptions): Promise<Result<unknown, Failure>> => {
	let reply = await send(options)
	for (let tries = 0; tries < 100 && !reply.ok && isPassing(reply.error); tries++) {
		reply = await send(options)
	}
	return reply
}

/** What a reply says, without whatever is another one's with each call. */
const gistOf = (reply: Result<unknown, Failure>): string =>
	reply.ok || reply.error.kind !== 'problem' ? String(reply.ok) : String(reply.error.status)

type Effect = Record<string, number>

/** What calls have come to: in the database after the first one and in the end, and what the last one said. */
interface Run {
	readonly between: Effect
	readonly end: Effect
	readonly said: string
}

/** One call that is made twice under one key, the first time with a fault. */
const runTwice = async (place: Place, { prepare }: Write, watch: Watch = {}): Promise<Run> => {
	const { db } = place.server
	const send = await prepare(place)
	const options = { idempotencyKey: randomUUID() }
	const before = await contentsOf(db)
	const first = await watching(watch, () => send(options))
	if (!first.ok) expect(first.error).toMatchObject(COME_BACK)
	const between = differenceOf(before, await contentsOf(db))
	const said = gistOf(await repeat(send, options))
	return { between, end: differenceOf(before, await contentsOf(db)), said }
}

interface Losses {
	/** What a second call changes in the database; nothing unless it is said. */
	readonly again?: 'nothing' | 'something'
	/**
	 * Whether the answer to each statement is lost, or to the last one alone: what was executed before that is taken back
	 * like what the next statement was lost before.
	 */
	readonly after?: 'each' | 'last'
}

/**
 * Loses the database at each statement of a write in turn, before the statement is executed and after it, and has the call
 * repeated. Each time the write was made whole or not at all; where it was not, the repetition makes it; where it was, the
 * repetition is told what a second call is told, and has no effect that a second call has not.
 */
export const loseEverywhere = async (
	place: Place,
	write: Write,
	{ again = 'nothing', after = 'each' }: Losses = {},
): Promise<void> => {
	const { between: once, end: twice, said } = await runTwice(place, write)
	expect(once).not.toEqual({})
	if (again === 'nothing') expect(twice).toEqual(once)
	if (write.row.idempotent) expect(said).toBe('true')
	/** @returns whether there was such a statement. */
	const loseAt = async (n: number, moment: keyof Watch): Promise<boolean> => {
		const { watch, struck } = faultAt(n, moment)
		const run = await runTwice(place, write, watch)
		const where = `${moment} statement ${n}`
		const isMade = Object.keys(run.between).length > 0
		expect(run.between, `${where}: whole or not at all`).toEqual(isMade ? once : {})
		expect(run.end, `${where}: in the end`).toEqual(isMade ? twice : once)
		expect(run.said, `${where}: the repetition`).toBe(isMade ? said : 'true')
		return struck()
	}
	let statements = 0
	while (await loseAt(statements + 1, 'before')) {
		expect(++statements).toBeLessThan(MOST_STATEMENTS)
	}
	// Who calls is read, and something is written.
	expect(statements).toBeGreaterThan(1)
	for (let n = after === 'each' ? 1 : statements; n <= statements; n++) {
		expect(await loseAt(n, 'after'), `after statement ${n}`).toBe(true)
	}
}
