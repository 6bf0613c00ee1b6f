/** Finds the line of an offset in a text, from 1. The ends of all lines are looked up once. */
export const createLines = (text: string): ((offset: number) => number) => {
	const ends: number[] = []
	for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) ends.push(at)
	return (offset) => {
		let [low, high] = [0, ends.length]
		while (low < high) {
			const middle = (low + high) >> 1
			if ((ends[middle] ?? 0) < offset) low = middle + 1
			else high = middle
		}
		return low + 1
	}
}
