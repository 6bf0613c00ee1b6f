import { makeReceipt, type Receipt } from '#domain/receipt.ts'
import { formulaOf } from '#domain/score.ts'
import type { AttemptResults } from '#local/results.ts'
import { saveText } from '#web/ui/save-file.ts'

/** The receipt of some results; null where this device does not know all that the figures follow from. */
export const receiptOf = ({ attempt, candidates, estimated }: AttemptResults): Receipt | null =>
	makeReceipt({
		formula: formulaOf(attempt),
		quiz: {
			id: attempt.compareQuizId,
			name: attempt.quizName,
			type: attempt.quizType,
			election: { id: attempt.electionId, name: attempt.electionName },
		},
		seed: attempt.seed,
		status: estimated ? 'estimated' : 'confirmed',
		// A server may not say when; the receipt is of today then.
		completedAt: attempt.completedAt ?? new Date().toISOString(),
		candidates,
	})

/** Hands a receipt to the voter as a file. */
export const saveReceipt = (receipt: Receipt): void =>
	saveText(
		`evenhand-receipt-${receipt.date}.json`,
		`${JSON.stringify(receipt, null, '\t')}\n`,
		'application/json',
	)
