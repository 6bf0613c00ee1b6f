import { saysNothing } from '#domain/score.ts'
import type { AttemptResults } from '#local/results.ts'
import { results as texts } from '#web/texts/results.ts'
import { figureText, listText, picksOf, placeText } from './words.ts'

/** What can be shared, each by itself. */
export type SharePart = 'quiz' | 'election' | 'top' | 'firmness' | 'all' | 'address'

export const SHARE_PARTS: readonly SharePart[] = [
	'quiz',
	'election',
	'top',
	'firmness',
	'all',
	'address',
]

const topText = ({ attempt, candidates }: AttemptResults): string | null => {
	if (saysNothing(attempt)) return null
	const first = candidates.filter(({ rank }) => rank === 1)
	const [top] = first
	if (top === undefined) return null
	const names = listText(first.map(({ name }) => name))
	return texts.sharedTop(names, first.length > 1, figureText(top.percentage, attempt.quizType))
}

/** What else than the results a share may name. */
interface Around {
	/** How firm the first place is, in words; null where that is not said. */
	readonly firmness: string | null
	/** Where the app is: an address with nothing of the results in it. */
	readonly address: string
}

/** One line of what is shared. */
export interface ShareLine {
	readonly text: string
	/** The percentage that a picture draws as a bar below it; null where it draws none. */
	readonly percentage: number | null
}

/** The lines of a part; none where there is nothing to say of it. */
const linesOf = (part: SharePart, results: AttemptResults, around: Around): ShareLine[] => {
	const { attempt, candidates } = results
	const one = (text: string | null): ShareLine[] => (text ? [{ text, percentage: null }] : [])
	switch (part) {
		case 'quiz':
			return one(attempt.quizName)
		case 'election':
			return one(attempt.electionName)
		case 'top':
			return one(topText(results))
		case 'firmness':
			return one(around.firmness)
		case 'all':
			return candidates.map((each) => ({
				text: `${placeText(each, candidates)}: ${figureText(each.percentage, attempt.quizType, picksOf(attempt, each))}`,
				percentage: each.percentage,
			}))
		case 'address':
			return one(around.address)
	}
}

/** Lines to be passed on: of the parts that were chosen, and of nothing else. Answers are in none of them. */
export const shareLines = (
	results: AttemptResults,
	around: Around,
	chosen: ReadonlySet<SharePart>,
): ShareLine[] =>
	SHARE_PARTS.flatMap((part) => (chosen.has(part) ? linesOf(part, results, around) : []))
