import type { Message } from '#contract/messages.ts'
import { type LocalContext, userKey } from './context.ts'
import type { LocalDb, OutboxEntry, StoredReason } from './db.ts'
import type { CommandArgs, CommandName } from './sync/commands.ts'

/** Returns a voter's waiting and refused entries by index, because the outbox also holds other voters' entries. */
export const entriesOf = (
	db: LocalDb,
	userId: string,
): ReturnType<LocalDb['outbox']['toCollection']> =>
	db.outbox.where('[userId+state]').anyOf([
		[userId, 'waiting'],
		[userId, 'refused'],
	])

export const byStream = (entries: readonly OutboxEntry[]): Map<string, OutboxEntry[]> => {
	const streams = new Map<string, OutboxEntry[]>()
	for (const entry of entries) {
		const stream = streams.get(entry.stream)
		if (stream) stream.push(entry)
		else streams.set(entry.stream, [entry])
	}
	return streams
}

/** Highest entry version that this build can send. Higher ones wait for a newer build. */
export const ENTRY_VERSION = 3

/** Queues a command, in the transaction that applies it here. @param stream attempt or session whose order it keeps. */
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
		// Keeps older builds from sending it without the quiz type.
		v: 'quizType' in args ? ENTRY_VERSION : 1,
		state: 'waiting',
		tries: 0,
		notBefore: null,
		waitMs: 0,
		reason: null,
	})
}

/** Form in which rows store a message. '' without one. */
export const toStoredReason = (given: Message | undefined): StoredReason => {
	const { message = '', code, values } = given ?? {}
	return { reason: message, ...(code && { code, values }) }
}

export const waitingIn = (db: LocalDb, stream: string): Promise<OutboxEntry[]> =>
	db.outbox
		.where('stream')
		.equals(stream)
		.filter((entry) => entry.state === 'waiting')
		.sortBy('seq')
