import { describe, expect, it } from 'vitest'
import { createCoalescer } from '#server/http/mount.ts'

/** Reads that the test resolves; each returns its number. */
const readsToEnd = () => {
	const ends: ((failure?: Error) => void)[] = []
	const read = (): Promise<number> => {
		const number = ends.length + 1
		return new Promise((resolve, reject) => {
			ends.push((failure) => (failure === undefined ? resolve(number) : reject(failure)))
		})
	}
	return { ends, read }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('coalesced reads', () => {
	it('share the read after the one in progress, which may be stale', async () => {
		const { ends, read } = readsToEnd()
		const shared = createCoalescer<number>()
		const [first, second, third] = [shared(read), shared(read), shared(read)]
		expect(ends).toHaveLength(1)
		ends[0]?.()
		expect(await first).toBe(1)
		await turn()
		const fourth = shared(read)
		expect(ends).toHaveLength(2)
		ends[1]?.()
		expect(await Promise.all([second, third])).toEqual([2, 2])
		await turn()
		ends[2]?.()
		expect(await fourth).toBe(3)
	})

	it('read again after a failed one', async () => {
		const { ends, read } = readsToEnd()
		const shared = createCoalescer<number>()
		const [first, second] = [shared(read), shared(read)]
		ends[0]?.(new Error('of the database'))
		await expect(first).rejects.toThrow('of the database')
		await turn()
		ends[1]?.()
		expect(await second).toBe(2)
	})
})
