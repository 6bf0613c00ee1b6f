import { setImmediate as breathe } from 'node:timers/promises'
import { and, asc, inArray } from 'drizzle-orm'
import type { manageQuizzes, QuizPreview } from '#contract/admin/quizzes.ts'
import { validateQuiz } from '#contract/compare-quizzes.ts'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import { policyCount, statementsPerCandidate } from '#domain/draw.ts'
import {
	type Content,
	drawContent,
	type FairnessRun,
	firstPlaceShares,
	samplingError,
} from '#domain/fairness.ts'
import { COMPARE_MIN_CANDIDATES, QUIZ_MAX_STATEMENTS } from '#domain/limits.ts'
import { countKnown, positionOn } from '#domain/quiz.ts'
import type { QuizType, Statement } from '#domain/types.ts'
import type { Db } from '../../db/open.ts'
import { candidates } from '../../db/schema.ts'
import { isRowId } from '../../db/sql.ts'
import { fieldError, invalid } from '../../http/errors.ts'
import { dayOf, groupBy } from '../../util.ts'
import { notDeleted } from '../admin-shared/change.ts'
import { validatedPolicies } from '../candidates/read.ts'
import { countNaming, findConcerned, listConcerns } from '../policies/concerns.ts'
import {
	type Contender,
	contentOf,
	contentVoters,
	hasPositions,
	judgeStatements,
	simulateContent,
} from './content.ts'
import { standingIn } from './write.ts'

/** Budget per preview: each simulated voter draws from all policies of all candidates. */
export const DEALT_MAX = 400_000
/** Policies drawn before yielding to the event loop, about ten milliseconds. */
const DEALT_AT_ONCE = 4000
const VOTERS_MAX = 2000
/** Fewer voters would make the shares meaningless. */
const VOTERS_MIN = 100

const countFirsts = async (
	run: Omit<FairnessRun, 'voters' | 'seed'>,
	voters: number,
): Promise<number[]> => {
	const dealt = run.counts.reduce((sum, count) => sum + count, 0)
	const part = Math.max(1, Math.floor(DEALT_AT_ONCE / dealt))
	const firsts = run.counts.map(() => 0)
	for (let done = 0; done < voters; done += part) {
		const now = Math.min(part, voters - done)
		const shares = firstPlaceShares({ ...run, voters: now, seed: `preview/${done}` })
		for (const [at, share] of shares.entries()) firsts[at] = (firsts[at] ?? 0) + share * now
		await breathe()
	}
	return firsts.map((first) => first / voters)
}

/** Returns 0 without statements, or if too few voters fit the budget. */
const votersFor = (counts: readonly number[], most: number): number => {
	if (policyCount(counts) === 0) return 0
	const dealt = counts.reduce((sum, count) => sum + count, 0)
	const voters = Math.min(VOTERS_MAX, Math.floor(most / dealt))
	return voters < VOTERS_MIN ? 0 : voters
}

/** Normalizes a statement to detect duplicates, ignoring case, spaces and punctuation. */
const duplicateKey = (text: string): string =>
	text
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[^\p{Letter}\p{Mark}\p{Number}]/gu, '')

const duplicatesOf = (contenders: readonly Contender[]): QuizPreview['duplicates'] => {
	const statements = contenders.flatMap(({ name, policies }) =>
		policies.map(({ text }) => ({ name, text })),
	)
	return [...groupBy(statements, ({ text }) => duplicateKey(text)).values()]
		.filter((group) => group.length > 1)
		.map((group) => ({
			text: group[0]?.text ?? '',
			candidates: [...new Set(group.map(({ name }) => name))],
		}))
}

/** Explains why an active quiz could not be taken today; null if it can. */
export const hindranceOf = (contenders: readonly Contender[], today: string): string | null => {
	const statements = contenders.flatMap(({ id: candidateId, policies }) =>
		policies.map(({ positions = {} }) => ({ candidateId, positions })),
	)
	const candidates = countKnown(contenders, statements)
	const quiz = { active: true, startDate: null, endDate: null, candidates }
	const { valid, message } = validateQuiz(quiz, today, false)
	return valid ? null : message
}

interface Figures {
	readonly perCandidate: number
	readonly policyCount: number
	readonly tooFew: (contender: Contender) => boolean
	readonly voters: number
	readonly shares: readonly number[]
}

