import type { AttemptResults } from '#device/results.ts'
import { rescore } from '#domain/second-figure.ts'
import { session } from '#web/app/session.ts'
import { knowing as texts } from '#web/texts/en/knowing.ts'
import { figuresText } from './words.ts'

/** True if someone else may have taken the knowledge tests on this device. */
export const isTestShared = ({ knowing }: AttemptResults): boolean =>
	knowing.isShared || !session.isRemembered()

/** Asked statements that the knowledge test had shown with names before the attempt was completed. */
const seenIn = ({ attempt, knowing }: AttemptResults): ReadonlySet<string> => {
	const completed = Date.parse(attempt.completedAt ?? '')
	const before = Number.isNaN(completed) ? Number.POSITIVE_INFINITY : completed
	return new Set(knowing.met.flatMap(({ policyId, at }) => (at < before ? [policyId] : [])))
}

/** Candidates in the sentence. */
const MOST_NAMED = 4

/** What was not blind, and the figures without it; null if everything was. */
export const seenBeforeTexts = (results: AttemptResults): readonly string[] | null => {
	const { attempt, candidates } = results
	const seen = seenIn(results)
	if (seen.size === 0) return null
	const count = (isTestShared(results) ? texts.notBlindHere : texts.notBlind)(seen.size)
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
