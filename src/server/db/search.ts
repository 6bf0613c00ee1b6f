import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { customType, index, type PgColumn } from 'drizzle-orm/pg-core'

/**
 * Prefix search. `search_words` in the database and {@link wordsOf} split text by the same rules, with an explicit
 * table for non-ASCII letters, because databases differ on their case.
 */

const ACCENTS = /[\u0300-\u036f]+/g
const BETWEEN_WORDS =
	/[\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+/
const WORD_MAX = 100
const WORDS_MAX = 20

/** Letters that do not decompose into a base letter and an accent, with their replacements. */
const LIKE_ANOTHER: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ı: 'i', ς: 'σ' }

/** Letters from Latin-1 to Armenian that do not decompose, mapped to their replacement. */
const SMALL = new Map(
	Array.from({ length: 0x588 - 0xc0 }, (_, at) => String.fromCodePoint(0xc0 + at))
		.filter((letter) => letter.normalize('NFD') === letter)
		.map((letter) => {
			const small = letter.toLowerCase()
			return [letter, LIKE_ANOTHER[small] ?? small] as const
		})
		.filter(([letter, small]) => letter !== small && small.length === 1),
)

/** Letters that `search_words` replaces, and their replacements in the same order. */
export const replacedLetters = () => ({
	from: [...SMALL.keys()].join(''),
	to: [...SMALL.values()].join(''),
})

const wordsOf = (text: string): string[] =>
	[...text.normalize('NFD').replace(ACCENTS, '')]
		.map((letter) => SMALL.get(letter) ?? letter)
		.join('')
		.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
		.split(BETWEEN_WORDS)
		.filter((word) => word !== '')
		.map((word) => [...word].slice(0, WORD_MAX).join(''))

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** A generated column with the words of other columns. @param columns their database names. */
export const searchColumn = (...columns: readonly string[]) => {
	const texts = columns.map((column) => sql`coalesce(${sql.identifier(column)}, '')`)
	return tsvector('search').generatedAlwaysAs(
		sql`search_words(${sql.join(texts, sql` || ' ' || `)})`,
	)
}

/** GIN index without the pending list, which every search scans until a vacuum. PGlite has no autovacuum. */
export const ginIndex = (name: string, column: PgColumn) =>
	index(name).using('gin', column).with({ fastupdate: false })

/** Matches rows with a prefix match for every part of the term; undefined for an empty term. */
export const matchesTerm = (search: AnyColumn | SQL, term: string | undefined): SQL | undefined => {
	const words = wordsOf(term ?? '').slice(0, WORDS_MAX)
	if (words.length === 0) return undefined
	// Quoting prevents tsquery syntax. Words contain no quotes or backslashes, because those separate words.
	const query = words.map((word) => `'${word}':*`).join(' & ')
	return sql`${search} @@ ${query}::tsquery`
}
