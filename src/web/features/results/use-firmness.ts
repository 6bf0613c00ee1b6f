import { useMemo } from 'react'
import { firmnessOf } from '#domain/firmness.ts'
import { saysNothing } from '#domain/score.ts'
import type { AttemptResults } from '#local/results.ts'
import { results as texts } from '#web/texts/results.ts'
import { type FirmnessText, firmnessText } from './words.ts'

/**
 * How firm the first place is, worked out on this device.
 * @returns null without a top match or anybody to compare it with, and where a server's figures have another first place
 * than this device's: the words would be about other results.
 */
export const firmnessWords = ({ attempt, candidates }: AttemptResults): FirmnessText | null => {
	if (saysNothing(attempt)) return null
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
