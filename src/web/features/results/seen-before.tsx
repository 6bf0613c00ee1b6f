import type { AttemptResults } from '#device/results.ts'
import { rescore } from '#domain/second-figure.ts'
import { mayBeAnothers } from '#web/app/test-feature.ts'
import { knowing as texts } from '#web/texts/en/knowing.ts'
import { figuresText, hasLines } from './words.ts'

/** Asked statements that the knowledge test had shown with names before the attempt was completed. */
const seenIn = ({ attempt, knowing }: AttemptResults): ReadonlySet<string> => {
	const completed = Date.parse(attempt.completedAt ?? '')
	const before = Number.isNaN(completed) ? Number.POSITIVE_INFINITY : completed
	return new Set(knowing.met.flatMap(({ policyId, at }) => (at < before ? [policyId] : [])))
}

/** Candidates in the sentence. */
const MOST_NAMED = 4

/**
 * Says how many statements were not blind, and the figures without them. Null if all were blind, or if the answers behind
 * the figures are missing.
 */
export const seenBeforeTexts = (results: AttemptResults): readonly string[] | null => {
	const { attempt, candidates } = results
	const seen = seenIn(results)
	if (seen.size === 0 || !hasLines(results)) return null
	const count = (mayBeAnothers(results.knowing) ? texts.notBlindHere : texts.notBlind)(seen.size)
	const scored = rescore(attempt, attempt.candidateIds, attempt.seed, ({ policyId }) =>
		seen.has(policyId) ? 0 : 1,
	).filter(({ percentage }) => percentage !== null)
	if (scored.length === 0) return [count, texts.tooFew]
	const without = scored.length > MOST_NAMED ? texts.withoutFirst : texts.without
	return [count, without(figuresText(scored.slice(0, MOST_NAMED), candidates))]
}

/** Says how many of the statements the voter had met with names, and the figures without them. */
export const SeenBefore = ({ results }: { readonly results: AttemptResults }) => {
	const found = seenBeforeTexts(results)
	if (found === null) return null
	return (
		<p className="mt-6 text-sm text-muted">
			{found.map((text) => (
				<span key={text}>{`${text} `}</span>
			))}
		</p>
	)
}
