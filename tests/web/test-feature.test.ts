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

let kept: Map<string, string>

beforeEach(() => {
	kept = new Map()
})

/** A page that hears `replies` of the server, one after the other. */
const open = (...replies: readonly unknown[]) => {
	const storage = {
		getItem: (key: string) => kept.get(key) ?? null,
		setItem: (key: string, value: string) => void kept.set(key, value),
	}
	const left = [...replies]
	return createTestFeature((async () => left.shift()) as never, storage)
}

describe('"Take a Quiz"', () => {
	it('leads to the public test while an administrator has it on, as specified', async () => {
		const feature = open(ACTIVE)
		await feature.look()
		expect(takeQuizTarget(feature.isOn())).toBe('/test')
	})

	it('leads to the elections where there is none, and while nobody knows', async () => {
		const feature = open(failed(problem(404)))
		expect(takeQuizTarget(feature.isOn())).toBe('/elections')
		await feature.look()
		expect(takeQuizTarget(feature.isOn())).toBe('/elections')
	})

	it('is led anew when the feature is turned off, and whoever shows it hears so', async () => {
		const feature = open(ACTIVE, failed(problem(404)))
		const heard: boolean[] = []
		feature.subscribe(() => heard.push(feature.isOn()))
		await feature.look()
		await feature.look()
		expect(heard).toEqual([true, false])
	})

	it.each<[string, Failure]>([
		['no connection', { kind: 'offline' }],
		['a broken server', problem(503)],
		['a captive portal', { kind: 'bad-response', status: 200 }],
	])('keeps what was known through %s, also after a restart', async (_name, failure) => {
		await open(ACTIVE).look()
		const later = open(failed(failure))
		await later.look()
		expect(later.isOn()).toBe(true)
	})
})
