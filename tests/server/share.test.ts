import { describe, expect, it } from 'vitest'
import { createCoalescer } from '#server/http/mount.ts'

/** Reads that end when the test says so; each tells its number. */
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

/** Lets everything happen that waits for nothing but its turn. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('calls for the same at once', () => {
	it('share the read after the one that was under way when they came, which may be too old for them', async () => {
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

	it('are not held up by one that fails, and read anew', async () => {
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
