import { SWIPE_PX, SWIPE_STRONG_PX, SWIPE_TILT_MAX_DEG } from './limits.ts'

/** The scale answer of a drag that ends at `dx` px from where it began (right is positive), or null where it is too short to count. */
export const scaleOfSwipe = (dx: number): -2 | -1 | 1 | 2 | null => {
	const distance = Math.abs(dx)
	if (distance <= SWIPE_PX) return null
	const strong = distance > SWIPE_STRONG_PX
	return dx > 0 ? (strong ? 2 : 1) : strong ? -2 : -1
}

/** Index of the candidate that a drag of `dx` px picks: 0 left, 1 right, or null if the drag is too short. */
export const sideOfSwipe = (dx: number): 0 | 1 | null =>
	Math.abs(dx) <= SWIPE_PX ? null : dx < 0 ? 0 : 1

/** The card's tilt in degrees while it is dragged by `dx` px: it grows with the distance, up to the specified maximum. */
export const tiltOfSwipe = (dx: number): number => {
	const tilt = (dx / (2 * SWIPE_STRONG_PX)) * SWIPE_TILT_MAX_DEG
	return Math.max(-SWIPE_TILT_MAX_DEG, Math.min(SWIPE_TILT_MAX_DEG, tilt))
}
