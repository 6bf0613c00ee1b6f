import { createRandom, drawBalanced, type Random, shuffle } from './draw.ts'
import { drawStatements } from './draw-statements.ts'
import { CATEGORY_WEIGHT_DEFAULT, IMPORTANCE_DEFAULT } from './limits.ts'
import { type Attempt, answerRange, picksNeeded, positionOn } from './quiz.ts'
import { type Alignment, FORMULA_VERSION, scoreAttempt } from './score.ts'
import type { QuizType, Statement } from './types.ts'

export interface FairnessRun {
	readonly quizType: QuizType
	readonly counts: readonly number[]
	readonly voters: number
	readonly seed: string
	/** balanced: the same number per candidate, as in a quiz. all: every statement, for comparison. */
	readonly ask?: 'balanced' | 'all'
	readonly weightOf?: (candidate: number, index: number) => number
}

const randomSelection = (ids: readonly string[], random: Random): string[] => {
	const needed = picksNeeded(ids.length)
	// At least half of the subsets are large enough from twelve statements on; the limit matters for tiny quizzes only.
	for (let tries = 0; tries < 1000; tries++) {
		const picked = ids.filter(() => random.below(2) === 1)
		if (picked.length >= needed) return picked
	}
	return shuffle(ids, random).slice(0, needed)
}

export const randomVoter = (
	quizType: QuizType,
	statements: readonly Statement[],
	random: Random,
): Attempt => {
	const ids = statements.map((statement) => statement.policyId)
	const base = { quizType, status: 'COMPLETED', statements, formula: FORMULA_VERSION } as const
	if (quizType === 'POLICY_PICK') {
		return { ...base, answers: {}, selection: randomSelection(ids, random) }
	}
	const { least, most } = answerRange(quizType)
	const value = (): number => least + random.below(most - least + 1)
	return { ...base, answers: Object.fromEntries(ids.map((id) => [id, value()])), selection: null }
}

/** @param drawFor returns the statements of a voter by their seed. */
const countFirsts = (
	{ quizType, voters, seed }: Pick<FairnessRun, 'quizType' | 'voters' | 'seed'>,
	ids: readonly string[],
	random: Random,
	drawFor: (seed: string) => readonly Statement[],
): number[] => {
	const wins = new Map(ids.map((id) => [id, 0]))
	for (let voter = 0; voter < voters; voter++) {
		const voterSeed = `${seed}/${voter}`
		const attempt = randomVoter(quizType, drawFor(voterSeed), random)
		const first = scoreAttempt(attempt, ids, voterSeed).filter(({ rank }) => rank === 1)
		for (const { candidateId } of first) {
			wins.set(candidateId, (wins.get(candidateId) ?? 0) + 1 / first.length)
		}
	}
	return ids.map((id) => (wins.get(id) ?? 0) / voters)
}

/**
 * Share of first places per candidate (0 to 1) when voters answer at random; ties count in equal parts.
 * In a fair quiz every share is 1 / n within the sampling error.
 */
export const firstPlaceShares = (run: FairnessRun): number[] => {
	const random = createRandom(run.seed)
	const ids = run.counts.map((_, candidate) => `c${candidate}`)
	const pools = run.counts.map((count, candidate) => ({
		candidateId: `c${candidate}`,
		items: Array.from(
			{ length: count },
			(_, index): Statement => ({
				policyId: `c${candidate}/${index}`,
				candidateId: `c${candidate}`,
				text: '',
				weight: run.weightOf?.(candidate, index) ?? 1,
			}),
		),
	}))
	const all = pools.flatMap((pool) => pool.items)
	const drawFor = (seed: string): Statement[] =>
		run.ask === 'all' ? all : drawBalanced(pools, seed, (item) => item.policyId)
	return countFirsts(run, ids, random, drawFor)
}

/** Standard error of a share of 1 / n (binomial; an upper bound if ties are split). */
export const samplingError = (candidates: number, voters: number): number =>
	Math.sqrt(((1 / candidates) * (1 - 1 / candidates)) / voters)

/** With two dozen candidates, chance exceeds three standard errors in one run of fifteen. */
const BEYOND_ERRORS = 3

export const isBeyondChance = (share: number, candidates: number, error: number): boolean =>
	Math.abs(share - 1 / candidates) > BEYOND_ERRORS * error

/** Weight of a statement, rounded to ten-thousandths, the unit that the score adds up. */
export const statementWeight = (importance: number, categoryWeight: number): number =>
	Math.round(importance * categoryWeight * 10_000) / 10_000

export type CategoryWeights = Readonly<Record<string, number>>

export interface ScoredAttempt {
	readonly attempt: Attempt
	readonly candidateIds: readonly string[]
	readonly seed: string
}

export interface WeightEffect {
	readonly attempts: number
	readonly otherFirst: number
	readonly otherOrder: number
	/** Changes of percentages, in percentage points. */
	readonly meanChange: number
	readonly largestChange: number
}

