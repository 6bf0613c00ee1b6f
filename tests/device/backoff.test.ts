import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RETRY_MAX_MS, RETRY_MIN_MS, retryDelay } from '#device/sync/backoff.ts'

describe('retryDelay', () => {
	it('grows from one second up to five minutes', () => {
		fc.assert(
			fc.property(fc.nat(60), fc.double({ min: 0, max: 0.999, noNaN: true }), (tries, random) => {
				const delay = retryDelay(tries, null, random)
				expect(delay).toBeGreaterThanOrEqual(RETRY_MIN_MS)
				expect(delay).toBeLessThanOrEqual(Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** tries))
			}),
		)
	})

	it('never retries before the server’s Retry-After', () => {
		expect(retryDelay(0, 120_000, 0)).toBeGreaterThanOrEqual(120_000)
	})
})
