import type { StoredTestSession } from '#device/db.ts'
import { TEST_POLICIES } from '#domain/limits.ts'
import { isSet, textParam } from '#web/app/search.ts'
import { test } from '#web/texts/en/test.ts'

type TestSession = Pick<StoredTestSession, 'stage' | 'policies' | 'guesses'>
type Policy = StoredTestSession['policies'][number]

/** The parts of a session that has begun. */
export type Phase = 'testing' | 'demographics' | 'results'

/** The first policy that was not guessed yet; null when there is none. */
export const currentPolicy = (
	policies: readonly Policy[],
	given: ReadonlySet<string>,
): Policy | null => policies.find(({ policyId }) => !given.has(policyId)) ?? null

/**
 * Where a session stands.
 * @param asked the visitor wants the results; `storing`: a guess is on its way into the store, which an end would shut out.
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

/** Whether the results are to be had before all policies are guessed: from the tenth guess on. */
export const offersResults = ({ policies, guesses }: TestSession): boolean =>
	guesses.length >= TEST_POLICIES && guesses.length < policies.length

export interface Progress {
	/** 1-based. */
	readonly number: number
	readonly total: number
	/** 0 to 100. */
	readonly percentage: number
}

/** How far along a test is: of the first ten, and once these are guessed of all. */
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

/** The name of one of the pair. */
export const nameOf = ({ candidate1, candidate2 }: Pair, id: string): string =>
	(candidate1.id === id ? candidate1 : candidate2).name

/** Whose policy it is, by a guess and whether that was right. */
export const ownerOf = (
	{ candidate1, candidate2 }: Pair,
	guessedId: string,
	correct: boolean,
): string => ((candidate1.id === guessedId) === correct ? candidate1 : candidate2).name

export interface Outcome {
	/** Null where the server refused the guess. */
	readonly correct: boolean | null
	/** "Right" or "Not quite"; null where the guess does not count. */
	readonly verdict: string | null
	readonly text: string
}

/** What is said of a guess while the next policy is asked; null while it is not known whether it was right. */
export const outcomeOf = (session: StoredTestSession, policyId: string | null): Outcome | null => {
	const guess = session.guesses.find((each) => each.policyId === policyId)
	if (guess?.refused) return { correct: null, verdict: null, text: test.refused }
	if (!guess || guess.correct === null) return null
	const { candidateId, correct } = guess
	const owner = ownerOf(session, candidateId, correct)
	return { correct, verdict: correct ? test.right : test.notQuite, text: test.lastOne(owner) }
}

/** What the address of the test says: nothing, or whose results to show. */
export interface TestSearch {
	readonly returnToResults?: true
	readonly sessionId?: string
	/** The summary as JSON, for a session that this device does not have. */
	readonly summary?: string
}

/** The search parameters of the test; unknown and half ones fall away. */
export const readTestSearch = (search: Record<string, unknown>): TestSearch => {
	const sessionId = textParam(search.sessionId)
	const summary = textParam(search.summary)
	if (!isSet(search.returnToResults) || sessionId === undefined) return {}
	return { returnToResults: true, sessionId, ...(summary !== undefined && { summary }) }
}
