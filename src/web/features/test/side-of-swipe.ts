import { SWIPE_PX } from '#domain/limits.ts'

/** Which candidate a drag of `dx` px picks (0 the left one, 1 the right one), or null where it is too short to count. */
export const sideOfSwipe = (dx: number): 0 | 1 | null =>
	Math.abs(dx) <= SWIPE_PX ? null : dx < 0 ? 0 : 1
