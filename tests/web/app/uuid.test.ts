import { afterEach, describe, expect, it, vi } from 'vitest'
import { uuid } from '#web/app/api.ts'

const VERSION_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('uuid', () => {
	afterEach(() => void vi.unstubAllGlobals())

	it('returns a random version 4 UUID', () => {
		expect(uuid()).toMatch(VERSION_4)
	})

	it('works without randomUUID (plain HTTP)', () => {
		const getRandomValues = crypto.getRandomValues.bind(crypto)
		vi.stubGlobal('crypto', { getRandomValues })
		const made = Array.from({ length: 200 }, uuid)
		for (const id of made) expect(id).toMatch(VERSION_4)
		expect(new Set(made).size).toBe(200)
	})
})
