import { setImmediate } from 'node:timers/promises'
import { dayIn } from '#domain/days.ts'

/** Voters' requests wait no longer than this for a piece of work that has no end of its own, in ms. */
const BREATH_MS = 10

/** What lets others have their turn in the middle of long work: to be awaited often, does something now and then. */
export type YieldToEventLoop = () => Promise<void>

/** Makes a {@link YieldToEventLoop} for one piece of work. */
export const createYield = (): YieldToEventLoop => {
	let last = performance.now()
	return async () => {
		if (performance.now() - last < BREATH_MS) return
		await setImmediate()
		last = performance.now()
	}
}

/** Groups rows by a key, in their order: as `Map.groupBy`, which Node 20 has not. */
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

/** That of the machine, unless TIME_ZONE names another. */
let zone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Sets the time zone of this installation; of the process, which serves one. @param name an IANA name; undefined changes nothing. */
export const setTimeZone = (name: string | undefined): void => {
	if (name !== undefined) zone = name
}

/** The time zone (IANA name) whose days the dates of quizzes and elections are. */
export const timeZone = (): string => zone

/** The calendar day (YYYY-MM-DD) of a moment in this installation's time zone. */
export const dayOf = (moment: Date): string => dayIn(zone, moment.getTime())
