import { animated, useSpring } from '@react-spring/web'
import { useDrag } from '@use-gesture/react'
import { type ReactNode, useState } from 'react'
import { scaleOfSwipe, tiltOfSwipe } from '#domain/swipe.ts'
import { answerText } from '#web/ui/answers.ts'

interface SwipeCardProps {
	/** @returns whether the answer was stored; the card comes back when it was not. */
	readonly onSwipe: (value: number) => Promise<boolean>
	readonly children: ReactNode
}

/** A card that follows the finger sideways and answers when it is let go beyond a threshold. */
export const SwipeCard = ({ onSwipe, children }: SwipeCardProps) => {
	const [zone, setZone] = useState<ReturnType<typeof scaleOfSwipe>>(null)
	const [style, spring] = useSpring(() => ({ x: 0, rotate: 0 }))

	const comeBack = (): void => {
		setZone(null)
		spring.start({ x: 0, rotate: 0, config: { tension: 380, friction: 28 } })
	}
	const release = async (dx: number): Promise<void> => {
		const value = scaleOfSwipe(dx)
		if (value === null || !(await onSwipe(value))) comeBack()
	}
	const bind = useDrag(
		({ down, xy, initial, canceled }) => {
			// From where the finger came down: the library's own figure leaves out the first pixels.
			const dx = xy[0] - initial[0]
			if (canceled) return comeBack()
			if (!down) return void release(dx)
			setZone(scaleOfSwipe(dx))
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
						zone > 0 ? 'left-5' : 'right-5'
					}`}
				>
					{answerText('SCALE', zone)}
				</p>
			)}
		</animated.div>
	)
}
