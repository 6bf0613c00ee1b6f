import type { Receipt } from '#domain/receipt.ts'

/**
 * The formulas as README states them, straight from a receipt and in ordinary numbers. Shares no code with the app's
 * score (`src/domain/score.ts`), which it checks.
 */

type Statement = Receipt['statements'][number]

const isShareOfPicks = ({ quiz, formula }: Receipt): boolean =>
	quiz.type === 'POLICY_PICK' && formula.version >= 2

/** Agreement from 0 to 1; null where the statement counts in no sum. */
export const plainAgreement = (receipt: Receipt, answer: number | null): number | null => {
	if (answer === null) return null
	if (isShareOfPicks(receipt)) return answer === 1 ? 1 : null
	return receipt.quiz.type === 'SCALE' ? (answer + 2) / 4 : answer
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

const shareOfPicks = (receipt: Receipt, own: readonly Statement[]): number | null => {
	const picks = receipt.statements.filter(({ answer }) => answer === 1).length
	const weights = own.map(({ weight }) => weight).sort((a, b) => b - a)
	const most = sum(weights.slice(0, picks))
	const picked = own.filter(({ answer }) => answer === 1)
	return most === 0 ? null : (100 * sum(picked.map(({ weight }) => weight))) / most
}

/** A candidate's percentage before rounding; null where too few of its statements were answered. */
export const plainScore = (receipt: Receipt, candidateId: string): number | null => {
	const own = receipt.statements.filter((each) => each.candidateId === candidateId)
	const answered = own.filter(({ answer }) => answer !== null)
	if (receipt.formula.version >= 2 && answered.length < Math.min(3, own.length)) return null
	if (isShareOfPicks(receipt)) return shareOfPicks(receipt, answered)
	const above = sum(
		answered.map(({ answer, weight }) => weight * (plainAgreement(receipt, answer) ?? 0)),
	)
	const below = sum(answered.map(({ weight }) => weight))
	return below === 0 ? null : (100 * above) / below
}
