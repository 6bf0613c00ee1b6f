import { describe, expect, it } from 'vitest'
import { parseSearch, readResultsSearch, stringifySearch } from '#web/app/search.ts'

describe('search params', () => {
	// As numbers, long ids would lose digits.
	it('keep long numeric ids as strings', () => {
		const search = parseSearch('?quizAttemptId=900719925474099312')
		expect(search).toEqual({ quizAttemptId: '900719925474099312' })
		expect(stringifySearch(search)).toBe('?quizAttemptId=900719925474099312')
	})

	it('omit undefined values when serialized', () => {
		const search = { quizAttemptId: '7', freshCompletion: true, compareQuizId: undefined }
		expect(stringifySearch(search)).toBe('?quizAttemptId=7&freshCompletion=true')
		expect(stringifySearch({})).toBe('')
	})

	it('survive a round trip with special characters', () => {
		const search = { q: 'São Paulo & 100% +1' }
		expect(parseSearch(stringifySearch(search))).toEqual(search)
	})
})

describe('results search params', () => {
	it('read freshCompletion as a string or a boolean', () => {
		expect(readResultsSearch({ quizAttemptId: '7', freshCompletion: 'true' })).toEqual({
			quizAttemptId: '7',
			freshCompletion: true,
		})
		expect(readResultsSearch({ freshCompletion: true })).toEqual({ freshCompletion: true })
	})

	it('drop unknown and invalid values', () => {
		const search = { freshCompletion: 'yes', quizAttemptId: '', utm: 'x' }
		expect(readResultsSearch(search)).toEqual({})
	})
})
