import { setImmediate as breathe } from 'node:timers/promises'
import type { ContentFairness } from '#contract/admin/quizzes.ts'
import {
	type Content,
	contentFirstShares,
	drawContent,
	judgeContent,
	REPORT_DRAWS,
	VOTERS_PER_DRAW,
} from '#domain/fairness.ts'
import type { Positions, QuizType, Statement } from '#domain/types.ts'

export interface ContenderPolicy {
	readonly id?: string
	readonly text: string
	readonly weight: number
	/** Validated positions on it by candidate id. */
	readonly positions?: Positions
}

export interface Contender {
	readonly id: string
	readonly name: string
	readonly policies: readonly ContenderPolicy[]
}

/** The quiz between contenders by its content. Positions of candidates who are not compared do not count. */
export const contentOf = (contenders: readonly Contender[], quizType: QuizType): Content => {
	const candidateIds = contenders.map(({ id }) => id)
	return {
		quizType,
		candidateIds,
		statements: contenders.flatMap(({ id: candidateId, policies }) =>
			policies.map(
				({ id, text, weight, positions = {} }, at): Statement => ({
					...{ policyId: id ?? `${candidateId}/${at}`, candidateId, text, weight },
					positions: Object.fromEntries(
						Object.entries(positions).filter(
							([other]) => other !== candidateId && candidateIds.includes(other),
						),
					),
				}),
			),
		),
	}
}

export const hasPositions = ({ statements }: Content): boolean =>
	statements.some(({ positions }) => Object.keys(positions ?? {}).length > 0)

/** Quizzes drawn for random voters: at most 20, at least 4. A draw of many positions takes up to half a second. */
const DRAWS_MAX = 20
const DRAWS_MIN = 4
const COST_OF_CELL = 10

/** Random voters that fit a budget; 0 if too few do. @param most budget of drawn policies, as in `fairness.ts`. */
export const contentVoters = ({ candidateIds, statements }: Content, most: number): number => {
	if (statements.length === 0) return 0
	const cost = candidateIds.length * statements.length * COST_OF_CELL
	const draws = Math.min(DRAWS_MAX, Math.floor(most / cost))
	return draws < DRAWS_MIN ? 0 : draws * VOTERS_PER_DRAW
}

/** Shares of first places of random voters, yielding to the event loop after each drawn quiz. */
export const simulateContent = async (content: Content, voters: number): Promise<number[]> => {
	const firsts = content.candidateIds.map(() => 0)
	for (let done = 0; done < voters; done += VOTERS_PER_DRAW) {
		const shares = contentFirstShares(content, VOTERS_PER_DRAW, `preview/${done}`)
		for (const [at, share] of shares.entries()) firsts[at] = (firsts[at] ?? 0) + share
		await breathe()
	}
	return firsts.map((sum) => (sum * VOTERS_PER_DRAW) / voters)
}

/** Judges what the statements of a quiz say, with the names of what to mend; null without statements. */
export const judgeStatements = async (
	contenders: readonly Contender[],
	quizType: QuizType,
): Promise<Omit<ContentFairness, 'concerns'> | null> => {
	const content = contentOf(contenders, quizType)
	const { statements } = content
	if (statements.length === 0) return null
	const draws: Statement[][] = []
	for (let n = 0; n < REPORT_DRAWS; n++) {
		draws.push(drawContent(content, `content/${n}`))
		await breathe()
	}
	const report = judgeContent(content, { voters: 0, draws })
	const names = new Map(contenders.map(({ id, name }) => [id, name]))
	const personOf = (id: string) => ({ id, name: names.get(id) ?? '' })
	const undisputed = new Set(report.undisputed)
	return {
		hasPositions: hasPositions(content),
		asked: report.asked,
		largestSpread: report.largestSpread,
		candidates: report.candidates.map(({ candidateId, cloneRivals, ...figures }) => ({
			...personOf(candidateId),
			known: figures.known,
			knownAsked: figures.knownAsked,
			missing: statements.length - figures.known,
			cloneFirstShare: figures.cloneFirstShare,
			cloneRivals: cloneRivals.map(personOf),
		})),
		inseparable: report.inseparable.map(({ candidateIds, common }) => ({
			candidates: candidateIds.map(personOf),
			common,
		})),
		undisputed: statements
			.filter(({ policyId }) => undisputed.has(policyId))
			.map(({ policyId, text, candidateId }) => ({
				...{ id: policyId, text, owner: personOf(candidateId) },
			})),
	}
}
