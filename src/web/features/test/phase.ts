import { TEST_POLICIES } from '#domain/constants.ts'
import type { StoredTestSession } from '#local/db.ts'

type Session = Pick<StoredTestSession, 'stage' | 'policies' | 'guesses'>
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
	{ stage, policies, guesses }: Session,
	{ asked, storing }: { readonly asked: boolean; readonly storing: boolean },
): Phase => {
	if (stage === 'finished') return 'results'
	if (storing) return 'testing'
	const given = new Set(guesses.map(({ policyId }) => policyId))
	return asked || currentPolicy(policies, given) === null ? 'demographics' : 'testing'
}

/** Whether the results are to be had before all policies are guessed: from the tenth guess on. */
export const offersResults = ({ policies, guesses }: Session): boolean =>
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
