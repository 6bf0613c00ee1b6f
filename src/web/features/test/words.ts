import type { StoredTestSession } from '#local/db.ts'
import { test } from '#web/texts/test.ts'

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
