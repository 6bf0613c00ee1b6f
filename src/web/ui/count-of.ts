import type { OutboxEntry } from '#local/db.ts'
import { countUnsent } from '#local/outbox.ts'
import { ui } from '#web/texts/ui.ts'

/** What waits to be sent, in words: "12 answers". */
export const unsentText = (entries: readonly OutboxEntry[]): string => {
	const { count, unit } = countUnsent(entries)
	return ui[unit](count)
}
