/** CPU time of `work` in seconds, including its threads. */
export const cpuSeconds = async (work: () => Promise<unknown>): Promise<number> => {
	const before = process.cpuUsage()
	await work()
	const { user, system } = process.cpuUsage(before)
	return (user + system) / 1e6
}

/** CPU time of `work` in seconds, for each of `times` runs. */
export const cpuSecondsOf = async (
	times: number,
	work: () => Promise<unknown>,
): Promise<number[]> => {
	const taken: number[] = []
	for (let time = 0; time < times; time++) taken.push(await cpuSeconds(work))
	return taken
}
