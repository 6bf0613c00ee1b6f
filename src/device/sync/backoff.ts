export const RETRY_MIN_MS = 1000
export const RETRY_MAX_MS = 300_000

/** Pause in ms: exponential backoff with full jitter plus `Retry-After`. @param random from 0 up to 1. */
export const retryDelay = (tries: number, floorMs: number | null, random: number): number => {
	const ceiling = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** Math.min(tries, 20))
	const jittered = RETRY_MIN_MS + random * (ceiling - RETRY_MIN_MS)
	return Math.round((floorMs ?? 0) + jittered)
}

/** Key of a user's stored `Retry-After` deadline. Going online does not clear it. */
export const retryAfterKey = (userId: string): string => `hold/${userId}`

export const SYNC_TAG = 'evenhand-outbox'
