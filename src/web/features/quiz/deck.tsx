import { animated, useTransition } from '@react-spring/web'
import { memo } from 'react'
import type { Statement } from '#domain/types.ts'
import { lessMotion, SwipeCard, type SwipeCardProps } from '#web/ui/swipe-card.tsx'

import { StatementCard } from './statement-card.tsx'

/** How far a card flies when it leaves, in px, and how far it turns, in degrees. */
const FLY_PX = 420
const FLY_DEG = 18

interface Swipe extends Pick<SwipeCardProps<number>, 'answerOf' | 'labelOf'> {
	/** Answers the statement whose card was swiped. @returns whether that was stored. */
	readonly onSwipe: (policyId: string, value: number) => Promise<boolean>
}

interface CardProps {
	readonly statement: Statement
	/** Null where cards are not swiped. */
	readonly swipe: Swipe | null
}

/** A statement stays as it was when the attempt began, however often it is read. */
const isSameCard = (a: CardProps, b: CardProps): boolean =>
	a.statement.policyId === b.statement.policyId && a.swipe === b.swipe

const Card = memo(
	({ statement, swipe }: CardProps) =>
		swipe ? (
			<SwipeCard
				answerOf={swipe.answerOf}
				labelOf={swipe.labelOf}
				onSwipe={(value) => swipe.onSwipe(statement.policyId, value)}
			>
				<StatementCard statement={statement} />
			</SwipeCard>
		) : (
			<StatementCard statement={statement} />
		),
	isSameCard,
)

interface DeckProps extends CardProps {
	/** Where the card before went: -1 left, 1 right, 0 neither; the screen's left and right, whichever way its texts run. */
	readonly side: number
}

/** The statements as a deck: the next card is there at once, while the one before is still on its way out. */
export const Deck = memo(
	({ statement, side, swipe }: DeckProps) => {
		const cards = useTransition(statement, {
			keys: (card) => card.policyId,
			initial: { opacity: 1, x: 0, y: 0, rotate: 0 },
			from: { opacity: 0, x: 0, y: 14, rotate: 0 },
			enter: { opacity: 1, x: 0, y: 0, rotate: 0 },
			leave: { opacity: 0, x: side * FLY_PX, y: side === 0 ? -40 : 0, rotate: side * FLY_DEG },
			config: { tension: 320, friction: 30 },
			immediate: lessMotion(),
		})
		return (
			<div className="relative grid min-h-[min(16rem,28svh)] short:min-h-36 flex-1 *:col-start-1 *:row-start-1">
				{cards((style, card) => {
					const current = card.policyId === statement.policyId
					return (
						<animated.div
							style={style}
							aria-hidden={!current}
							inert={!current}
							className={`flex ${current ? '' : 'pointer-events-none z-10'}`}
						>
							<Card statement={card} swipe={swipe} />
						</animated.div>
					)
				})}
			</div>
		)
	},
	(a, b) => isSameCard(a, b) && a.side === b.side,
)
