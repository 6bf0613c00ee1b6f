import type { OutboxEntry } from '#local/db.ts'

/** A number with its noun: "1 change", "2 changes". */
export const countOf = (count: number, noun: string): string =>
	`${count} ${noun}${count === 1 ? '' : 's'}`

/** How much of an outbox there is, as a voter would count it: answers, or changes where there are no answers. */
export const unsentText = (entries: readonly OutboxEntry[]): string => {
	const answers = entries.filter(({ command }) => command === 'quiz.interact').length
	return answers > 0 ? countOf(answers, 'answer') : countOf(entries.length, 'change')
}
