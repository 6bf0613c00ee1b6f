import { byCodeUnit, createRandom, shuffle } from './draw.ts'
import { type Attempt, answerRange } from './quiz.ts'
import {
	type Alignment,
	agreementOf,
	percentageOf,
	SUM_UNITS,
	scoreAttempt,
	scoringOf,
	unitsOf,
} from './score.ts'

/** Shuffles of the answers that a lead is compared with. */
const SHUFFLES = 2000

interface Contender {
	/** Addend of each answer to each asked statement: one row per statement, from the lowest answer on. */
	readonly gains: Int32Array
	/** Stays the same when answers are shuffled. */
	readonly whole: number
}

/** Lead of the first place over the mean of all, in tenths of a percentage point × candidates: an integer. */
const leadOf = (
	contenders: readonly Contender[],
	answers: readonly number[],
	choices: number,
): number => {
	let [most, sum] = [0, 0]
	for (const { gains, whole } of contenders) {
		let part = 0
		for (let at = 0; at < answers.length; at++)
			part += gains[at * choices + (answers[at] ?? 0)] ?? 0
		const tenths = Math.round(10 * (percentageOf(part, whole) ?? 0))
		most = Math.max(most, tenths)
		sum += tenths
	}
	return most * contenders.length - sum
}

const contendersOf = (
	attempt: Attempt,
	scored: readonly Alignment[],
	asked: readonly string[],
): Contender[] => {
	const scoring = scoringOf(attempt)
	const { least, most } = answerRange(attempt.quizType)
	const values = Array.from({ length: most - least + 1 }, (_, index) => least + index)
	return scored.map(({ lines, totalWeight }) => {
		const byPolicy = new Map(lines.map((line) => [line.policyId, line]))
		const gains = asked.flatMap((policyId) => {
			const line = byPolicy.get(policyId)
			if (line === undefined) return values.map(() => 0)
			return values.map((value) => unitsOf(line, agreementOf(scoring, value, line.position) ?? 0))
		})
		return { whole: Math.round(totalWeight * SUM_UNITS), gains: Int32Array.from(gains) }
	})
}

/**
 * Share of random voters who lead by at least as much: a permutation test of the lead of the first place over the mean of
 * all, with shuffles of the answers over the answered statements, `p = (b + 1) / (m + 1)` (Phipson & Smyth 2010).
 * The result depends on the seed, not on the order of candidates or statements. Null with fewer than two percentages.
 */
export const chanceOf = (
	attempt: Attempt,
	candidateIds: readonly string[],
	seed: string,
	shuffles = SHUFFLES,
): number | null => {
	const all = scoreAttempt(attempt, candidateIds, seed)
	const scored = all.filter(({ percentage }) => percentage !== null)
	if (scored.length < 2) return null
	const { least, most } = answerRange(attempt.quizType)
	const given = new Map(
		all.flatMap(({ lines }) =>
			lines.flatMap(({ policyId, value }) => (value === null ? [] : [[policyId, value - least]])),
		),
	)
	const asked = [...given.keys()].sort(byCodeUnit)
	const answers = asked.map((policyId) => given.get(policyId) ?? 0)
	const contenders = contendersOf(attempt, scored, asked)
	const leadAfter = (order: readonly number[]): number =>
		leadOf(contenders, order, most - least + 1)
	const lead = leadAfter(answers)
	const random = createRandom(`${seed}/chance`)
	let atLeast = 0
	for (let turn = 0; turn < shuffles; turn++) {
		if (leadAfter(shuffle(answers, random)) >= lead) atLeast++
	}
	return (atLeast + 1) / (shuffles + 1)
}

export type Clarity = 'clear' | 'leaning' | 'unclear'

/** Grades the first place by the share of random voters who lead by as much. */
export const clarityOf = (chance: number): Clarity =>
	chance <= 0.05 ? 'clear' : chance <= 0.2 ? 'leaning' : 'unclear'
