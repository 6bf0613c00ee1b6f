import { animated, useTransition } from '@react-spring/web'
import type { StoredTestSession } from '#device/db.ts'
import type { TestCandidate } from '#domain/knowledge-test.ts'
import { lessMotion, SwipeCard } from '#web/ui/swipe-card.tsx'

import { PolicyCard } from './policy-card.tsx'
import { sideOfSwipe } from './side-of-swipe.ts'

/** How far a card flies when it leaves, in px, and how far it turns, in degrees. */
const FLY_PX = 420
const FLY_DEG = 18

type Sides = readonly [TestCandidate, TestCandidate]

interface SwipeDeckProps {
	readonly policy: StoredTestSession['policies'][number]
	/** Where the card before went: 0 left, 1 right. */
	readonly side: 0 | 1
	readonly sides: Sides
	readonly onSwipe: (policyId: string, side: 0 | 1) => Promise<boolean>
}

/** The policies as a deck: the next card is there at once, while the one before is still on its way out. */
export const SwipeDeck = ({ policy, side, sides, onSwipe }: SwipeDeckProps) => {
	const way = side === 0 ? -1 : 1
	const cards = useTransition(policy, {
		keys: (card) => card.policyId,
		initial: { opacity: 1, x: 0, y: 0, rotate: 0 },
		from: { opacity: 0, x: 0, y: 14, rotate: 0 },
		enter: { opacity: 1, x: 0, y: 0, rotate: 0 },
		leave: { opacity: 0, x: way * FLY_PX, y: 0, rotate: way * FLY_DEG },
		config: { tension: 320, friction: 30 },
		immediate: lessMotion(),
	})
	return cards((style, card) => {
		const current = card.policyId === policy.policyId
		return (
			<animated.div
				style={style}
				aria-hidden={!current}
				inert={!current}
				className={`flex ${current ? '' : 'pointer-events-none z-10'}`}
			>
				<SwipeCard
					answerOf={sideOfSwipe}
					labelOf={(to) => sides[to].name}
					onSwipe={(to) => onSwipe(card.policyId, to)}
				>
					<PolicyCard text={card.text} />
				</SwipeCard>
			</animated.div>
		)
	})
}
