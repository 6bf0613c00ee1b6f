import { expect, it } from 'vitest'
import { isConsent } from '#sw/updates.ts'

it('only the one message lets a new version take over', () => {
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
])('what else pages send is ignored, because anything may send a message: %j', (message) =>
	expect(isConsent(message)).toBe(false),
)
