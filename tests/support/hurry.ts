import { vi } from 'vitest'

/** Does something by a clock that seconds pass on whenever it is read: a start gives up at once on a folder that stays locked. */
export const inAHurry = async <Result>(work: () => Promise<Result>): Promise<Result> => {
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
