import { animated, useReducedMotion, useSpring, useTransition } from '@react-spring/web'
import { useDrag } from '@use-gesture/react'
import { type ReactNode, useState } from 'react'
import type { TestCandidate } from '#domain/knowledge-test.ts'
import { tiltOfSwipe } from '#domain/swipe.ts'
import type { StoredTestSession } from '#local/db.ts'
import { PolicyCard } from './policy-card.tsx'
import { sideOfSwipe } from './side-of-swipe.ts'

/** How far a card flies when it leaves, in px, and how far it turns, in degrees. */
const FLY_PX = 420
const FLY_DEG = 18

type Sides = readonly [TestCandidate, TestCandidate]

interface SwipeCardProps {
	readonly sides: Sides
	/** @returns whether the guess was stored; the card comes back when it was not. */
	readonly onSwipe: (side: 0 | 1) => Promise<boolean>
	readonly children: ReactNode
}

/** A card that follows the finger sideways and guesses when it is let go beyond the threshold. */
const SwipeCard = ({ sides, onSwipe, children }: SwipeCardProps) => {
	const [zone, setZone] = useState<0 | 1 | null>(null)
	const [style, spring] = useSpring(() => ({ x: 0, rotate: 0 }))

	const comeBack = (): void => {
		setZone(null)
		spring.start({ x: 0, rotate: 0, config: { tension: 380, friction: 28 } })
	}
	const release = async (dx: number): Promise<void> => {
		const side = sideOfSwipe(dx)
		if (side === null || !(await onSwipe(side))) comeBack()
	}
	const bind = useDrag(
		({ down, xy, initial, canceled }) => {
			// From where the finger came down: the library's own figure leaves out the first pixels.
			const dx = xy[0] - initial[0]
			if (canceled) return comeBack()
			if (!down) return void release(dx)
			setZone(sideOfSwipe(dx))
			spring.start({ x: dx, rotate: tiltOfSwipe(dx), immediate: true })
		},
		{ axis: 'x', filterTaps: true },
	)
	return (
		<animated.div
			{...bind()}
			style={style}
			className="relative flex w-full cursor-grab touch-pan-y select-none active:cursor-grabbing"
		>
			{children}
			{zone !== null && (
				<p
					aria-hidden="true"
					className={`absolute top-5 rounded-full bg-primary px-4 py-2 font-semibold text-primary-content ${
						zone === 1 ? 'left-5' : 'right-5'
					}`}
				>
					{sides[zone].name}
				</p>
			)}
		</animated.div>
	)
}

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
		immediate: useReducedMotion() ?? false,
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
				<SwipeCard sides={sides} onSwipe={(to) => onSwipe(card.policyId, to)}>
					<PolicyCard text={card.text} />
				</SwipeCard>
			</animated.div>
		)
	})
}
