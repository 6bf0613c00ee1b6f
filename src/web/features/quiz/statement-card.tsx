import { CLARITY_NOTE_BELOW, COMPLEX_TOPIC_ABOVE, HIGH_PRIORITY_ABOVE } from '#domain/limits.ts'
import type { Statement } from '#domain/types.ts'
import { quiz as texts } from '#web/texts/en/quiz.ts'
import { contentLanguage } from '#web/texts/language.ts'

/** What a statement's own figures say about it: badges, and a note where it is not clear. */
export const StatementBadges = ({ statement }: { readonly statement: Statement }) => {
	const { importance, complexity } = statement
	const priority = (importance ?? 0) > HIGH_PRIORITY_ABOVE
	const complex = (complexity ?? 0) > COMPLEX_TOPIC_ABOVE
	if (!priority && !complex) return null
	return (
		<p className="flex flex-wrap gap-2">
			{priority && <span className="badge badge-primary">{texts.highPriority}</span>}
			{complex && <span className="badge badge-outline">{texts.complexTopic}</span>}
		</p>
	)
}

/** Says so where a statement is not as clear as it should be. */
export const ClarityNote = ({ statement: { clarity } }: { readonly statement: Statement }) =>
	typeof clarity === 'number' &&
	clarity < CLARITY_NOTE_BELOW && <p className="text-sm text-muted">{texts.unclear}</p>

/** Long statements and low screens take smaller letters, so that a phone shows the text without scrolling. */
const sizeOf = (text: string): string =>
	text.length > 220
		? 'text-[clamp(1rem,2.8svh,1.25rem)]'
		: text.length > 120
			? 'text-[clamp(1.125rem,3.2svh,1.5rem)]'
			: 'text-[clamp(1.25rem,4svh,1.7rem)]'

/** A statement as a ballot card. Its category stays off the card: headings above statements shift answers. */
export const StatementCard = ({ statement }: { readonly statement: Statement }) => {
	const { text } = statement
	return (
		<article className="flex w-full flex-col gap-4 rounded-box border border-base-300 bg-surface p-[min(1.5rem,5vw)] shadow-paper sm:p-8">
			<h2
				lang={contentLanguage}
				className={`my-auto leading-snug font-medium text-pretty wrap-anywhere ${sizeOf(text)}`}
			>
				{text}
			</h2>
			<StatementBadges statement={statement} />
			<ClarityNote statement={statement} />
		</article>
	)
}
