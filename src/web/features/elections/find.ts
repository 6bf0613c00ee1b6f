import { matchesSearch, narrowsSearch } from '#domain/jurisdiction.ts'

/** How many searches are remembered: more than anybody types and takes back. */
const REMEMBERED = 20

/**
 * Searches for one text after the other. Each key adds to the last search or takes from it: what it adds is looked for in
 * what was found before, and what it comes back to is known.
 */
export const finder = <Item extends { readonly text: string }>(all: readonly Item[]) => {
	const before = new Map<string, readonly Item[]>()
	/** The fewest there are that all which match a query are among. */
	const among = (query: string): readonly Item[] =>
		[...before].reduce(
			(least, [earlier, found]) =>
				found.length < least.length && narrowsSearch(query, earlier) ? found : least,
			all,
		)
	return (query: string): readonly Item[] => {
		const known = before.get(query)
		if (known) return known
		const matches = matchesSearch(query)
		const found = among(query).filter(({ text }) => matches(text))
		before.set(query, found)
		const [oldest] = before.keys()
		if (before.size > REMEMBERED && oldest !== undefined) before.delete(oldest)
		return found
	}
}
