import { expect, it } from 'vitest'
import { LOCKS } from '#server/db/sql.ts'

it('no two kinds of work share a lock: while an import ran, no session of the knowledge test was tallied', () => {
	const numbers = Object.values(LOCKS)
	expect(new Set(numbers).size).toBe(numbers.length)
})
