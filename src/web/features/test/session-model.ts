import type { StoredTestSession } from '#device/db.ts'
import { TEST_POLICIES } from '#domain/limits.ts'
import { isSet, textParams } from '#web/app/search.ts'
import { test } from '#web/texts/en/test.ts'

type TestSession = Pick<StoredTestSession, 'stage' | 'policies' | 'guesses'>
type Policy = StoredTestSession['policies'][number]

export type Phase = 'testing' | 'demographics' | 'results'

/** First policy without a guess, or null. */
export const currentPolicy = (
	policies: readonly Policy[],
	given: ReadonlySet<string>,
): Policy | null => policies.find(({ policyId }) => !given.has(policyId)) ?? null

/**
 * Phase of a session.
 * @param asked the user requested the results. `storing`: a guess is being stored, and finishing now would reject it.
 */
export const phaseOf = (
	{ stage, policies, guesses }: TestSession,
	{ asked, storing }: { readonly asked: boolean; readonly storing: boolean },
): Phase => {
	if (stage === 'finished') return 'results'
	if (storing) return 'testing'
	const given = new Set(guesses.map(({ policyId }) => policyId))
	return asked || currentPolicy(policies, given) === null ? 'demographics' : 'testing'
}

/** True if results are offered before all policies are guessed: from the tenth guess on. */
export const offersResults = ({ policies, guesses }: TestSession): boolean =>
	guesses.length >= TEST_POLICIES && guesses.length < policies.length

export interface Progress {
	/** 1-based. */
	readonly number: number
	readonly total: number
	/** 0 to 100. */
	readonly percentage: number
}

/** Progress of a test: towards the first ten policies, then towards all. */
export const testProgress = (given: number, all: number): Progress => {
	const first = Math.min(TEST_POLICIES, all)
	const total = given < first ? first : all
	return {
		number: Math.min(given + 1, total),
		total,
		percentage: total === 0 ? 0 : Math.round((100 * given) / total),
	}
}

type Pair = Pick<StoredTestSession, 'candidate1' | 'candidate2'>

export const nameOf = ({ candidate1, candidate2 }: Pair, id: string): string =>
	(candidate1.id === id ? candidate1 : candidate2).name

/** Name of the policy's candidate, derived from the guess and its correctness. */
export const ownerOf = (
	{ candidate1, candidate2 }: Pair,
	guessedId: string,
	correct: boolean,
): string => ((candidate1.id === guessedId) === correct ? candidate1 : candidate2).name

export interface Outcome {
	/** Null if the server refused the guess. */
	readonly correct: boolean | null
	/** "Right" or "Not quite"; null if the guess does not count. */
	readonly verdict: string | null
	readonly text: string
}

/** Feedback on a guess, shown with the next policy; null if its correctness is unknown. */
export const outcomeOf = (session: StoredTestSession, policyId: string | null): Outcome | null => {
	const guess = session.guesses.find((each) => each.policyId === policyId)
	if (guess?.refused) return { correct: null, verdict: null, text: test.refused }
	if (!guess || guess.correct === null) return null
	const { candidateId, correct } = guess
	const owner = ownerOf(session, candidateId, correct)
	return { correct, verdict: correct ? test.right : test.notQuite, text: test.lastOne(owner) }
}

/** Search parameters of /test: none, or the results to show. */
export interface TestSearch {
	readonly returnToResults?: true
	readonly sessionId?: string
	/** Summary as JSON, for a session that is not on this device. */
	readonly summary?: string
}

/** Parses the search parameters of /test; drops incomplete ones. */
export const readTestSearch = (search: Record<string, unknown>): TestSearch => {
	const given = textParams(search, 'sessionId', 'summary')
	if (!isSet(search.returnToResults) || given.sessionId === undefined) return {}
	return { returnToResults: true, ...given }
}
