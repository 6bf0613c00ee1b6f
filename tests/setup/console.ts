import { afterEach, beforeEach, expect, vi } from 'vitest'

// A warning or an error that nobody asked for is a fault: it fails the test that caused it.
const methods = ['error', 'warn'] as const

beforeEach(() => {
	for (const method of methods) vi.spyOn(console, method)
})

afterEach(() => {
	const calls = methods.flatMap((method) => vi.mocked(console[method]).mock.calls)
	// First of all, so that one complaint fails its own test only.
	vi.restoreAllMocks()
	expect(calls, 'console.error and console.warn').toEqual([])
})
