import * as v from 'valibot'
import { ExtractionResult, type ExtractionResult as Result } from '#contract/admin/extraction.ts'
import { DAY_MS } from '#domain/days.ts'
import { EXTRACTION_DAYS } from '#domain/limits.ts'
import { session } from '#web/app/session.ts'
import { lastingStorage, passingStorage } from '#web/app/storage.ts'
import { ReviewPolicy } from './review-policies.ts'

const NAME = 'evenhand.review.'

const Stored = v.object({
	candidateId: v.string(),
	/** Last change, in ms since 1970. */
	at: v.number(),
	policies: v.array(ReviewPolicy),
	saveKey: v.nullable(v.string()),
	/** The extraction result without the proposals, which are stored with their policies. */
	result: v.nullable(ExtractionResult),
	source: v.object({ source: v.string(), url: v.boolean() }),
	known: v.boolean(),
})
export type KeptReview = Omit<v.InferOutput<typeof Stored>, 'result'> & {
	readonly result: Result | null
}

interface Place {
	readonly storage: Storage
	readonly prefix: string
}

/** Use local storage on a remembered device; on a shared one the data goes with the tab. */
const placeNow = (): Place | null => {
	const user = session.userKey()
	if (user === null) return null
	return {
		storage: session.isRemembered() ? lastingStorage : passingStorage,
		prefix: `${NAME}${user}.`,
	}
}

/** Fallback for a review that exceeds the storage quota. */
const inPage = new Map<string, KeptReview>()

const parse = (text: string | null): KeptReview | null => {
	if (text === null) return null
	try {
		const stored = v.safeParse(Stored, JSON.parse(text))
		return stored.success ? stored.output : null
	} catch {
		return null
	}
}

const tidy = ({ storage, prefix }: Place, now: number): void => {
	const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index))
	for (const key of keys.filter((each) => each?.startsWith(prefix))) {
		const review = key && parse(storage.getItem(key))
		if (key && (!review || now - review.at > EXTRACTION_DAYS * DAY_MS)) storage.removeItem(key)
	}
}

export interface ReviewKeeper {
	read(): KeptReview | null
	/** Returns false if the storage is full; the review then stays in memory only. */
	keep(review: KeptReview): boolean
	drop(): void
}

/**
 * Opens the storage of a review. The storage key keeps the user who opened it, so that changes during a sign-out are
 * not lost.
 */
export const reviewKeeper = (extractionId: string, now: () => number = Date.now): ReviewKeeper => {
	const place = placeNow()
	const key = `${place?.prefix ?? ''}${extractionId}`
	return {
		read() {
			if (place) tidy(place, now())
			return inPage.get(key) ?? (place && parse(place.storage.getItem(key)))
		},
		keep(review) {
			inPage.set(key, review)
			try {
				place?.storage.setItem(key, JSON.stringify(review))
				return place !== null
			} catch {
				// Storage is full: the page asks the user to save before leaving.
				return false
			}
		},
		drop() {
			inPage.delete(key)
			place?.storage.removeItem(key)
		},
	}
}
