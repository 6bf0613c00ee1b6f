import { readFileSync } from 'node:fs'
import { chanceOf, clarityOf } from '#domain/certainty.ts'
import { createRandom, drawBalanced, type Random } from '#domain/draw.ts'
import { drawStatements } from '#domain/draw-statements.ts'
import { contentFirstShares, judgeContent, randomVoter } from '#domain/fairness.ts'
import type { Attempt } from '#domain/quiz.ts'
import { FORMULA_VERSION, scoreAttempt } from '#domain/score.ts'
import type { Statement } from '#domain/types.ts'

export interface MatchJob {
	readonly part: 'agreement' | 'intervals' | 'alarms' | 'content'
	readonly parties: number
	readonly voters: number
	readonly seed: string
	/** Voters who answer at random instead of about like a party. */
	readonly isUniform?: boolean
	/** Percentage of positions that are removed. */
	readonly missing?: number
}

/** Sums over the voters of a job. */
export type MatchSums = Readonly<Record<string, number>>

interface PartyFile {
	readonly candidates: readonly { readonly name: string }[]
	/** Positions by name: 1 agrees, -1 disagrees, 0 gave no clear answer. */
	readonly statements: readonly {
		readonly id: string
		readonly positions: Readonly<Record<string, number>>
	}[]
}

const file = JSON.parse(
	readFileSync(new URL('../data/czech-2017-en.json', import.meta.url), 'utf8'),
) as PartyFile

/** Share of answers that a voter near a party takes over from it. The others are random. */
const ALIKE_PERCENT = 60
const VOTERS_PER_DRAW = 20
/** Enough for 5 %: the chance is a multiple of 1 / 200. */
const SHUFFLES = 199

interface Quiz {
	readonly ids: readonly string[]
	/** Statements with every position, each owned by a party that is for it; `text` is its id in the file. */
	readonly statements: readonly Statement[]
	/** A policy per party and statement that it is for, as an import without positions makes them. */
	readonly policies: readonly Statement[]
}

const quizOf = (parties: number): Quiz => {
	const names = file.candidates.slice(0, parties).map(({ name }) => name)
	const ids = names.map((_, at) => `c${at}`)
	const owned = new Map(ids.map((id) => [id, 0]))
	const statements: Statement[] = []
	const policies: Statement[] = []
	for (const { id: text, positions } of file.statements) {
		const known = ids.map((id, at) => [id, 2 * (positions[names[at] ?? ''] ?? 0)] as const)
		const inFavor = known.flatMap(([id, position]) => (position === 2 ? [id] : []))
		policies.push(
			...inFavor.map((id) => ({ policyId: `${id}/${text}`, candidateId: id, text, weight: 1 })),
		)
		const [owner] = inFavor.toSorted((a, b) => (owned.get(a) ?? 0) - (owned.get(b) ?? 0))
		// A statement that every compared party is against has no owner.
		if (owner === undefined) continue
		owned.set(owner, (owned.get(owner) ?? 0) + 1)
		statements.push({
			...{ policyId: text, candidateId: owner, text, weight: 1 },
			positions: Object.fromEntries(known.filter(([id]) => id !== owner)),
		})
	}
	return { ids, statements, policies }
}

const draw = (ids: readonly string[], statements: readonly Statement[], seed: string) =>
	drawStatements(
		ids,
		statements.map((each) => ({ ...each, id: each.policyId })),
		seed,
	)

/** Answers by the id of the statement in the file. */
type Views = ReadonlyMap<string, number>

const viewsOf = ({ ids, statements }: Quiz, random: Random, isUniform: boolean): Views => {
	const like = ids[random.below(ids.length)] ?? ''
	return new Map(
		statements.map(({ text, candidateId, positions }) => {
			const position = candidateId === like ? 2 : (positions?.[like] ?? 0)
			const isAlike = !isUniform && random.below(100) < ALIKE_PERCENT
			return [text, isAlike ? position : random.below(5) - 2]
		}),
	)
}

const answering = (statements: readonly Statement[], views: Views): Attempt => ({
	...{
		quizType: 'SCALE',
		status: 'COMPLETED',
		formula: FORMULA_VERSION,
		selection: null,
		statements,
	},
	answers: Object.fromEntries(
		statements.map(({ policyId, text }) => [policyId, views.get(text) ?? 0]),
	),
})

