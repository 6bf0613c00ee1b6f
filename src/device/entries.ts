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
export const ENTRY_VERSION = 4

/** Version of the first build that sends these arguments whole. Older builds keep the entry. */
const versionOf = (args: object): number => {
	const isSkip = 'value' in args && args.value === null
	if (isSkip || 'formula' in args || 'unanswered' in args) return ENTRY_VERSION
	return 'quizType' in args ? 3 : 1
}

export type NewEntry = Omit<OutboxEntry, 'seq'>

export const UNTRIED = {
	state: 'waiting',
	tries: 0,
	notBefore: null,
	waitMs: 0,
	reason: null,
} as const

/** Creates an entry for a stream: an attempt or a session, whose commands are sent in order. */
export const newEntry = <Name extends CommandName>(
	{ id: stream, userId }: { readonly id: string; readonly userId: string },
	id: string,
	command: Name,
	args: CommandArgs<Name>,
): NewEntry => ({ id, userId, stream, command, args, v: versionOf(args), ...UNTRIED })

/** Queues a command, in the transaction that applies it here. @param stream attempt or session whose order it keeps. */
export const enqueue = async <Name extends CommandName>(
	deps: Pick<LocalContext, 'db' | 'user' | 'uuid'>,
	stream: string,
	command: Name,
	args: CommandArgs<Name>,
): Promise<void> => {
	const entry = newEntry({ id: stream, userId: userKey(deps) }, deps.uuid(), command, args)
	await deps.db.outbox.add(entry)
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

/** Inserts entries before the waiting ones of a stream, which keep their idempotency keys. */
export const putBefore = async (
	db: LocalDb,
	stream: string,
	fresh: readonly NewEntry[],
	checked: boolean,
): Promise<void> => {
	const waiting = await waitingIn(db, stream)
	const again = waiting.map(({ seq: _, ...entry }) => (checked ? { ...entry, checked } : entry))
	await db.outbox.bulkDelete(waiting.map(({ seq }) => seq))
	await db.outbox.bulkAdd([...fresh, ...again])
}
