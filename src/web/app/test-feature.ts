import { testConfig } from '#contract/knowledge-test.ts'
import type { Call } from '#http/client.ts'
import { call } from './api.ts'
import { lastingStorage } from './storage.ts'

const KNOWN = 'evenhand.testFeature'

export interface TestFeature {
	/** Whether an administrator has the knowledge test on, as far as this device knows; false until it has heard of it. */
	isOn(): boolean
	/** Asks the server. Without an answer what was known before stays. */
	look(): Promise<void>
	/** @returns what takes the listener back. */
	subscribe(listener: () => void): () => void
}

/** Where "Take a Quiz" leads: with the test feature on to the public test, as specified, else to the elections. */
export const takeQuizTarget = (isOn: boolean): '/test' | '/elections' =>
	isOn ? '/test' : '/elections'

/** @param storage keeps what is known for a start without a connection. */
export const createTestFeature = (
	call: Call,
	storage: Pick<Storage, 'getItem' | 'setItem'>,
): TestFeature => {
	const listeners = new Set<() => void>()
	let on = storage.getItem(KNOWN) === 'on'
	const set = (next: boolean): void => {
		on = next
		storage.setItem(KNOWN, on ? 'on' : 'off')
		for (const listener of listeners) listener()
	}
	return {
		isOn: () => on,
		async look() {
			const reply = await call(testConfig.active, {})
			if (reply.ok) set(true)
			// 404 is the specified word for "none"; any other failure says nothing of it.
			else if (reply.error.kind === 'problem' && reply.error.status === 404) set(false)
		},
		subscribe(listener) {
			listeners.add(listener)
			return () => listeners.delete(listener)
		},
	}
}

/** Whether there is a knowledge test to lead to. */
export const testFeature = createTestFeature(call, lastingStorage)
