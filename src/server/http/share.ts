/** Reads something, or hands on what others have of it. */
type Shared<Read> = (read: () => Promise<Read>) => Promise<Read>

const settled = (reading: Promise<unknown>): Promise<unknown> => reading.catch(() => undefined)

/**
 * Has calls that ask for the same at the same moment share one read. Nobody is given a read that began before they asked:
 * whoever comes while one is under way shares the next one with all others who come meanwhile. So nothing is ever older
 * than without sharing, and beside the read that is under way one waits, however many ask.
 */
export const createShared = <Read>(): Shared<Read> => {
	let underWay: Promise<Read> | null = null
	let next: Promise<Read> | null = null
	const begin: Shared<Read> = (read) => {
		const reading = read()
		underWay = reading
		void settled(reading).then(() => {
			if (underWay === reading) underWay = null
		})
		return reading
	}
	return (read) => {
		if (next !== null) return next
		if (underWay === null) return begin(read)
		next = settled(underWay).then(() => {
			next = null
			return begin(read)
		})
		return next
	}
}
