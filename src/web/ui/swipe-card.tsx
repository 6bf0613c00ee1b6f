import { animated, useSpring } from '@react-spring/web'
import { useDrag } from '@use-gesture/react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { tiltOfSwipe } from '#domain/swipe.ts'

/** True if motion is reduced, on this device or by the system. */
const lessMotion = (): boolean =>
	document.documentElement.dataset.motion === 'reduce' ||
	matchMedia('(prefers-reduced-motion: reduce)').matches

const LEAVE_MS = 320

/** Animates a leaving card outside of React. @returns null if motion is reduced, or if the DOM does not animate. */
export const leave = (element: HTMLElement, frames: Keyframe[]): Animation | null =>
	lessMotion() || !('animate' in element)
		? null
		: element.animate(frames, { duration: LEAVE_MS, easing: 'cubic-bezier(0.2, 0.8, 0.3, 1)' })

/** False for a drag that starts on a button of the card, and for a second finger. */
const maySwipe = ({ target, isPrimary }: PointerEvent): boolean =>
	isPrimary && (target as Element).closest('button') === null

export interface SwipeCardProps<Answer> {
	/** Maps a drag of `dx` px (right is positive) to an answer. Null if it is too short. */
	readonly answerOf: (dx: number) => Answer | null
	/** Label on the card while releasing it would give this answer. */
	readonly labelOf: (answer: Answer) => string
	/** @returns false if the answer was not stored. The card then returns. */
	readonly onSwipe: (answer: Answer) => Promise<boolean>
	readonly children: ReactNode
}

/** Card that follows one finger sideways and answers when released beyond a threshold. */
export const SwipeCard = <Answer,>({
	answerOf,
	labelOf,
	onSwipe,
	children,
}: SwipeCardProps<Answer>) => {
	const [held, setHeld] = useState<{ readonly label: string; readonly right: boolean } | null>(null)
	const [style, spring] = useSpring(() => ({ x: 0, rotate: 0 }))

	const comeBack = (): void => {
		setHeld(null)
		const config = { tension: 380, friction: 28 }
		spring.start({ x: 0, rotate: 0, config, immediate: lessMotion() })
	}
	const release = async (dx: number): Promise<void> => {
		const answer = answerOf(dx)
		if (answer === null || !(await onSwipe(answer))) comeBack()
	}
	// A second finger means a pinch, or a hand that holds the phone.
	const spoilt = useRef(false)
	const spoil = useEffectEvent((event: PointerEvent): void => {
		if (event.isPrimary || spoilt.current) return
		spoilt.current = true
		comeBack()
	})
	useEffect(() => {
		const onPointer = (event: PointerEvent): void => spoil(event)
		addEventListener('pointerdown', onPointer, true)
		return () => removeEventListener('pointerdown', onPointer, true)
	}, [])
	const bind = useDrag(
		({ first, down, xy, initial, canceled, cancel, event }) => {
			if (first) spoilt.current = !maySwipe(event as PointerEvent)
			// From the initial touch: the library's own distance leaves out the first pixels.
			const dx = xy[0] - initial[0]
			if (canceled) return comeBack()
			if (down && spoilt.current) return cancel()
			// Any other end means that the browser took over the touch, e.g. to scroll.
			const released = event.type === 'pointerup' && !spoilt.current
			if (!down) return void release(released ? dx : 0)
			const answer = answerOf(dx)
			setHeld(answer === null ? null : { label: labelOf(answer), right: dx > 0 })
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
			{held && (
				<p
					aria-hidden="true"
					className={`absolute top-5 rounded-full bg-primary px-4 py-2 font-semibold text-primary-content ${
						// Physical sides, in both text directions.
						held.right ? 'left-5' : 'right-5'
					}`}
				>
					{held.label}
				</p>
			)}
		</animated.div>
	)
}
