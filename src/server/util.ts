import { setImmediate } from 'node:timers/promises'
import { dayIn } from '#domain/days.ts'

/** Maximum time that long work blocks the event loop, in ms. */
const BREATH_MS = 10

/** Yields to the event loop when the time slice is used up. Cheap enough to await often. */
export type YieldToEventLoop = () => Promise<void>

export const createYield = (): YieldToEventLoop => {
	let last = performance.now()
	return async () => {
		if (performance.now() - last < BREATH_MS) return
		await setImmediate()
		last = performance.now()
	}
}

/** Groups rows by key in order, like `Map.groupBy`, which Node 20 lacks. */
export const groupBy = <Key, Row, Value = Row>(
	rows: Iterable<Row>,
	keyOf: (row: Row) => Key,
	pick: (row: Row) => Value = (row) => row as unknown as Value,
): Map<Key, Value[]> => {
	const byKey = new Map<Key, Value[]>()
	for (const row of rows) {
		const group = byKey.get(keyOf(row))
		if (group === undefined) byKey.set(keyOf(row), [pick(row)])
		else group.push(pick(row))
	}
	return byKey
}

let zone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Sets the process-wide time zone. @param name an IANA name, or undefined to keep the machine's. */
export const setTimeZone = (name: string | undefined): void => {
	if (name !== undefined) zone = name
}

/** The IANA time zone of quiz and election dates. */
export const timeZone = (): string => zone

/** The calendar day (YYYY-MM-DD) of a moment in the configured time zone. */
export const dayOf = (moment: Date): string => dayIn(zone, moment.getTime())
