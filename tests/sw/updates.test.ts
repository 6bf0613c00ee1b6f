import { expect, it } from 'vitest'
import { isConsent } from '#sw/updates.ts'

it('accepts SKIP_WAITING as consent to an update', () => {
	expect(isConsent({ type: 'SKIP_WAITING' })).toBe(true)
})

it.each([
	null,
	undefined,
	'',
	'SKIP_WAITING',
	7,
	[],
	{},
	{ type: 'skip' },
	{ kind: 'SKIP_WAITING' },
])('ignores other messages: %j', (message) => expect(isConsent(message)).toBe(false))
