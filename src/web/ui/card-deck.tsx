import { memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { CardArea } from './ballot-card.tsx'
import { useEvent } from './hooks.ts'
import { leave, SwipeCard, type SwipeCardProps } from './swipe-card.tsx'

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

const leaveTo = (side: number): Keyframe[] => [
	{},
	side === 0
		? { opacity: 0, translate: '0 -40px' }
		: { opacity: 0, translate: `${side * FLY_PX}px`, rotate: `${side * FLY_DEG}deg` },
]

interface LayerProps {
	/** Direction in which the card leaves. Null for the current card. */
	readonly side: number | null
	readonly onGone: () => void
	readonly children: ReactNode
}

const Layer = ({ side, onGone, children }: LayerProps) => {
	const layer = useRef<HTMLDivElement>(null)
	const gone = useEvent(onGone)
	useLayoutEffect(() => {
		if (layer.current === null || side === null) return
		const leaving = leave(layer.current, leaveTo(side))
		if (leaving === null) return gone()
		leaving.onfinish = gone
		return () => leaving.cancel()
	}, [side, gone])
	const current = side === null
	return (
		<div
			ref={layer}
			aria-hidden={!current}
			inert={!current}
			className={`flex ${current ? '' : 'pointer-events-none z-10'}`}
		>
			{children}
		</div>
	)
}

interface DeckProps<Of extends Item, Answer> extends CardProps<Of, Answer> {
	/** Direction of the previous card: -1 left, 1 right, 0 neither. Physical sides, in every script. */
	readonly side: number
}

interface Drawn<Of> {
	readonly item: Of
	readonly side: number | null
}

const AnyDeck = <Of extends Item, Answer>({ item, draw, swipe, side }: DeckProps<Of, Answer>) => {
	const [cards, setCards] = useState<readonly Drawn<Of>[]>([{ item, side: null }])
	if (!cards.some((card) => card.side === null && card.item.policyId === item.policyId)) {
		const others = cards.filter((card) => card.item.policyId !== item.policyId)
		const leaving = others.map((card) => (card.side === null ? { ...card, side } : card))
		setCards([...leaving, { item, side: null }])
	}
	const remove = ({ policyId }: Of): void =>
		setCards((now) => now.filter((card) => card.side === null || card.item.policyId !== policyId))
	return (
		<CardArea>
			{cards.map((card) => (
				<Layer key={card.item.policyId} side={card.side} onGone={() => remove(card.item)}>
					<Card item={card.item} draw={draw} swipe={swipe} />
				</Layer>
			))}
		</CardArea>
	)
}

const isSameDeck = <Of extends Item, Answer>(
	a: DeckProps<Of, Answer>,
	b: DeckProps<Of, Answer>,
): boolean => isSameCard(a, b) && a.side === b.side

/** Deck of ballot cards. The next card lies under the previous one, which leaves. */
export const CardDeck = memo(AnyDeck, isSameDeck) as typeof AnyDeck
