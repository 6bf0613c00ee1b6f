import { afterEach, beforeEach, expect, vi } from 'vitest'

// A warning or an error that nobody asked for is a fault: it fails the test that caused it.
const methods = ['error', 'warn'] as const

beforeEach(() => {
	for (const method of methods) vi.spyOn(console, method)
})

afterEach(() => {
	for (const method of methods) {
		const calls = vi.mocked(console[method]).mock.calls
		expect(calls, `console.${method} was called`).toEqual([])
	}
	vi.restoreAllMocks()
})
