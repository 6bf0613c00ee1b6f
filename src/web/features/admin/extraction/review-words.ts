import { extraction } from '#web/texts/admin/extraction.ts'
import type { Change } from './review-state.ts'

/** What was done, in words. */
export const changeText = ({ what, before }: Change): string =>
	extraction.review.did[what](before.length)
