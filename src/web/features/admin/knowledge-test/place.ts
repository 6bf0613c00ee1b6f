import { FEEDBACK_PAGE_SIZES } from '#contract/feedback.ts'

/** Of when it was submitted: the oldest first, or the newest. */
export type Direction = 'ASC' | 'DESC'

/** Which page of a list is shown. */
export interface Place {
	/** From 0. */
	readonly page: number
	readonly size: (typeof FEEDBACK_PAGE_SIZES)[number]
	readonly direction: Direction
}

/** The same as it stands in an address, where anything can stand; what goes without saying is left out. */
export interface FeedbackSearch {
	/** From 1, as it is read. */
	readonly page?: unknown
	readonly size?: unknown
	readonly direction?: unknown
}

const FIRST = 1
const [DEFAULT_SIZE] = FEEDBACK_PAGE_SIZES

/** The place that an address names; what there cannot be is the first page, the usual size, or the newest first. */
export const placeOf = ({ page, size, direction }: FeedbackSearch): Place => {
	const number = Number(page ?? FIRST)
	return {
		page: Number.isSafeInteger(number) && number > FIRST ? number - FIRST : 0,
		size: FEEDBACK_PAGE_SIZES.find((known) => known === Number(size)) ?? DEFAULT_SIZE,
		direction: direction === 'ASC' ? 'ASC' : 'DESC',
	}
}

/** What stands in the address for a place. */
export const searchOf = ({ page, size, direction }: Place): FeedbackSearch => ({
	...(page > 0 && { page: page + FIRST }),
	...(size !== DEFAULT_SIZE && { size }),
	...(direction === 'ASC' && { direction }),
})
