import { afterEach, beforeEach, expect, vi } from 'vitest'

// Fails a test that causes an unexpected console warning or error.
const methods = ['error', 'warn'] as const

// The usual second is too short on a busy machine.
const { waitFor } = vi
vi.waitFor = (run, options) =>
	waitFor(run, typeof options === 'number' ? options : { timeout: 30_000, ...options })

beforeEach(() => {
	for (const method of methods) vi.spyOn(console, method)
})

afterEach(() => {
	const calls = methods.flatMap((method) => vi.mocked(console[method]).mock.calls)
	// Restore first, so that a complaint fails only its own test.
	vi.restoreAllMocks()
	expect(calls, 'console.error and console.warn').toEqual([])
})
