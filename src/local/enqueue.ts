import type { LocalDb, OutboxEntry } from './db.ts'
import { type LocalDeps, userKey } from './deps.ts'
import type { CommandArgs, CommandName } from './sync/commands.ts'

/** The highest version of entries that is known here; what is higher is left for a newer build. */
export const ENTRY_VERSION = 3

/**
 * Queues a command, inside the transaction that writes what it means on this device.
 * @param stream the attempt or test session whose order it keeps.
 */
export const enqueue = async <Name extends CommandName>(
	deps: Pick<LocalDeps, 'db' | 'user' | 'uuid'>,
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
