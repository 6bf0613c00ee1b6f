import type { StoredGuess, StoredTestSession } from '#device/db.ts'

/** Guess of `who` for policy `p<number>`. */
export const guessOf = (
	number: number,
	who: 'a' | 'b',
	correct: boolean | null,
	responseTimeMs = 1000,
): StoredGuess => ({
	policyId: `p${number}`,
	candidateId: who,
	responseTimeMs,
	correct,
	settled: false,
})

/** Session of `count` policies (p1, p2, …) about Ann Archer (a) and Bob (b). */
export const sessionWith = (
	count: number,
	guesses: readonly StoredGuess[] = [],
	more: Partial<StoredTestSession> = {},
): StoredTestSession => ({
	id: 's1',
	policies: Array.from({ length: count }, (_, index) => ({
		policyId: `p${index + 1}`,
		text: `Policy ${index + 1}.`,
		digest: null,
	})),
	candidate1: { id: 'a', name: 'Ann Archer', logo: null },
	candidate2: { id: 'b', name: 'Bob', logo: null },
	salt: null,
	stage: 'open',
	guesses,
	fetchedAt: 0,
	finishedAt: null,
	summary: null,
	results: null,
	feedbackGiven: false,
	...more,
})
