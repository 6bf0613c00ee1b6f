import { describe, expect, it } from 'vitest'
import { createExtractor } from '#server/extraction/extractor.ts'

describe('extraction queue', () => {
	it('runs two at once, queues twenty, and is then full', async () => {
		const extractor = createExtractor({ log: () => undefined })
		let started = 0
		const ends: (() => void)[] = []
		const work = () =>
			new Promise<void>((resolve) => ends.push(resolve)).finally(() => ends.shift())
		const begin = () =>
			extractor.run(() => {
				started++
				return work()
			})
		const first = Array.from({ length: 21 }, begin)
		await Promise.resolve()
		expect([started, extractor.isFull()]).toEqual([2, false])
		first.push(begin())
		expect(extractor.isFull()).toBe(true)
		ends[0]?.()
		await first[0]
		expect([started, extractor.isFull()]).toEqual([3, false])
		for (let at = 1; at < first.length; at++) {
			ends[0]?.()
			await first[at]
		}
		expect(started).toBe(22)
		await extractor.close()
	})
})
