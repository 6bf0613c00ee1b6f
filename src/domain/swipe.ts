import { SWIPE_PX, SWIPE_STRONG_PX, SWIPE_TILT_MAX_DEG } from './limits.ts'

/** Scale answer of a drag by `dx` px (right is positive); null if the drag is too short. */
export const scaleOfSwipe = (dx: number): -2 | -1 | 1 | 2 | null => {
	const distance = Math.abs(dx)
	if (distance <= SWIPE_PX) return null
	const strong = distance > SWIPE_STRONG_PX
	return dx > 0 ? (strong ? 2 : 1) : strong ? -2 : -1
}

/** Index of the candidate that a drag by `dx` px picks: 0 left, 1 right; null if the drag is too short. */
export const sideOfSwipe = (dx: number): 0 | 1 | null =>
	Math.abs(dx) <= SWIPE_PX ? null : dx < 0 ? 0 : 1

/** Tilt of a card dragged by `dx` px, in degrees: proportional up to the specified maximum. */
export const tiltOfSwipe = (dx: number): number => {
	const tilt = (dx / (2 * SWIPE_STRONG_PX)) * SWIPE_TILT_MAX_DEG
	return Math.max(-SWIPE_TILT_MAX_DEG, Math.min(SWIPE_TILT_MAX_DEG, tilt))
}
