import type { AttemptResults } from '#device/results.ts'
import { firmnessOf } from '#domain/firmness.ts'
import type { Attempt } from '#domain/quiz.ts'
import { candidatesOf } from '#tests/support/attempts.ts'
import { score } from '#tests/support/scores.ts'

/** Results of an attempt, with the candidate names "Name a", "Name b". */
export const resultsOf = (attempt: Attempt): AttemptResults => ({
	estimated: false,
	faceless: false,
	words: () => null,
	knowing: { met: [], isShared: false },
	firmness: firmnessOf(attempt, candidatesOf(attempt.statements), 'seed'),
	tie: null,
	attempt: {
		...attempt,
		status: 'COMPLETED',
		id: 'attempt',
		serverId: '1',
		userId: 'voter',
		compareQuizId: '12',
		electionId: '3',
		quizName: 'Who of 1912',
		electionName: 'Election of 1912',
		seed: 'seed',
		candidateIds: candidatesOf(attempt.statements),
		startedAt: null,
		completedAt: '2026-11-21T15:26:08.123Z',
		settled: 0,
		superseded: false,
		reported: null,
	},
	candidates: score(attempt).map((each) => ({
		...each,
		name: `Name ${each.candidateId}`,
		logo: null,
		party: null,
		website: null,
	})),
})
