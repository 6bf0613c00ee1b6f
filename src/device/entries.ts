import { type LocalContext, userKey } from './context.ts'
import type { LocalDb, OutboxEntry } from './db.ts'
import type { CommandArgs, CommandName } from './sync/commands.ts'

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

/** The highest version of entries that is known here; what is higher is left for a newer build. */
export const ENTRY_VERSION = 3

/**
 * Queues a command, inside the transaction that writes what it means on this device.
 * @param stream the attempt or test session whose order it keeps.
 */
export const enqueue = async <Name extends CommandName>(
	deps: Pick<LocalContext, 'db' | 'user' | 'uuid'>,
	stream: string,
	command: Name,
	args: CommandArgs<Name>,
): Promise<void> => {
	await deps.db.outbox.add({
		id: deps.uuid(),
		userId: userKey(deps),
		stream,
		command,
		args,
		// An older build would send it without the quiz type.
		v: 'quizType' in args ? ENTRY_VERSION : 1,
		state: 'waiting',
		tries: 0,
		notBefore: null,
		waitMs: 0,
		reason: null,
	})
}

/** What waits in a stream, in order. */
export const waitingIn = (db: LocalDb, stream: string): Promise<OutboxEntry[]> =>
	db.outbox
		.where('stream')
		.equals(stream)
		.filter((entry) => entry.state === 'waiting')
		.sortBy('seq')
