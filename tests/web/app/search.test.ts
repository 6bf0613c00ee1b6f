import { describe, expect, it } from 'vitest'
import { parseSearch, readResultsSearch, stringifySearch } from '#web/app/search.ts'

describe("the address's search", () => {
	it('leaves ids the texts that they are: as numbers, long ones would lose digits', () => {
		const search = parseSearch('?quizAttemptId=900719925474099312')
		expect(search).toEqual({ quizAttemptId: '900719925474099312' })
		expect(stringifySearch(search)).toBe('?quizAttemptId=900719925474099312')
	})

	it('writes what the specification shows, and nothing for what is not set', () => {
		const search = { quizAttemptId: '7', freshCompletion: true, compareQuizId: undefined }
		expect(stringifySearch(search)).toBe('?quizAttemptId=7&freshCompletion=true')
		expect(stringifySearch({})).toBe('')
	})

	it('keeps any text whole on its way through the address', () => {
		const search = { q: 'São Paulo & 100% +1' }
		expect(parseSearch(stringifySearch(search))).toEqual(search)
	})
})

describe('the search of the results', () => {
	it('reads a fresh completion from the address and from a link alike', () => {
		expect(readResultsSearch({ quizAttemptId: '7', freshCompletion: 'true' })).toEqual({
			quizAttemptId: '7',
			freshCompletion: true,
		})
		expect(readResultsSearch({ freshCompletion: true })).toEqual({ freshCompletion: true })
	})

	it('drops what it does not know', () => {
		const search = { freshCompletion: 'yes', quizAttemptId: '', utm: 'x' }
		expect(readResultsSearch(search)).toEqual({})
	})
})
