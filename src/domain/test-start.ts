import { hash32 } from './hash.ts'
import { TEST_POLICIES } from './limits.ts'

// Apart from the other rules of the test, because the first script of a visit loads it.

/** Body of the call that starts a test with the active pair. */
export const START_BODY = {
	candidate1Id: null,
	candidate2Id: null,
	numberOfPolicies: TEST_POLICIES,
} as const

/** Left and right candidate: fixed within a session and random across sessions, which avoids a position bias. */
export const sidesOf = <Candidate>(
	sessionId: string,
	pair: readonly [Candidate, Candidate],
): readonly [Candidate, Candidate] =>
	hash32(`${sessionId}/sides`) % 2 === 0 ? pair : [pair[1], pair[0]]
