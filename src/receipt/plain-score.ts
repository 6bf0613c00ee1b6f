import type { Receipt } from '#domain/receipt.ts'

/**
 * The formula as README states it, `100 × Σ w·a / Σ w`, straight from a receipt and in ordinary numbers. It shares no code
 * with the app's own (`src/domain/score.ts`), which it is there to check.
 */

/** Agreement from 0 to 1; null without an answer. */
export const plainAgreement = (
	type: Receipt['quiz']['type'],
	answer: number | null,
): number | null => {
	if (answer === null) return null
	return type === 'SCALE' ? (answer + 2) / 4 : answer
}

/** A candidate's percentage before rounding; null where no statement of it was answered. */
export const plainScore = ({ statements, quiz }: Receipt, candidateId: string): number | null => {
	let above = 0
	let below = 0
	for (const { candidateId: owner, answer, weight } of statements) {
		const agreement = plainAgreement(quiz.type, answer)
		if (owner !== candidateId || agreement === null) continue
		above += weight * agreement
		below += weight
	}
	return below === 0 ? null : (100 * above) / below
}