const weigh = (attempt: Attempt, weights: CategoryWeights): Attempt => ({
	...attempt,
	statements: attempt.statements.map((statement) => ({
		...statement,
		weight: statementWeight(
			statement.importance ?? IMPORTANCE_DEFAULT,
			weights[statement.category ?? ''] ?? CATEGORY_WEIGHT_DEFAULT,
		),
	})),
})

const ranksOf = (alignments: readonly Alignment[], upTo = Number.POSITIVE_INFINITY): string =>
	alignments
		.flatMap(({ candidateId, rank }) =>
			rank === null || rank > upTo ? [] : [`${candidateId} ${rank}`],
		)
		.toSorted()
		.join('\n')

const changesOf = (before: readonly Alignment[], after: readonly Alignment[]): number[] => {
	const old = new Map(before.map(({ candidateId, percentage }) => [candidateId, percentage]))
	return after.flatMap(({ candidateId, percentage }) => {
		const was = old.get(candidateId)
		return percentage === null || was === null || was === undefined
			? []
			: [Math.abs(percentage - was)]
	})
}

export const weightEffect = (
	scored: readonly ScoredAttempt[],
	now: CategoryWeights,
	other: CategoryWeights,
): WeightEffect => {
	let [otherFirst, otherOrder] = [0, 0]
	const changes: number[] = []
	for (const { attempt, candidateIds, seed } of scored) {
		const before = scoreAttempt(weigh(attempt, now), candidateIds, seed)
		const after = scoreAttempt(weigh(attempt, other), candidateIds, seed)
		if (ranksOf(before, 1) !== ranksOf(after, 1)) otherFirst += 1
		if (ranksOf(before) !== ranksOf(after)) otherOrder += 1
		changes.push(...changesOf(before, after))
	}
	const sum = changes.reduce((all, change) => all + change, 0)
	return {
		attempts: scored.length,
		otherFirst,
		otherOrder,
		meanChange: changes.length === 0 ? 0 : sum / changes.length,
		largestChange: changes.reduce((largest, change) => Math.max(largest, change), 0),
	}
}

/** A quiz by its content: all validated statements of its candidates, with their known positions. */
export interface Content {
	readonly quizType: QuizType
	readonly candidateIds: readonly string[]
	readonly statements: readonly Statement[]
}

interface CandidateContent {
	readonly candidateId: string
	/** Statements with a known position, own ones included. */
	readonly known: number
	/** Known positions of the candidate in the drawn quiz that has the fewest. */
	readonly knownAsked: number
	/** Share of first places of random voters, 0 to 1; null without voters. */
	readonly firstPlaceShare: number | null
	/** Share of different drawn quizzes in which a voter who answers exactly like the candidate has them first, alone. */
	readonly cloneFirstShare: number
	/** Candidates that such a voter finds in first place instead or beside them. */
	readonly cloneRivals: readonly string[]
}

export interface ContentReport {
	/** Statements that a voter is asked. */
	readonly asked: number
	/** Largest lead of a candidate in known positions after any statement of a drawn quiz; at most 1 if the data allow it. */
	readonly largestSpread: number
	/** In the order of `candidateIds`. */
	readonly candidates: readonly CandidateContent[]
	/** Random voters behind the shares of first places, and the standard error of a share; null without voters. */
	readonly voters: number
	readonly samplingError: number | null
	/**
	 * Pairs of candidates with no statement on which both positions are known and different. `common` counts statements
	 * on which both are known. Empty with owners alone, whom their own statements separate.
	 */
	readonly inseparable: readonly {
		readonly candidateIds: readonly [string, string]
		readonly common: number
	}[]
	/** Ids of statements with several known positions and none against. */
	readonly undisputed: readonly string[]
}

/** Quizzes drawn for the report. */
export const REPORT_DRAWS = 8
/** Random voters per drawn quiz. */
export const VOTERS_PER_DRAW = 25

/** Draws a quiz with this content. */
export const drawContent = ({ candidateIds, statements }: Content, seed: string): Statement[] =>
	drawStatements(
		candidateIds,
		statements.map((statement) => ({
			...{ id: statement.policyId, candidateId: statement.candidateId },
			...{ positions: statement.positions, statement },
		})),
		seed,
	).map(({ statement }) => statement)

/**
 * Share of first places per candidate (0 to 1) when voters answer a quiz with this content at random. Pure; run parts
 * with different seeds to yield in between.
 */
export const contentFirstShares = (content: Content, voters: number, seed: string): number[] => {
	let drawn: readonly Statement[] = []
	let left = 0
	return countFirsts(
		{ quizType: content.quizType, voters, seed },
		content.candidateIds,
		createRandom(seed),
		(voterSeed) => {
			if (left === 0) {
				drawn = drawContent(content, voterSeed)
				left = VOTERS_PER_DRAW
			}
			left--
			return drawn
		},
	)
}

/**
 * A voter who answers exactly like a candidate. Statements without a known position stay unanswered, as do neutral
 * positions in a binary quiz. In a policy pick the voter picks what the candidate is for.
 */
