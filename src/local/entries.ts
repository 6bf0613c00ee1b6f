import type { LocalDb, OutboxEntry } from './db.ts'

/** What of a voter waits to be sent or was refused; by the index, for the outbox holds what others queued as well. */
export const entriesOf = (
	db: LocalDb,
	userId: string,
): ReturnType<LocalDb['outbox']['toCollection']> =>
	db.outbox.where('[userId+state]').anyOf([
		[userId, 'waiting'],
		[userId, 'refused'],
	])

/** Entries by their stream, in the order in which they came: what is decided of one hangs on the others of its stream. */
export const byStream = (entries: readonly OutboxEntry[]): Map<string, OutboxEntry[]> => {
	const streams = new Map<string, OutboxEntry[]>()
	for (const entry of entries) {
		const stream = streams.get(entry.stream)
		if (stream) stream.push(entry)
		else streams.set(entry.stream, [entry])
	}
	return streams
}