/** With owners alone: every candidate is asked about as often as the one with the fewest statements. */
const byOwners = async (
	contenders: readonly Contender[],
	quizType: QuizType,
	most: number,
): Promise<Figures> => {
	const counts = contenders.map(({ policies }) => policies.length)
	const perCandidate = statementsPerCandidate(counts)
	const voters = votersFor(counts, most)
	const weightOf: FairnessRun['weightOf'] = (candidate, index) =>
		contenders[candidate]?.policies[index]?.weight ?? 1
	// Statements per candidate if all had as many policies as the candidate with the most.
	const wanted = statementsPerCandidate(counts.map(() => Math.max(...counts)))
	return {
		perCandidate,
		policyCount: policyCount(counts),
		tooFew: ({ policies: { length } }) =>
			length === 0 || (length === perCandidate && perCandidate < wanted),
		voters,
		shares: voters === 0 ? [] : await countFirsts({ quizType, counts, weightOf }, voters),
	}
}

/** With positions: a candidate is scored on every statement on which their position is known. */
const byPositions = async (content: Content, most: number): Promise<Figures> => {
	const { candidateIds } = content
	const drawn = drawContent(content, 'preview')
	const knownIn = (statements: readonly Statement[], id: string): number =>
		statements.filter((each) => positionOn(each, id) !== null).length
	const known = new Map(candidateIds.map((id) => [id, knownIn(content.statements, id)]))
	const perCandidate = Math.min(...candidateIds.map((id) => knownIn(drawn, id)))
	const wanted = Math.min(QUIZ_MAX_STATEMENTS, Math.max(...known.values()))
	const voters = contentVoters(content, most)
	return {
		perCandidate,
		policyCount: drawn.length,
		tooFew: ({ id, policies }) => {
			const all = known.get(id) ?? 0
			return policies.length === 0 || (all <= perCandidate && all < wanted)
		},
		voters,
		shares: voters === 0 ? [] : await simulateContent(content, voters),
	}
}

/** Simulates the fairness of a quiz. @param most budget of drawn policies. */
export const judgeFairness = async (
	contenders: readonly Contender[],
	quizType: QuizType,
	most = DEALT_MAX,
): Promise<Omit<QuizPreview, 'problem' | 'concerns' | 'content'>> => {
	const content = contentOf(contenders, quizType)
	const { perCandidate, policyCount, tooFew, voters, shares } = hasPositions(content)
		? await byPositions(content, most)
		: await byOwners(contenders, quizType, most)
	// Yield even without a simulation: callers may check many quizzes in a row.
	await breathe()
	return {
		candidates: contenders.map((contender, at) => ({
			id: contender.id,
			name: contender.name,
			validatedPolicies: contender.policies.length,
			tooFew: tooFew(contender),
			firstPlaceShare: shares[at] ?? null,
		})),
		perCandidate,
		policyCount,
		duplicates: duplicatesOf(contenders),
		voters,
		samplingError:
			contenders.length < COMPARE_MIN_CANDIDATES || voters === 0
				? null
				: samplingError(contenders.length, voters),
	}
}

type Row = typeof manageQuizzes.preview

const loadContenders = async (db: Db, given: readonly string[]): Promise<Contender[]> => {
	const ids = [...new Set(given)]
	const rows = await db
		.select({ id: candidates.id, name: candidates.name })
		.from(candidates)
		.where(and(inArray(candidates.id, ids.filter(isRowId)), notDeleted(candidates)))
		.orderBy(asc(candidates.id))
	const names = new Map(rows.map(({ id, name }) => [id, name]))
	const missing = given.findIndex((id) => !names.has(id))
	if (missing !== -1) {
		const path = `candidateIds.${missing}`
		throw invalid([fieldError(path, 'candidate-gone')])
	}
	const policies = groupBy(await validatedPolicies(db, ids), (policy) => policy.candidateId)
	return ids.map((id) => ({ id, name: names.get(id) ?? '', policies: policies.get(id) ?? [] }))
}

const problemOf = async (
	db: Db,
	contenders: readonly Contender[],
	electionId: string | null | undefined,
	now: Date,
): Promise<string | null> => {
	if (electionId && isRowId(electionId)) {
		const standing = await standingIn(db, electionId)
		const outside = contenders.find(({ id }) => !standing.has(id))
		if (outside !== undefined) return `${outside.name} is not in this election.`
	}
	return hindranceOf(contenders, dayOf(now))
}

export const previewQuiz = async (
	{ db, now }: { readonly db: Db; readonly now: Date },
	{ candidateIds, quizType, electionId }: HandlerInput<Row>['body'],
): Promise<Sent<Row>> => {
	const contenders = await loadContenders(db, candidateIds)
	const concerned = await findConcerned(
		db,
		contenders.map(({ id }) => id),
	)
	const content = await judgeStatements(contenders, quizType)
	return {
		...(await judgeFairness(contenders, quizType)),
		concerns: countNaming(concerned),
		problem: await problemOf(db, contenders, electionId, now),
		content: content && { ...content, concerns: listConcerns(concerned) },
	}
}
