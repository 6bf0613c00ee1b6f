import { testConfig } from '#contract/knowledge-test.ts'
import type { Knowing } from '#device/knowing.ts'
import { createSignal } from '#device/signal.ts'
import type { Call } from '#http/client.ts'
import { call } from './api.ts'
import { session } from './session.ts'
import { lastingStorage } from './storage.ts'

const KNOWN = 'evenhand.testFeature'

export interface TestFeature {
	/** True if the knowledge test is enabled, as far as known. False before the first reply. */
	isOn(): boolean
	/** Asks the server. A failure keeps the last state. */
	look(): Promise<void>
	subscribe(listener: () => void): () => void
}

/** Target of "Take a Quiz": the public test if enabled, as specified, else the elections. */
export const takeQuizTarget = (isOn: boolean): '/test' | '/elections' =>
	isOn ? '/test' : '/elections'

/** True if someone else may have taken the knowledge tests on this device. */
export const mayBeAnothers = ({ isShared }: Pick<Knowing, 'isShared'>): boolean =>
	isShared || !session.isRemembered()

/** @param storage keeps the state for offline starts. */
export const createTestFeature = (
	call: Call,
	storage: Pick<Storage, 'getItem' | 'setItem'>,
): TestFeature => {
	const on = createSignal(storage.getItem(KNOWN) === 'on')
	const set = (next: boolean): void => {
		storage.setItem(KNOWN, next ? 'on' : 'off')
		on.set(next)
	}
	return {
		isOn: on.get,
		async look() {
			const reply = await call(testConfig.active, {})
			if (reply.ok) set(true)
			// 404 means "none" by specification. Other failures prove nothing.
			else if (reply.error.kind === 'problem' && reply.error.status === 404) set(false)
		},
		subscribe: on.subscribe,
	}
}

export const testFeature = createTestFeature(call, lastingStorage)
