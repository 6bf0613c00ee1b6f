import type { OutboxEntry } from '#local/db.ts'
import { ui } from '#web/texts/ui.ts'

/** How much of an outbox there is, as a voter would count it: answers, or changes where there are no answers. */
export const unsentText = (entries: readonly OutboxEntry[]): string => {
	const answers = entries.filter(({ command }) => command === 'quiz.interact').length
	return answers > 0 ? ui.answers(answers) : ui.changes(entries.length)
}
