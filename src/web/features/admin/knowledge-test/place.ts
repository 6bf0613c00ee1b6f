import { FEEDBACK_PAGE_SIZES } from '#contract/feedback.ts'

/** Which page of a list is shown. */
export interface Place {
	/** From 0. */
	readonly page: number
	readonly size: (typeof FEEDBACK_PAGE_SIZES)[number]
}

/** The same as it stands in an address: what goes without saying is left out. */
export interface FeedbackSearch {
	/** From 1, as it is read. */
	readonly page?: number
	readonly size?: number
}

const FIRST = 1
const [DEFAULT_SIZE] = FEEDBACK_PAGE_SIZES

/** The place that an address names; what there cannot be is the first page, or a page of the usual size. */
export const placeOf = ({ page = FIRST, size }: FeedbackSearch): Place => ({
	page: Number.isSafeInteger(page) && page > FIRST ? page - FIRST : 0,
	size: FEEDBACK_PAGE_SIZES.find((known) => known === size) ?? DEFAULT_SIZE,
})

/** What stands in the address for a place. */
export const searchOf = ({ page, size }: Place): FeedbackSearch => ({
	...(page > 0 && { page: page + FIRST }),
	...(size !== DEFAULT_SIZE && { size }),
})
