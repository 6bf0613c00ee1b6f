import * as v from 'valibot'
import { ExtractionResult, type ExtractionResult as Result } from '#contract/admin/extraction.ts'
import { EXTRACTION_DAYS } from '#domain/limits.ts'
import { session } from '#web/app/session.ts'
import { lastingStorage, passingStorage } from '#web/app/storage.ts'
import { ReviewPolicy } from './review-policies.ts'

const DAY_MS = 86_400_000
const NAME = 'evenhand.review.'

const Stored = v.object({
	candidateId: v.string(),
	/** When it was changed last, in ms since 1970. */
	at: v.number(),
	policies: v.array(ReviewPolicy),
	saveKey: v.nullable(v.string()),
	/** What was dropped, how the figures come about; the proposals stand at their policies. */
	result: v.nullable(ExtractionResult),
	/** The source as the specification's call names it. */
	source: v.object({ source: v.string(), url: v.boolean() }),
	/** Whether the server knows this extraction. */
	known: v.boolean(),
})
/** A review as it is kept in the browser until it is saved. */
export type KeptReview = Omit<v.InferOutput<typeof Stored>, 'result'> & {
	readonly result: Result | null
}

/** Where the reviews of the signed-in administrator are kept. */
interface Place {
	readonly storage: Storage
	readonly prefix: string
}

/** On a device that remembers the sign-in a closed tab loses nothing; on a shared one all goes with the tab. */
const placeNow = (): Place | null => {
	const user = session.userKey()
	if (user === null) return null
	return {
		storage: session.isRemembered() ? lastingStorage : passingStorage,
		prefix: `${NAME}${user}.`,
	}
}

/** What storage has no room for outlives its step at least. */
const inPage = new Map<string, KeptReview>()

const parse = (text: string | null): KeptReview | null => {
	if (text === null) return null
	try {
		const stored = v.safeParse(Stored, JSON.parse(text))
		return stored.success ? stored.output : null
	} catch {
		// What stands there is no JSON: there is no review.
		return null
	}
}

/** Takes away what is older than the server keeps its half of it. */
const tidy = ({ storage, prefix }: Place, now: number): void => {
	const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index))
	for (const key of keys.filter((each) => each?.startsWith(prefix))) {
		const review = key && parse(storage.getItem(key))
		if (key && (!review || now - review.at > EXTRACTION_DAYS * DAY_MS)) storage.removeItem(key)
	}
}

/** The kept review of an extraction; null where there is none. */
export interface ReviewKeeper {
	read(): KeptReview | null
	/** @returns whether there was room for it: without it the page still has what was changed. */
	keep(review: KeptReview): boolean
	drop(): void
}

/**
 * Keeps the review of an extraction. Its place is that of who is signed in when it is opened: a sign-in that ends does not
 * lose what is changed in the same moment.
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
				// No room: the person is told, and saves before leaving.
				return false
			}
		},
		drop() {
			inPage.delete(key)
			place?.storage.removeItem(key)
		},
	}
}
