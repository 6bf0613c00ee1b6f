import { afterEach, describe, expect, it, vi } from 'vitest'
import { requestBackgroundSync } from '#web/app/background-sync.ts'

afterEach(() => {
	vi.unstubAllGlobals()
})

const stubWorker = (registration: object | undefined): void => {
	vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
}

describe('asking the browser to send later', () => {
	it('names what is to be sent, so that the worker knows the event as its own', async () => {
		const register = vi.fn(async () => undefined)
		stubWorker({ sync: { register } })
		await requestBackgroundSync()
		expect(register).toHaveBeenCalledWith('evenhand-outbox')
	})

	it.each<[string, object | undefined]>([
		['has no worker yet', undefined],
		['knows no background sync, like Safari and Firefox', {}],
		[
			'does not allow it, like a private window',
			{ sync: { register: () => Promise.reject(new DOMException('no', 'NotAllowedError')) } },
		],
	])(
		'does no harm where the browser %s, because pages send by themselves',
		async (_, registration) => {
			stubWorker(registration)
			await expect(requestBackgroundSync()).resolves.toBeUndefined()
		},
	)

	it('does no harm on a page without TLS, which has no workers at all', async () => {
		vi.stubGlobal('navigator', {})
		await expect(requestBackgroundSync()).resolves.toBeUndefined()
	})
})
