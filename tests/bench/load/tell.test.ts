import { expect, it, vi } from 'vitest'
import { tellSheds } from './tell.ts'

// Whoever reads what the bench printed shall not take what was not tried for what was passed.

it.each([
	[{ sheds: 0, shedsWithoutRetryAfter: 0 }, /nothing shed/, true],
	[{ sheds: 3, shedsWithoutRetryAfter: 0 }, /: met$/, true],
	[{ sheds: 3, shedsWithoutRetryAfter: 1 }, /: NOT MET$/, false],
])('says of %o that %s', (ledger, said, passed) => {
	const print = vi.spyOn(console, 'log').mockImplementation(() => undefined)
	expect(tellSheds(ledger)).toBe(passed)
	expect(print.mock.calls).toEqual([[expect.stringMatching(said)]])
})
