import { animated, useTransition } from '@react-spring/web'
import { memo, type ReactNode } from 'react'
import { CardArea } from './ballot-card.tsx'
import { lessMotion, SwipeCard, type SwipeCardProps } from './swipe-card.tsx'

/** Distance (px) and rotation (degrees) of a leaving card. */
const FLY_PX = 420
const FLY_DEG = 18

interface Item {
	readonly policyId: string
}

export interface Swipe<Answer> extends Pick<SwipeCardProps<Answer>, 'answerOf' | 'labelOf'> {
	/** Answers the swiped item. @returns true if the answer was stored. */
	readonly onSwipe: (policyId: string, answer: Answer) => Promise<boolean>
}

interface CardProps<Of extends Item, Answer> {
	/** Memoized by id: a later item with the same id must look the same. */
	readonly item: Of
	readonly draw: (item: Of) => ReactNode
	/** Null if cards cannot be swiped. */
	readonly swipe: Swipe<Answer> | null
}

const isSameCard = <Of extends Item, Answer>(
	a: CardProps<Of, Answer>,
	b: CardProps<Of, Answer>,
): boolean => a.item.policyId === b.item.policyId && a.draw === b.draw && a.swipe === b.swipe

const AnyCard = <Of extends Item, Answer>({ item, draw, swipe }: CardProps<Of, Answer>) =>
	swipe ? (
		<SwipeCard
			answerOf={swipe.answerOf}
			labelOf={swipe.labelOf}
			onSwipe={(answer) => swipe.onSwipe(item.policyId, answer)}
		>
			{draw(item)}
		</SwipeCard>
	) : (
		draw(item)
	)

const Card = memo(AnyCard, isSameCard) as typeof AnyCard

interface DeckProps<Of extends Item, Answer> extends CardProps<Of, Answer> {
	/** Direction of the previous card: -1 left, 1 right, 0 neither. Physical sides, in every script. */
	readonly side: number
}

const AnyDeck = <Of extends Item, Answer>({ item, draw, swipe, side }: DeckProps<Of, Answer>) => {
	const cards = useTransition(item, {
		keys: (card) => card.policyId,
		initial: { opacity: 1, x: 0, y: 0, rotate: 0 },
		from: { opacity: 0, x: 0, y: 14, rotate: 0 },
		enter: { opacity: 1, x: 0, y: 0, rotate: 0 },
		leave: { opacity: 0, x: side * FLY_PX, y: side === 0 ? -40 : 0, rotate: side * FLY_DEG },
		config: { tension: 320, friction: 30 },
		immediate: lessMotion(),
	})
	return (
		<CardArea>
			{cards((style, card) => {
				const current = card.policyId === item.policyId
				return (
					<animated.div
						style={style}
						aria-hidden={!current}
						inert={!current}
						className={`flex ${current ? '' : 'pointer-events-none z-10'}`}
					>
						<Card item={card} draw={draw} swipe={swipe} />
					</animated.div>
				)
			})}
		</CardArea>
	)
}

const isSameDeck = <Of extends Item, Answer>(
	a: DeckProps<Of, Answer>,
	b: DeckProps<Of, Answer>,
): boolean => isSameCard(a, b) && a.side === b.side

/** Deck of ballot cards. The next card appears at once, while the previous one still leaves. */
export const CardDeck = memo(AnyDeck, isSameDeck) as typeof AnyDeck
