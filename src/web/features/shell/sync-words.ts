import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { isBeginning } from '#local/apply-state.ts'
import type { OutboxEntry, StoredAttempt } from '#local/db.ts'
import type { Listed } from '#local/outbox.ts'
import { locale } from '#web/texts/language.ts'
import { sync } from '#web/texts/sync.ts'
import { ui } from '#web/texts/ui.ts'
import { answerText } from '#web/ui/answers.ts'
import { type Refusal, refusalOf } from '#web/ui/refusal.ts'
import type { SyncFacts } from './sync-view.ts'

const LIST = new Intl.ListFormat(locale())

/** What waits of one attempt, in words. */
export interface WaitingGroup {
	readonly stream: string
	readonly text: string
	/** When it is tried again, ms since 1970 on this device; null: as soon as it can. */
	readonly nextTry: number | null
}

/** "the start, 12 answers, and the completion". */
const deedsOf = (entries: readonly OutboxEntry[]): string => {
	const count = (name: string): number => entries.filter(({ command }) => command === name).length
	const answers = count('quiz.interact')
	const known = [
		count('quiz.start') > 0 ? sync.start : '',
		count('quiz.reset') > 0 ? sync.newStart : '',
		answers > 0 ? ui.answers(answers) : '',
		count('quiz.complete') > 0 ? sync.completion : '',
	].filter(Boolean)
	return LIST.format(known.length > 0 ? known : [ui.changes(entries.length)])
}

/** When a stream is tried again: when its first entry is due, but not before the server wants to be asked. */
const nextTryOf = (head: OutboxEntry, heldUntil: number | null): number | null =>
	Math.max(head.notBefore ?? 0, heldUntil ?? 0) || null

/**
 * What waits, by attempt, the oldest first.
 * @param heldUntil before when the server wants nothing, ms since 1970 on this device.
 */
export const waitingGroups = (
	listed: readonly Listed[],
	heldUntil: number | null,
): WaitingGroup[] => {
	const waiting = listed.filter(({ entry }) => entry.state === 'waiting')
	const streams = [...new Set(waiting.map(({ entry }) => entry.stream))]
	return streams.map((stream) => {
		const rows = waiting.filter(({ entry }) => entry.stream === stream)
		const entries = rows.map(({ entry }) => entry)
		const deeds = deedsOf(entries)
		const name = rows[0]?.attempt?.quizName
		const whole = name ? sync.ofQuiz(deeds, name) : deeds
		const text = `${whole[0]?.toUpperCase()}${whole.slice(1)}`
		return { stream, text, nextTry: entries[0] ? nextTryOf(entries[0], heldUntil) : null }
	})
}

/** What a waiting attempt waits for. */
export const waitsFor = (
	{ nextTry }: WaitingGroup,
	{ paused, updateNeeded, online }: SyncFacts,
	now: number,
): string => {
	if (paused) return sync.waitsSignIn
	if (updateNeeded) return sync.waitsUpdate
	if (!online) return sync.waitsConnection
	const seconds = nextTry === null ? 0 : Math.ceil((nextTry - now) / 1000)
	if (seconds <= 0) return sync.soon
	return seconds < 100
		? sync.nextTrySeconds(seconds)
		: sync.nextTryMinutes(Math.round(seconds / 60))
}

/** What is known of the way to the server: a key of its text. */
export type Connection = keyof typeof sync.connection

/** What the reply to any call says of the connection. A server without what was asked for is there all the same. */
export const connectionOf = (reply: Result<unknown, Failure>): Connection => {
	if (reply.ok) return 'online'
	const { error } = reply
	if (error.kind === 'offline' || error.kind === 'timeout') return 'unreachable'
	return error.kind === 'problem' && error.status < 500 ? 'online' : 'failing'
}

/** What a command was to the voter who did it. */
const deedOf = (command: string): string => {
	const deeds: Readonly<Record<string, string>> = sync.deeds
	return deeds[command] ?? sync.aChange
}

/** What an answer was about and what it was; whatever of it is not known any more is left out. */
const answerOf = (args: unknown, attempt: StoredAttempt | null) => {
	const { policyId, value, selectedPolicyIds } = args as {
		policyId?: string
		value?: number
		selectedPolicyIds?: readonly string[]
	}
	if (Array.isArray(selectedPolicyIds)) {
		return { statement: null, answer: sync.picked(selectedPolicyIds.length) }
	}
	const asked = attempt?.statements.find((statement) => statement.policyId === policyId)
	return {
		statement: asked?.text ?? null,
		answer: attempt && value !== undefined ? answerText(attempt.quizType, value) : null,
	}
}

/** A reset is offered where the server says "already" of a beginning, as specified. */
const takenOf = ({ entry, attempt }: Listed): Pick<Refusal, 'taken'> =>
	attempt && isBeginning(entry) && /already/i.test(entry.reason ?? '')
		? { taken: attempt.compareQuizId }
		: {}

/** What the server refused of a voter's quizzes, the oldest first. */
export const refusals = (listed: readonly Listed[]): Refusal[] =>
	listed
		.filter(({ entry }) => entry.state === 'refused')
		.map(({ entry, attempt }) => ({
			...(entry.command === 'quiz.interact'
				? answerOf(entry.args, attempt)
				: { statement: null, answer: null }),
			...refusalOf(entry),
			...takenOf({ entry, attempt }),
			what: deedOf(entry.command),
			begins: isBeginning(entry),
			quizName: attempt?.quizName ?? null,
			words: null,
		}))
