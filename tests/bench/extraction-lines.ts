/** One line of the table: what was measured, on how many, and what it has to be at least (or at most). */
export interface Line {
	readonly what: string
	readonly of: number
	readonly value: string
	readonly goal: string
	readonly met: boolean
}

/** A figure that has to be at least something, or is shown for its own sake. */
export const line = (what: string, of: number, value: number, goal: number | null): Line => ({
	what,
	of,
	value: value.toFixed(3),
	goal: goal === null ? '' : `>= ${goal}`,
	met: goal === null || value >= goal,
})

/** A figure that has to be at most something. */
export const atMost = (
	what: string,
	of: number,
	value: number,
	goal: number,
	unit: string,
): Line => ({
	what,
	of,
	value: `${value.toFixed(unit === '' ? 0 : 2)}${unit}`,
	goal: `<= ${goal}${unit}`,
	met: value <= goal,
})

/** What some work costs, its threads included. */
export const cpuSeconds = async (work: () => Promise<unknown>): Promise<number> => {
	const before = process.cpuUsage()
	await work()
	const { user, system } = process.cpuUsage(before)
	return (user + system) / 1e6
}
