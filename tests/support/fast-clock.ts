import { vi } from 'vitest'

/**
 * Runs `work` with a clock that advances by seconds on each read, so that waits for a locked folder time out
 * at once.
 */
export const withFastClock = async <Result>(work: () => Promise<Result>): Promise<Result> => {
	let now = Date.now()
	const clock = vi.spyOn(Date, 'now').mockImplementation(() => {
		now += 2500
		return now
	})
	try {
		return await work()
	} finally {
		clock.mockRestore()
	}
}
