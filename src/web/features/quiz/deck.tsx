import { animated, useTransition } from '@react-spring/web'
import { scaleOfSwipe } from '#domain/swipe.ts'
import type { Statement } from '#domain/types.ts'
import { answerText } from '#web/ui/answers.ts'
import { lessMotion } from '#web/ui/less-motion.ts'
import { SwipeCard } from '#web/ui/swipe-card.tsx'
import { StatementCard } from './statement-card.tsx'

/** How far a card flies when it leaves, in px, and how far it turns, in degrees. */
const FLY_PX = 420
const FLY_DEG = 18

interface DeckProps {
	readonly statement: Statement
	/** Where the card before went: -1 left, 1 right, 0 neither; the screen's left and right, whichever way its texts run. */
	readonly side: number
	/** What a swipe of a statement's card answers; null where cards are not swiped. @returns whether it was stored. */
	readonly onSwipe: ((policyId: string, value: number) => Promise<boolean>) | null
}

/** The statements as a deck: the next card is there at once, while the one before is still on its way out. */
export const Deck = ({ statement, side, onSwipe }: DeckProps) => {
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
		<div className="relative grid min-h-64 short:min-h-36 flex-1 *:col-start-1 *:row-start-1">
			{cards((style, card) => {
				const current = card.policyId === statement.policyId
				return (
					<animated.div
						style={style}
						aria-hidden={!current}
						inert={!current}
						className={`flex ${current ? '' : 'pointer-events-none z-10'}`}
					>
						{onSwipe ? (
							<SwipeCard
								answerOf={scaleOfSwipe}
								labelOf={(value) => answerText('SCALE', value)}
								onSwipe={(value) => onSwipe(card.policyId, value)}
							>
								<StatementCard statement={card} />
							</SwipeCard>
						) : (
							<StatementCard statement={card} />
						)}
					</animated.div>
				)
			})}
		</div>
	)
}
