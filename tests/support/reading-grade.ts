const GROUP = /[aeiouy]+/g
/** Neighboring vowels of two syllables. */
const APART =
	/ia(?!l)|(?<!c)ial|(?<!t)io(?!n|u)|(?<!q)ua[lt]|[aeiouy](?=ing)|ie[nt]|iu|creat|react|deas?$|area|(?<=.)yo/g
/** Endings and parts of words with a silent vowel. */
const SILENT = [
	/[^aeiouyl]e$|[aeiouy]le$/,
	/(?:[^aeiouylcgsxzh]|[^cs]h|[aeiouy]l)es$/,
	/(?:[^aeiouyltd]|[aeiouyl]l)ed$/,
	/[aeiouy][^aeiouy]+e(?:ly|ments?|less|ful)$/,
	/[gq]ues?$/,
	/^every/,
	/^some(?=[^aeiouy])/,
]

/** Counts the syllables of an English word from its spelling; at least 1. */
export const countSyllables = (word: string): number => {
	const letters = word.toLowerCase().replaceAll(/[^a-z]/g, '')
	const count = (form: RegExp): number => letters.match(form)?.length ?? 0
	const silent = SILENT.filter((form) => form.test(letters)).length
	return Math.max(1, count(GROUP) + count(APART) - silent)
}

/** Words of a text: what has a letter or a digit. */
export const wordsOf = (text: string): readonly string[] =>
	text.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word))

/**
 * Flesch-Kincaid grade of a text: US school years. Source: Kincaid et al. 1975, Derivation of new readability formulas for
 * Navy enlisted personnel. Colons and semicolons end a sentence, as in Flesch 1949, The Art of Readable Writing.
 */
export const readingGrade = (text: string): number => {
	const words = wordsOf(text)
	const sentences = text.split(/[.!?:;]+(?=\s|$)/).filter((part) => wordsOf(part).length > 0)
	const syllables = words.reduce((sum, word) => sum + countSyllables(word), 0)
	return 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59
}