export const voterLike = (
	candidateId: string,
	quizType: QuizType,
	statements: readonly Statement[],
): Attempt => {
	const known = statements.flatMap((each) => {
		const position = positionOn(each, candidateId)
		return position === null ? [] : [[each.policyId, position] as const]
	})
	const base = { quizType, status: 'COMPLETED', statements, formula: FORMULA_VERSION } as const
	if (quizType === 'POLICY_PICK') {
		const selection = known.flatMap(([policyId, position]) => (position > 0 ? [policyId] : []))
		return { ...base, answers: {}, selection }
	}
	const given = known.flatMap(([policyId, position]): [string, number][] => {
		if (quizType === 'SCALE') return [[policyId, position]]
		return position === 0 ? [] : [[policyId, Number(position > 0)]]
	})
	return { ...base, answers: Object.fromEntries(given), selection: null }
}

const cloneTest = (
	candidateId: string,
	{ quizType, candidateIds }: Content,
	draws: readonly (readonly Statement[])[],
): Pick<CandidateContent, 'cloneFirstShare' | 'cloneRivals'> => {
	const rivals = new Set<string>()
	let alone = 0
	for (const drawn of draws) {
		const scored = scoreAttempt(voterLike(candidateId, quizType, drawn), candidateIds, '')
		const first = scored.flatMap((each) => (each.rank === 1 ? [each.candidateId] : []))
		if (first.length === 1 && first[0] === candidateId) alone++
		else for (const id of first) if (id !== candidateId) rivals.add(id)
	}
	return {
		cloneFirstShare: alone / draws.length,
		cloneRivals: candidateIds.filter((id) => rivals.has(id)),
	}
}

/** Known positions of each candidate. */
const countKnownOf = (
	candidateIds: readonly string[],
	statements: readonly Statement[],
): number[] =>
	candidateIds.map((id) => statements.filter((each) => positionOn(each, id) !== null).length)

const largestSpreadOf = (candidateIds: readonly string[], drawn: readonly Statement[]): number => {
	const spreads = drawn.map((_, index) => {
		const counts = countKnownOf(candidateIds, drawn.slice(0, index + 1))
		return Math.max(...counts) - Math.min(...counts)
	})
	return Math.max(0, ...spreads)
}

const inseparablePairs = ({ candidateIds, statements }: Content): ContentReport['inseparable'] =>
	candidateIds.flatMap((a, index) =>
		candidateIds.slice(index + 1).flatMap((b) => {
			const pairs = statements.map((each) => [positionOn(each, a), positionOn(each, b)] as const)
			const common = pairs.filter(([of, other]) => of !== null && other !== null)
			return common.some(([of, other]) => of !== other)
				? []
				: [{ candidateIds: [a, b] as const, common: common.length }]
		}),
	)

/** Known positions of the compared candidates on a statement. */
const positionsOn = (candidateIds: readonly string[], statement: Statement): number[] =>
	candidateIds.flatMap((id) => positionOn(statement, id) ?? [])

/**
 * Judges what a quiz asks: known positions, first places of random voters, clone test, candidates and statements that
 * separate nothing. The result depends on `seed`, not on the order of statements.
 * @param voters random voters; 0 leaves out the shares of first places, see {@link contentFirstShares}.
 * @param draws quizzes drawn with {@link drawContent}; callers that yield in between draw them.
 */
export const judgeContent = (
	content: Content,
	{
		voters = 1000,
		seed = 'content',
		draws = Array.from({ length: REPORT_DRAWS }, (_, n) => drawContent(content, `${seed}/${n}`)),
	}: {
		readonly voters?: number
		readonly seed?: string
		readonly draws?: readonly (readonly Statement[])[]
	} = {},
): ContentReport => {
	const { candidateIds, statements } = content
	const setOf = (drawn: readonly Statement[]): string =>
		drawn
			.map(({ policyId }) => policyId)
			.toSorted()
			.join(' ')
	const sets = [...new Map(draws.map((drawn) => [setOf(drawn), drawn])).values()]
	const known = countKnownOf(candidateIds, statements)
	const asked = sets.map((drawn) => countKnownOf(candidateIds, drawn))
	const shares = voters === 0 ? [] : contentFirstShares(content, voters, seed)
	const hasPositions = statements.some((each) => positionsOn(candidateIds, each).length > 1)
	return {
		asked: draws[0]?.length ?? 0,
		largestSpread: Math.max(...draws.map((drawn) => largestSpreadOf(candidateIds, drawn))),
		candidates: candidateIds.map((candidateId, at) => ({
			candidateId,
			known: known[at] ?? 0,
			knownAsked: Math.min(...asked.map((counts) => counts[at] ?? 0)),
			firstPlaceShare: shares[at] ?? null,
			...cloneTest(candidateId, content, sets),
		})),
		voters,
		samplingError:
			voters === 0 || candidateIds.length < 2 ? null : samplingError(candidateIds.length, voters),
		inseparable: hasPositions ? inseparablePairs(content) : [],
		undisputed: statements.flatMap((each) => {
			const positions = positionsOn(candidateIds, each)
			return positions.length > 1 && positions.every((p) => p >= 0) ? [each.policyId] : []
		}),
	}
}
