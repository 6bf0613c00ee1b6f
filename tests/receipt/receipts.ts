import type { Attempt } from '#domain/quiz.ts'
import { makeReceipt, type Receipt } from '#domain/receipt.ts'
import { formulaOf } from '#domain/score.ts'
import { candidatesOf } from '#tests/support/attempts.ts'
import { score } from '#tests/support/scores.ts'

/** Makes the receipt of an attempt like the results page does. */
export const receiptOf = (attempt: Attempt, seed = 'seed'): Receipt => {
	const receipt = makeReceipt({
		quiz: {
			id: '12',
			name: 'Who of 1912',
			type: attempt.quizType,
			election: { id: '3', name: 'Presidential election of 1912' },
		},
		seed,
		formula: formulaOf(attempt),
		status: 'confirmed',
		completedAt: '2026-11-21T15:26:08.123Z',
		statements: attempt.statements,
		candidates: score(attempt, seed).map((each) => ({ ...each, name: `Name ${each.candidateId}` })),
	})
	if (receipt === null) throw new Error(`no receipt of ${candidatesOf(attempt.statements)}`)
	return receipt
}

/** Changes one field by its path; undefined deletes it. */
export const edited = (receipt: Receipt, path: string, value: unknown): unknown => {
	const copy = structuredClone(receipt) as unknown
	const keys = path.split('.')
	const last = keys.pop() ?? ''
	// biome-ignore lint/suspicious/noExplicitAny: any field may be changed to anything.
	const owner = keys.reduce((each, key) => each[key], copy as any)
	if (value === undefined) delete owner[last]
	else owner[last] = value
	return copy
}