/** Counts voters whose first candidate is a first one over all statements. */
const agreement = ({ parties, voters, seed, isUniform = false }: MatchJob): MatchSums => {
	const quiz = quizOf(parties)
	const { ids, statements, policies } = quiz
	const pools = ids.map((candidateId) => ({
		candidateId,
		items: policies.filter((each) => each.candidateId === candidateId),
	}))
	const random = createRandom(seed)
	let [asked, half, owners] = [0, 0, 0]
	let [drawn, drawnOwners]: (readonly Statement[])[] = [[], []]
	for (let voter = 0; voter < voters; voter++) {
		const voterSeed = `${seed}/${voter}`
		if (voter % VOTERS_PER_DRAW === 0) {
			drawn = draw(ids, statements, voterSeed)
			drawnOwners = drawBalanced(pools, voterSeed, ({ policyId }) => policyId)
		}
		const views = viewsOf(quiz, random, isUniform)
		const truth = scoreAttempt(answering(statements, views), ids, voterSeed)
		const firsts = new Set(
			truth.flatMap(({ candidateId, rank }) => (rank === 1 ? [candidateId] : [])),
		)
		const isFirst = (shown: readonly Statement[] = []): number => {
			const [first] = scoreAttempt(answering(shown, views), ids, voterSeed)
			return Number(first !== undefined && firsts.has(first.candidateId))
		}
		asked += isFirst(drawn)
		half += isFirst(drawn?.slice(0, Math.ceil(drawn.length / 2)))
		owners += isFirst(drawnOwners)
	}
	const counts = { askedStatements: drawn?.length ?? 0, askedPolicies: drawnOwners?.length ?? 0 }
	return { voters, asked, half, owners, ...counts }
}

/** Counts true figures within the intervals when some positions are unknown. */
const intervals = ({ parties, voters, seed, missing = 0 }: MatchJob): MatchSums => {
	const quiz = quizOf(parties)
	const { ids, statements } = quiz
	const random = createRandom(seed)
	const whole = new Map(statements.map((each) => [each.policyId, each]))
	let [figures, covered, width] = [0, 0, 0]
	let drawn: readonly Statement[] = []
	for (let voter = 0; voter < voters; voter++) {
		const voterSeed = `${seed}/${voter}`
		if (voter % VOTERS_PER_DRAW === 0) {
			const known = statements.map((each) => ({
				...each,
				positions: Object.fromEntries(
					Object.entries(each.positions ?? {}).filter(() => random.below(100) >= missing),
				),
			}))
			drawn = draw(ids, known, voterSeed)
		}
		const views = viewsOf(quiz, random, false)
		const full = drawn.map((each) => whole.get(each.policyId) ?? each)
		const truth = new Map(
			scoreAttempt(answering(full, views), ids, voterSeed).map((each) => [each.candidateId, each]),
		)
		for (const { candidateId, low, high } of scoreAttempt(
			answering(drawn, views),
			ids,
			voterSeed,
		)) {
			const is = truth.get(candidateId)?.percentage ?? null
			if (low === null || high === null || is === null) continue
			figures++
			width += high - low
			if (low <= is && is <= high) covered++
		}
	}
	return { figures, covered, width, asked: drawn.length }
}

/** Counts random voters whose first place seems clear. */
const alarms = ({ parties, voters, seed }: MatchJob): MatchSums => {
	const { ids, statements } = quizOf(parties)
	const random = createRandom(seed)
	let clear = 0
	for (let voter = 0; voter < voters; voter++) {
		const attempt = randomVoter('SCALE', statements, random)
		const chance = chanceOf(attempt, ids, `${seed}/${voter}`, SHUFFLES)
		if (chance !== null && clarityOf(chance) === 'clear') clear++
	}
	return { voters, clear }
}

const content = ({ parties, voters, seed }: MatchJob): MatchSums => {
	const { ids: candidateIds, statements } = quizOf(parties)
	const about = { quizType: 'SCALE', candidateIds, statements } as const
	const report = judgeContent(about, { voters: 0, seed })
	const shares = contentFirstShares(about, voters, seed)
	return {
		clones: report.candidates.filter(({ cloneFirstShare }) => cloneFirstShare === 1).length,
		least: Math.min(...shares),
		most: Math.max(...shares),
	}
}

const PARTS: Readonly<Record<MatchJob['part'], (job: MatchJob) => MatchSums>> = {
	agreement,
	intervals,
	alarms,
	content,
}

process.on('message', (job: MatchJob) => {
	process.send?.(PARTS[job.part](job))
})
