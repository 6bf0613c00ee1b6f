/** A number with its noun: "1 change", "2 changes". */
export const countOf = (count: number, noun: string): string =>
	`${count} ${noun}${count === 1 ? '' : 's'}`
