import fc from 'fast-check'
import { expect, it } from 'vitest'
import { matchesSearch } from '#domain/jurisdiction.ts'
import { finder } from '#web/features/elections/elections-screen.tsx'

const TEXTS = ['mayor of salem', 'maine', 'may of ασα', 'ας', 'a b', 'ab', 'city 77', '777']
const all = TEXTS.map((text) => ({ text }))

it('incremental search matches a fresh search for any typing (property)', () => {
	const typed = fc.array(
		fc.constantFrom('m', 'a', 'y', ' ', '7', 'Α', 'Σ', 'ς', 'b', '\u0301', '<'),
		{
			maxLength: 60,
		},
	)
	fc.assert(
		fc.property(typed, (keys) => {
			const find = finder(all)
			let query = ''
			for (const key of keys) {
				query = key === '<' ? query.slice(0, -1) : query + key
				const matches = matchesSearch(query)
				expect(find(query)).toEqual(all.filter(({ text }) => matches(text)))
			}
		}),
	)
})

it('incremental search returns the same result object for a repeated query', () => {
	const find = finder(all)
	const found = find('7')
	find('77')
	expect(find('7')).toBe(found)
})
