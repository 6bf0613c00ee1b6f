import { expect, it } from 'vitest'
import { shedFigure } from './figures.ts'

// Untested must not look like passed.

it.each([
	[
		{ sheds: 0, shedsWithoutRetryAfter: 0 },
		{ value: null, by: 'nothing shed', met: null },
	],
	[
		{ sheds: 3, shedsWithoutRetryAfter: 0 },
		{ value: 0, by: 'of 3 shed', met: true },
	],
	[
		{ sheds: 3, shedsWithoutRetryAfter: 1 },
		{ value: 1, by: 'of 3 shed', met: false },
	],
])('turns %o into %o', (ledger, expected) => {
	expect(shedFigure('spike', ledger)).toMatchObject(expected)
})
