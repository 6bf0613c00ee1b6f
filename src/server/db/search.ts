import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { customType, index, type PgColumn } from 'drizzle-orm/pg-core'

/**
 * Search by the beginnings of words. A row's words are taken by the function `search_words` of the database when it is
 * written, a term's by {@link wordsOf} when somebody searches. Both follow the same rules, which leave the lower case of
 * letters beyond ASCII to no database: they disagree about it.
 */

const ACCENTS = /[\u0300-\u036f]+/g
const BETWEEN_WORDS =
	/[\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+/
const WORD_MAX = 100
const WORDS_MAX = 20

/** Letters that are no letter with an accent, and what is typed for them. */
const LIKE_ANOTHER: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ı: 'i', ς: 'σ' }

/** The letters beyond ASCII, Latin to Armenian, that no accent makes, by what they are replaced with. */
const SMALL = new Map(
	Array.from({ length: 0x588 - 0xc0 }, (_, at) => String.fromCodePoint(0xc0 + at))
		.filter((letter) => letter.normalize('NFD') === letter)
		.map((letter) => {
			const small = letter.toLowerCase()
			return [letter, LIKE_ANOTHER[small] ?? small] as const
		})
		.filter(([letter, small]) => letter !== small && small.length === 1),
)

/** The letters that `search_words` replaces, and in the same order what they become. */
export const replacedLetters = () => ({
	from: [...SMALL.keys()].join(''),
	to: [...SMALL.values()].join(''),
})

/** The words of a text as they are compared: without accents and punctuation, in small letters. */
const wordsOf = (text: string): string[] =>
	[...text.normalize('NFD').replace(ACCENTS, '')]
		.map((letter) => SMALL.get(letter) ?? letter)
		.join('')
		.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
		.split(BETWEEN_WORDS)
		.filter((word) => word !== '')
		.map((word) => [...word].slice(0, WORD_MAX).join(''))

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** A generated column with the words of other columns of its table. @param columns their names in the database. */
export const searchColumn = (...columns: readonly string[]) => {
	const texts = columns.map((column) => sql`coalesce(${sql.identifier(column)}, '')`)
	return tsvector('search').generatedAlwaysAs(
		sql`search_words(${sql.join(texts, sql` || ' ' || `)})`,
	)
}

/**
 * An index of the words or roles that each row has several of. It is written at once: what PostgreSQL puts off, it reads
 * through whole at every search until the table is vacuumed, for which the embedded database has nobody.
 */
export const ginIndex = (name: string, column: PgColumn) =>
	index(name).using('gin', column).with({ fastupdate: false })

/**
 * Whether a row has, for every word of a term, one that begins with it; undefined where the term has no word, and so
 * leaves nothing out.
 */
export const matchesTerm = (search: AnyColumn | SQL, term: string | undefined): SQL | undefined => {
	const words = wordsOf(term ?? '').slice(0, WORDS_MAX)
	if (words.length === 0) return undefined
	// In quotes a word is taken as it is; quotes and backslashes stand between words, so none has one.
	const query = words.map((word) => `'${word}':*`).join(' & ')
	return sql`${search} @@ ${query}::tsquery`
}
