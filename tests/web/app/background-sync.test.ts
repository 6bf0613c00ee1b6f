import { afterEach, describe, expect, it, vi } from 'vitest'
import { requestBackgroundSync } from '#web/app/background-sync.ts'

afterEach(() => {
	vi.unstubAllGlobals()
})

const stubWorker = (registration: object | undefined): void => {
	vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
}

describe('background sync request', () => {
	it('registers the outbox tag with the worker', async () => {
		const register = vi.fn(async () => undefined)
		stubWorker({ sync: { register } })
		await requestBackgroundSync()
		expect(register).toHaveBeenCalledWith('evenhand-outbox')
	})

	it.each<[string, object | undefined]>([
		['has no worker yet', undefined],
		['lacks Background Sync, like Safari and Firefox', {}],
		[
			'does not allow it, like a private window',
			{ sync: { register: () => Promise.reject(new DOMException('no', 'NotAllowedError')) } },
		],
	])('does nothing if the browser %s', async (_, registration) => {
		stubWorker(registration)
		await expect(requestBackgroundSync()).resolves.toBeUndefined()
	})

	it('does nothing without service workers (no TLS)', async () => {
		vi.stubGlobal('navigator', {})
		await expect(requestBackgroundSync()).resolves.toBeUndefined()
	})
})
