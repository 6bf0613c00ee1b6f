import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#server/db/open.ts'
import { matchesTerm, replacedLetters } from '#server/db/search.ts'
import { createTestServer } from '../../support/server.ts'

let db: Db
beforeAll(async () => {
	db = (await createTestServer()).db
})

const finds = async (name: string, term: string): Promise<boolean> => {
	const matches = matchesTerm(sql`search_words(${name})`, term)
	if (matches === undefined) return true
	const [row] = await db.select({ found: sql<boolean>`${matches}` }).from(sql`(values (1)) as one`)
	return row?.found === true
}

describe('search', () => {
	it.each([
		['the beginnings of words in any order', 'Mayoral Election of Springfield', 'spr may'],
		['words with accents by plain letters', 'José Núñez', 'jose nun'],
		['words without accents by letters with accents', 'Jose Nunez', 'Núñez'],
		['composed letters by decomposed ones', 'Zoë', 'Zoe\u0308'],
		['across apostrophes and hyphens', "O'Brien-Smith", 'brien sm'],
		['an address by its parts', 'ann@example.org', 'example.org'],
		['a complete address', 'ann.b@example.org', 'ann.b@example.org'],
		['numbers', 'Czech parliament 2017', '201'],
		['text that only looks like a number', 'Room 1e5', '1e'],
		['special letters that are not accented ones', 'Łódź and Ørsted', 'lodz orsted'],
		['Cyrillic capitals', 'ПРЕЗИДЕНТ', 'през'],
		['Greek capitals with either sigma', 'ΑΛΕΞΗΣ', 'Αλέξης'],
		['letters outside the Basic Multilingual Plane', '𐐀𐐨 party', '𐐀'],
		['very long words by their first letters', 'a'.repeat(5000), 'a'.repeat(3000)],
		['everything by punctuation only', 'Anything', " '\\:*&|!() "],
	])('finds %s', async (_, name, term) => {
		expect(await finds(name, term)).toBe(true)
	})

	it.each([
		['the middle of a word', 'Springfield', 'field'],
		['one word of two', 'Springfield', 'spring city'],
		['search operators', 'Ann', 'bob | ann'],
		['a missing word in quotes', 'Ann', "'bob'"],
	])('does not find %s', async (_, name, term) => {
		expect(await finds(name, term)).toBe(false)
	})

	it('folds letters the same way as the database', async () => {
		const { from, to } = replacedLetters()
		const [row] = await db
			.select({ same: sql<boolean>`search_words(${from}) = search_words(${to})` })
			.from(sql`(values (1)) as one`)
		expect(row).toEqual({ same: true })
		expect(await finds(from.slice(0, 90), to.slice(0, 90))).toBe(true)
	})
})
