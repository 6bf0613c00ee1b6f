import { Info } from 'lucide-react'
import { CLARITY_NOTE_BELOW, COMPLEX_TOPIC_ABOVE, HIGH_PRIORITY_ABOVE } from '#domain/limits.ts'
import type { Statement } from '#domain/types.ts'
import { quiz as texts } from '#web/texts/en/quiz.ts'
import { contentLanguage } from '#web/texts/language.ts'
import { BallotCard } from '#web/ui/ballot-card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PageLink } from '#web/ui/page-link.tsx'

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

interface CardProps {
	readonly statement: Statement
	/** Opens the background. Stable, for `memo`. */
	readonly onBackground: (statement: Statement) => void
}

export const BackgroundButton = ({ statement, onBackground }: CardProps) =>
	statement.background && (
		<p className="-ms-3">
			<button
				type="button"
				aria-haspopup="dialog"
				className="btn btn-ghost px-3 font-medium text-primary"
				onClick={() => onBackground(statement)}
			>
				<Info aria-hidden="true" className="size-5" />
				<span>{texts.background}</span>
			</button>
		</p>
	)

const Source = ({ source }: { readonly source: string }) => (
	<PageLink
		url={source}
		className="font-medium text-primary underline"
		otherwise={<span lang={contentLanguage}>{source}</span>}
	>
		{(host) => <span>{host}</span>}
	</PageLink>
)

interface BackgroundProps {
	readonly statement: Statement
	readonly onClose: () => void
}

/** Dialog, so that it moves no answer. Render it outside the element with the shortcut keys. */
export const Background = ({ statement, onClose }: BackgroundProps) => (
	<Dialog title={texts.background} onClose={onClose}>
		<p lang={contentLanguage} className="mt-3 wrap-anywhere">
			{statement.background}
		</p>
		{statement.backgroundSource && (
			<p className="mt-3 text-sm wrap-anywhere text-muted">
				<span>{`${texts.source} `}</span>
				<Source source={statement.backgroundSource} />
			</p>
		)}
		<button type="button" className="btn btn-primary btn-block mt-6 text-base" onClick={onClose}>
			{texts.close}
		</button>
	</Dialog>
)

/** Ballot card of a statement. Omits the category: headings above statements bias answers. */
export const StatementCard = ({ statement, onBackground }: CardProps) => (
	<BallotCard text={statement.text}>
		<StatementBadges statement={statement} />
		<ClarityNote statement={statement} />
		<BackgroundButton statement={statement} onBackground={onBackground} />
	</BallotCard>
)
