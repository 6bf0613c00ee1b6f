import { expect, it } from 'vitest'
import { LOCKS } from '#server/db/sql.ts'

it('kinds of work use distinct locks', () => {
	const numbers = Object.values(LOCKS)
	expect(new Set(numbers).size).toBe(numbers.length)
})
