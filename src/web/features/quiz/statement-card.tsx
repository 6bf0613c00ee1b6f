import { CLARITY_NOTE_BELOW, COMPLEX_TOPIC_ABOVE, HIGH_PRIORITY_ABOVE } from '#domain/limits.ts'
import type { Statement } from '#domain/types.ts'
import { quiz as texts } from '#web/texts/en/quiz.ts'
import { BallotCard } from '#web/ui/ballot-card.tsx'

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

export const ClarityNote = ({ statement: { clarity } }: { readonly statement: Statement }) =>
	typeof clarity === 'number' &&
	clarity < CLARITY_NOTE_BELOW && <p className="text-sm text-muted">{texts.unclear}</p>

/** Ballot card of a statement. Omits the category: headings above statements bias answers. */
export const StatementCard = ({ statement }: { readonly statement: Statement }) => (
	<BallotCard text={statement.text}>
		<StatementBadges statement={statement} />
		<ClarityNote statement={statement} />
	</BallotCard>
)
