import { afterEach, describe, expect, it, vi } from 'vitest'
import { showBadge } from '#web/app/badge.ts'

afterEach(() => {
	vi.unstubAllGlobals()
})

const stub = (fault?: Error) => {
	const calls: string[] = []
	const answer = async (call: string): Promise<void> => {
		calls.push(call)
		if (fault) throw fault
	}
	vi.stubGlobal('navigator', {
		setAppBadge: (count: number) => answer(`set ${count}`),
		clearAppBadge: () => answer('clear'),
	})
	return calls
}

describe('app icon badge', () => {
	it('shows the unsent count and clears it at zero', async () => {
		const calls = stub()
		await showBadge(3)
		await showBadge(0)
		expect(calls).toEqual(['set 3', 'clear'])
	})

	it('ignores browsers without badges or permission', async () => {
		stub(new DOMException('no', 'NotAllowedError'))
		await expect(showBadge(1)).resolves.toBeUndefined()
		vi.stubGlobal('navigator', {})
		await expect(showBadge(1)).resolves.toBeUndefined()
		await expect(showBadge(0)).resolves.toBeUndefined()
	})
})
