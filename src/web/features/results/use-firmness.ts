import { useMemo } from 'react'
import { firmnessOf } from '#domain/firmness.ts'
import type { AttemptResults } from '#local/results.ts'
import { results as texts } from '#web/texts/results.ts'
import { type FirmnessText, firmnessText } from './words.ts'

/**
 * How firm the first place is, worked out on this device.
 * @returns null where there is nobody to compare with, or where the figures shown are another server's with another first
 * place than this device's: what is said here would be about other results.
 */
export const firmnessWords = ({ attempt, candidates }: AttemptResults): FirmnessText | null => {
	const firmness = firmnessOf(attempt, attempt.candidateIds, attempt.seed)
	if (firmness === null) return null
	const shown = candidates.flatMap(({ rank, candidateId }) => (rank === 1 ? [candidateId] : []))
	const ids = firmness.candidateIds
	const first: readonly string[] = firmness.kind === 'shared' ? ids : ids.slice(0, 1)
	if (first.length !== shown.length || !first.every((id) => shown.includes(id))) return null
	const names = ids.map(
		(id) => candidates.find(({ candidateId }) => candidateId === id)?.name ?? texts.candidate,
	)
	return firmnessText(firmness, names, attempt.quizType)
}

/** {@link firmnessWords}, worked out once for the same results. */
export const useFirmness = (results: AttemptResults): FirmnessText | null =>
	useMemo(() => firmnessWords(results), [results])
