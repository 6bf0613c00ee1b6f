/**
 * Runs several tasks alternately, so that other load on the machine affects them equally.
 * @returns durations in ms, per task.
 */
export const timeAlternately = async (
	things: readonly (() => Promise<unknown>)[],
	{ warmUp, calls }: { readonly warmUp: number; readonly calls: number },
): Promise<number[][]> => {
	const taken = things.map((): number[] => [])
	for (let call = 0; call < warmUp + calls; call++) {
		for (const [at, thing] of things.entries()) {
			const began = performance.now()
			await thing()
			if (call >= warmUp) taken[at]?.push(performance.now() - began)
		}
	}
	return taken
}
