/** The shortest and the longest pause between two tries, in ms. */
export const RETRY_MIN_MS = 1000
export const RETRY_MAX_MS = 300_000

/**
 * The pause before try number `tries` + 1, in ms: exponential with full jitter, never shorter than the server's wish.
 * @param random from 0 up to 1.
 */
export const retryDelay = (tries: number, floorMs: number | null, random: number): number => {
	const ceiling = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** Math.min(tries, 20))
	const jittered = RETRY_MIN_MS + random * (ceiling - RETRY_MIN_MS)
	return Math.round((floorMs ?? 0) + jittered)
}

/** By which name the store keeps until when the server wants nothing of a voter. Coming online does not shorten it. */
export const retryAfterKey = (userId: string): string => `hold/${userId}`
