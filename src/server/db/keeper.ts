/** So much is kept: what was asked for last. */
const MOST_KEPT = 200

/** What was read, and how often the catalogue had changed before. */
interface Kept<Read> {
	readonly changes: string
	readonly reading: Promise<Read>
}

/**
 * Hands on what was read before.
 * @param asked what it is.
 * @param changes of `countCatalogueChanges`, counted before `read` begins.
 */
export type Keeper<Read> = (
	asked: string,
	changes: string,
	read: () => Promise<Read>,
) => Promise<Read>

/** Keeps what is read of the catalogue by what was asked, for as long as it does not change. */
export const createKeeper = <Read>(): Keeper<Read> => {
	const kept = new Map<string, Kept<Read>>()
	return (asked, changes, read) => {
		const before = kept.get(asked)
		if (before?.changes === changes) {
			kept.delete(asked)
			kept.set(asked, before)
			return before.reading
		}
		// A statement of Drizzle's looks like a promise, but runs anew for each who waits for it.
		const reading = Promise.resolve(read())
		kept.delete(asked)
		kept.set(asked, { changes, reading })
		const [oldest = asked] = kept.keys()
		if (kept.size > MOST_KEPT) kept.delete(oldest)
		// What fails is asked again; whoever waits for it hears of it themselves.
		reading.catch(() => {
			if (kept.get(asked)?.reading === reading) kept.delete(asked)
		})
		return reading
	}
}
