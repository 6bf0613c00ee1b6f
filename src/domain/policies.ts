/** Limits and rules of policies and of the categories' weights, as administrators work with them. */

export const POLICY_STATUSES = ['PENDING', 'VALIDATED', 'NEEDS_REVIEW', 'REJECTED'] as const

const POLICY_MIN_WORDS = 5
const POLICY_MAX_WORDS = 100
/** Clarity, bias and effectiveness go from 0 to this. */
export const SCORE_MAX = 10
export const COMPLEXITY_MAX = 5
export const PRIORITY_MAX = 5
export const PRIORITY_DEFAULT = 3
export const KEYWORDS_MAX = 30
export const KEYWORD_MAX = 100

export const WEIGHT_MIN = 0.1
export const WEIGHT_MAX = 3
/** A weight that differs by no more than this is the same. */
export const WEIGHT_SAME = 0.01

/** How many words a text has: what stands between spaces. */
export const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length

/** Whether a statement is neither too short nor too long for a quiz. */
export const isPolicyLength = (text: string): boolean => {
	const words = countWords(text)
	return words >= POLICY_MIN_WORDS && words <= POLICY_MAX_WORDS
}

/** Keywords as they are kept: each by itself, trimmed and once. A comma or semicolon stands between two, and in none. */
export const keywordsOf = (typed: string[]): string[] => [
	...new Set(
		typed
			.flatMap((words) => words.split(/[,;]/))
			.map((word) => word.trim())
			.filter(Boolean),
	),
]
