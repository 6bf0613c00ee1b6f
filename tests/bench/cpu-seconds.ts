/** What some work costs, its threads included. */
export const cpuSeconds = async (work: () => Promise<unknown>): Promise<number> => {
	const before = process.cpuUsage()
	await work()
	const { user, system } = process.cpuUsage(before)
	return (user + system) / 1e6
}

/** What some work costs each of so many times. */
export const cpuSecondsOf = async (
	times: number,
	work: () => Promise<unknown>,
): Promise<number[]> => {
	const taken: number[] = []
	for (let time = 0; time < times; time++) taken.push(await cpuSeconds(work))
	return taken
}
