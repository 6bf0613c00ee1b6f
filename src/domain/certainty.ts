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

/** What each answer to a statement would add to a candidate's sum, from the lowest answer on. */
interface Gain {
	readonly statement: number
	readonly byAnswer: readonly number[]
}

interface Contender {
	readonly gains: readonly Gain[]
	/** Stays the same when answers are shuffled. */
	readonly whole: number
}

/** Lead of the first place over the mean of all, in tenths of a percentage point × candidates: an integer. */
const leadOf = (contenders: readonly Contender[], answers: readonly number[]): number => {
	let [most, sum] = [0, 0]
	for (const { gains, whole } of contenders) {
		let part = 0
		for (const { statement, byAnswer } of gains) part += byAnswer[answers[statement] ?? 0] ?? 0
		const tenths = Math.round(10 * (percentageOf(part, whole) ?? 0))
		most = Math.max(most, tenths)
		sum += tenths
	}
	return most * contenders.length - sum
}

const contendersOf = (
	attempt: Attempt,
	scored: readonly Alignment[],
	places: ReadonlyMap<string, number>,
): Contender[] => {
	const scoring = scoringOf(attempt)
	const { least, most } = answerRange(attempt.quizType)
	const values = Array.from({ length: most - least + 1 }, (_, index) => least + index)
	return scored.map(({ lines, totalWeight }) => ({
		whole: Math.round(totalWeight * SUM_UNITS),
		gains: lines.flatMap((line) => {
			const statement = places.get(line.policyId)
			if (statement === undefined) return []
			const gainOf = (value: number) => agreementOf(scoring, value, line.position) ?? 0
			return [{ statement, byAnswer: values.map((value) => unitsOf(line, gainOf(value))) }]
		}),
	}))
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
	const { least } = answerRange(attempt.quizType)
	const given = new Map(
		all.flatMap(({ lines }) =>
			lines.flatMap(({ policyId, value }) => (value === null ? [] : [[policyId, value - least]])),
		),
	)
	const asked = [...given].toSorted(([a], [b]) => byCodeUnit(a, b))
	const places = new Map(asked.map(([policyId], index) => [policyId, index]))
	const answers = asked.map(([, answer]) => answer)
	const contenders = contendersOf(attempt, scored, places)
	const lead = leadOf(contenders, answers)
	const random = createRandom(`${seed}/chance`)
	let atLeast = 0
	for (let turn = 0; turn < shuffles; turn++) {
		if (leadOf(contenders, shuffle(answers, random)) >= lead) atLeast++
	}
	return (atLeast + 1) / (shuffles + 1)
}

export type Clarity = 'clear' | 'leaning' | 'unclear'

/** What the share of random voters says about the first place. */
export const clarityOf = (chance: number): Clarity =>
	chance <= 0.05 ? 'clear' : chance <= 0.2 ? 'leaning' : 'unclear'
