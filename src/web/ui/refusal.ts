import type { OutboxEntry } from '#local/db.ts'
import { locale, said } from '#web/texts/language.ts'
import { refused } from '#web/texts/refused.ts'
import { lazily } from './lazily.ts'

const moment = lazily(
	() => new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeStyle: 'short' }),
)

/** A refused command in words. */
export interface Refusal {
	readonly seq: number
	readonly what: string
	/** What else was done in the attempt depends on it. */
	readonly begins: boolean
	readonly quizName: string | null
	/** What an answer was about, and what it was. */
	readonly statement: string | null
	readonly answer: string | null
	/** What the person wrote. */
	readonly words: string | null
	/** When it was refused, ms since 1970 on this device, where that was noted. */
	readonly at: number | null
	readonly reason: string
	/** The quiz that the voter has taken already and may reset, where that is why it was refused. */
	readonly taken?: string
}

/** What can be said of whatever was refused. */
export const refusalOf = ({
	seq,
	refusedAt,
	reason,
}: OutboxEntry): Pick<Refusal, 'seq' | 'at' | 'reason'> => ({
	seq,
	at: refusedAt ?? null,
	reason: reason ? said(reason) : refused.noReason,
})

const momentOf = (at: number): string => moment().format(at)

const copyOf = ({ what, quizName, statement, answer, words, at, reason }: Refusal): string =>
	[
		quizName ? refused.what(what, quizName) : what,
		statement && refused.statement(statement),
		answer && refused.yourAnswer(answer),
		words && refused.words(words),
		at !== null && refused.at(momentOf(at)),
		refused.reason(reason),
	]
		.filter(Boolean)
		.join('\n')

/** Refused commands as a text to keep. @param now ms since 1970. */
export const copyText = (rows: readonly Refusal[], now: number): string =>
	[`${refused.file}\n${refused.savedOn(momentOf(now))}`, ...rows.map(copyOf), ''].join('\n\n')
