import { topicWords } from './classify.ts'
import { STOPWORDS } from './stopwords.ts'
import { tokensOf } from './tokens.ts'

const MOST = 5

/** Up to five keywords of a statement, in its own words: first those of its topic, then its longest other ones. */
export const keywordsOf = (statement: string): string[] => {
	const topics = topicWords(statement)
	const taken = new Set(topics.flatMap((words) => words.split(' ')))
	const others = tokensOf(statement)
		.map(({ word }) => word)
		.filter(
			(word) => word.length > 4 && !STOPWORDS.has(word) && !taken.has(word) && !/\d/.test(word),
		)
		.toSorted((a, b) => b.length - a.length)
	return [...new Set([...topics, ...others])].slice(0, MOST)
}
