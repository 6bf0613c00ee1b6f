import type { OutboxEntry, StoredAttempt } from '#local/db.ts'
import type { Listed } from '#local/outbox.ts'
import { isBeginning } from '#local/retry.ts'
import { answerText } from '#web/ui/answers.ts'
import { countOf } from '#web/ui/count-of.ts'
import { type Refusal, refusalOf } from '#web/ui/refusal.ts'
import type { SyncFacts } from './sync-view.ts'

const LIST = new Intl.ListFormat('en-US')

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
		count('quiz.start') > 0 ? 'the start' : '',
		count('quiz.reset') > 0 ? 'the new start' : '',
		answers > 0 ? countOf(answers, 'answer') : '',
		count('quiz.complete') > 0 ? 'the completion' : '',
	].filter(Boolean)
	return LIST.format(known.length > 0 ? known : [countOf(entries.length, 'change')])
}

/** When a stream is tried again: when its first entry is due, but not before the server wants to be asked. */
const nextTryOf = (head: OutboxEntry, held: readonly OutboxEntry[]): number | null => {
	const moments = [head, ...held].flatMap(({ notBefore }) => notBefore ?? [])
	return moments.length > 0 ? Math.max(...moments) : null
}

/** What waits, by attempt, the oldest first. */
export const waitingGroups = (listed: readonly Listed[]): WaitingGroup[] => {
	const waiting = listed.filter(({ entry }) => entry.state === 'waiting')
	const held = waiting.map(({ entry }) => entry).filter((entry) => entry.held)
	const streams = [...new Set(waiting.map(({ entry }) => entry.stream))]
	return streams.map((stream) => {
		const rows = waiting.filter(({ entry }) => entry.stream === stream)
		const entries = rows.map(({ entry }) => entry)
		const deeds = deedsOf(entries)
		const name = rows[0]?.attempt?.quizName
		const text = `${deeds[0]?.toUpperCase()}${deeds.slice(1)}${name ? ` of “${name}”` : ''}`
		return { stream, text, nextTry: entries[0] ? nextTryOf(entries[0], held) : null }
	})
}

/** What a waiting attempt waits for. */
export const waitsFor = (
	{ nextTry }: WaitingGroup,
	{ paused, updateNeeded, online }: SyncFacts,
	now: number,
): string => {
	if (paused) return 'Waits for you to sign in again'
	if (updateNeeded) return 'Waits for a newer version of Evenhand'
	if (!online) return 'Waits for a connection'
	const seconds = nextTry === null ? 0 : Math.ceil((nextTry - now) / 1000)
	if (seconds <= 0) return 'Sent as soon as possible'
	return seconds < 100 ? `Next try in ${seconds} s` : `Next try in ${Math.round(seconds / 60)} min`
}

/** What a command was to the voter who did it. */
const DEEDS: Readonly<Record<string, string>> = {
	'quiz.start': 'Starting the quiz',
	'quiz.interact': 'An answer',
	'quiz.complete': 'Completing the quiz',
	'quiz.reset': 'Starting the quiz again',
}

/** What an answer was about and what it was; whatever of it is not known any more is left out. */
const answerOf = (args: unknown, attempt: StoredAttempt | null) => {
	const { policyId, value, selectedPolicyIds } = args as {
		policyId?: string
		value?: number
		selectedPolicyIds?: readonly string[]
	}
	if (Array.isArray(selectedPolicyIds)) {
		const picked = `${selectedPolicyIds.length} ${selectedPolicyIds.length === 1 ? 'policy' : 'policies'} picked`
		return { statement: null, answer: picked }
	}
	const asked = attempt?.statements.find((statement) => statement.policyId === policyId)
	return {
		statement: asked?.text ?? null,
		answer: attempt && value !== undefined ? answerText(attempt.quizType, value) : null,
	}
}

/** What the server refused of a voter's quizzes, the oldest first. */
export const refusals = (listed: readonly Listed[]): Refusal[] =>
	listed
		.filter(({ entry }) => entry.state === 'refused')
		.map(({ entry, attempt }) => ({
			...(entry.command === 'quiz.interact'
				? answerOf(entry.args, attempt)
				: { statement: null, answer: null }),
			...refusalOf(entry),
			what: DEEDS[entry.command] ?? 'A change',
			begins: isBeginning(entry),
			quizName: attempt?.quizName ?? null,
			words: null,
		}))
