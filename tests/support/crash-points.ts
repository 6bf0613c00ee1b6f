import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { CallInput, Endpoint } from '#contract/endpoint.ts'
import type { Result } from '#domain/types.ts'
import type { Call, CallOptions } from '#http/client.ts'
import type { Failure } from '#http/failure.ts'
import { contentsOf, differenceOf } from './database-contents.ts'
import type { TestServer, Voter } from './server.ts'
import { type Watch, watching } from './statements.ts'

export interface Place {
	readonly server: TestServer
	readonly admin: Voter
}

type Send = (options: CallOptions) => Promise<Result<unknown, Failure>>

export interface Write {
	readonly row: Endpoint
	readonly prepare: (place: Place) => Promise<Send>
}

/** A write to an endpoint. @param prepare returns the client and the input. */
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

/** Upper bound that ends an endless loop. */
const MAX_STATEMENTS = 80

/** Loses the database connection once, at statement `n`. */
export const faultAt = (n: number, moment: keyof Watch) => {
	let seen = 0
	const watch: Watch = {
		[moment]: (_: string, lose: () => never) => {
			if (++seen === n) lose()
		},
	}
	return { watch, struck: () => seen >= n }
}

/** A retryable failure. */
export const RETRYABLE = { kind: 'problem', retryAfterMs: expect.any(Number) }

const isPassing = (failure: Failure): boolean =>
	failure.kind === 'problem' && failure.retryAfterMs !== null

/** Retries while the database has not yet noticed the lost connection. */
const repeat = async (send: Send, options: CallOptions): Promise<Result<unknown, Failure>> => {
	let reply = await send(options)
	for (let tries = 0; tries < 100 && !reply.ok && isPassing(reply.error); tries++) {
		await sleep(10)
		reply = await send(options)
	}
	return reply
}

/** The parts of a reply that do not vary between equal calls. */
const outcomeOf = (reply: Result<unknown, Failure>): string =>
	reply.ok || reply.error.kind !== 'problem' ? String(reply.ok) : String(reply.error.status)

type Effect = Record<string, number>

interface Run {
	readonly between: Effect
	readonly end: Effect
	readonly repeated: string
}

/** Makes a call twice with the same key, the first time with a fault. */
const runTwice = async (place: Place, { row, prepare }: Write, watch: Watch = {}): Promise<Run> => {
	const { db } = place.server
	const send = await prepare(place)
	const options = { idempotencyKey: randomUUID() }
	const before = await contentsOf(db)
	const first = await watching(watch, () => send(options))
	if (!first.ok) expect(first.error).toMatchObject(RETRYABLE)
	const between = differenceOf(before, await contentsOf(db))
	const again = await repeat(send, options)
	if (first.ok && row.idempotent) expect(again).toEqual(first)
	return { between, end: differenceOf(before, await contentsOf(db)), repeated: outcomeOf(again) }
}

/**
 * Loses the connection before each statement of a write and after the last, and repeats the call. The write must be
 * atomic. If it was rolled back, the retry performs it; if it was committed, the retry replies and acts like any second
 * call. Losing an earlier response equals losing the connection before the next statement.
 * @param again allowed effect of the second call on the database.
 */
export const loseEverywhere = async (
	place: Place,
	write: Write,
	again: 'nothing' | 'something' = 'nothing',
): Promise<void> => {
	const { between: once, end: twice, repeated } = await runTwice(place, write)
	expect(once).not.toEqual({})
	if (again === 'nothing') expect(twice).toEqual(once)
	if (write.row.idempotent) expect(repeated).toBe('true')
	/** @returns true if the write has a statement `n`. */
	const loseAt = async (n: number, moment: keyof Watch): Promise<boolean> => {
		const { watch, struck } = faultAt(n, moment)
		const run = await runTwice(place, write, watch)
		const where = `${moment} statement ${n}`
		const isMade = Object.keys(run.between).length > 0
		expect(run.between, `${where}: atomic`).toEqual(isMade ? once : {})
		expect(run.end, `${where}: final state`).toEqual(isMade ? twice : once)
		expect(run.repeated, `${where}: repeated reply`).toBe(isMade ? repeated : 'true')
		return struck()
	}
	let statements = 0
	while (await loseAt(statements + 1, 'before')) {
		expect(++statements).toBeLessThan(MAX_STATEMENTS)
	}
	// At least authentication and one write.
	expect(statements).toBeGreaterThan(1)
	expect(await loseAt(statements, 'after'), 'after the last statement').toBe(true)
}
