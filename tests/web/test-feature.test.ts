import { beforeEach, describe, expect, it } from 'vitest'
import type { Failure } from '#http/failure.ts'
import { createTestFeature, takeQuizTarget } from '#web/app/test-feature.ts'

const ACTIVE = { ok: true, value: { id: '1' } } as const
const failed = (error: Failure) => ({ ok: false, error }) as const
const problem = (status: number): Failure => ({
	kind: 'problem',
	status,
	message: '',
	errors: [],
	retryAfterMs: null,
})

let stored: Map<string, string>

beforeEach(() => {
	stored = new Map()
})

/** Opens a page whose server sends `replies` in order. */
const open = (...replies: readonly unknown[]) => {
	const storage = {
		getItem: (key: string) => stored.get(key) ?? null,
		setItem: (key: string, value: string) => void stored.set(key, value),
	}
	const left = [...replies]
	return createTestFeature((async () => left.shift()) as never, storage)
}

describe('Take a Quiz', () => {
	it('links to the test while it is active', async () => {
		const feature = open(ACTIVE)
		await feature.look()
		expect(takeQuizTarget(feature.isOn())).toBe('/test')
	})

	it('links to the elections without an active test', async () => {
		const feature = open(failed(problem(404)))
		expect(takeQuizTarget(feature.isOn())).toBe('/elections')
		await feature.look()
		expect(takeQuizTarget(feature.isOn())).toBe('/elections')
	})

	it('notifies listeners when the test is turned off', async () => {
		const feature = open(ACTIVE, failed(problem(404)))
		const states: boolean[] = []
		feature.subscribe(() => states.push(feature.isOn()))
		await feature.look()
		await feature.look()
		expect(states).toEqual([true, false])
	})

	it.each<[string, Failure]>([
		['no connection', { kind: 'offline' }],
		['a broken server', problem(503)],
		['a captive portal', { kind: 'bad-response', status: 200 }],
	])('keeps the last known state through %s and a restart', async (_name, failure) => {
		await open(ACTIVE).look()
		const later = open(failed(failure))
		await later.look()
		expect(later.isOn()).toBe(true)
	})
})
