import { setImmediate as breathe } from 'node:timers/promises'
import { and, asc, inArray } from 'drizzle-orm'
import type { manageQuizzes, QuizPreview } from '#contract/admin/quizzes.ts'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import { policyCount, statementsPerCandidate } from '#domain/draw.ts'
import { type FairnessRun, firstPlaceShares, samplingError } from '#domain/fairness.ts'
import { COMPARE_MIN_CANDIDATES } from '#domain/limits.ts'
import { validateQuiz } from '#domain/quiz.ts'
import type { QuizType } from '#domain/types.ts'
import type { Db } from '../../db/open.ts'
import { candidates } from '../../db/schema.ts'
import { isRowId } from '../../db/sql.ts'
import { invalid } from '../../http/errors.ts'
import { dayOf, groupBy } from '../../util.ts'
import { notDeleted } from '../admin-shared/change.ts'
import { validatedPolicies } from '../candidates/read.ts'
import { concernsOf } from '../policies/concerns.ts'
import { standingIn } from './write.ts'

/** Each random voter is dealt from all policies of all candidates: so many are dealt in one preview, */
export const DEALT_MAX = 400_000
/** and so many between two looks at who else is waiting, which takes some ten milliseconds. */
const DEALT_AT_ONCE = 4000
const VOTERS_MAX = 2000
/** With fewer voters the shares would say nothing. */
const VOTERS_MIN = 100

/** Somebody whom a quiz compares, with what it may ask of them. */
export interface Contender {
	readonly id: string
	readonly name: string
	readonly policies: readonly { readonly text: string; readonly weight: number }[]
}

/** How often each comes first among random voters, who are counted in parts so that nobody else waits long. */
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

/** How many random voters there is time for; 0 where nothing can be asked, or there is too much for enough of them. */
const votersFor = (counts: readonly number[], most: number): number => {
	if (policyCount(counts) === 0) return 0
	const dealt = counts.reduce((sum, count) => sum + count, 0)
	const voters = Math.min(VOTERS_MAX, Math.floor(most / dealt))
	return voters < VOTERS_MIN ? 0 : voters
}

/** What makes two statements the same to whoever reads them: case, spaces and punctuation do not tell them apart. */
const sameText = (text: string): string =>
	text
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[^\p{Letter}\p{Mark}\p{Number}]/gu, '')

const duplicatesOf = (contenders: readonly Contender[]): QuizPreview['duplicates'] => {
	const statements = contenders.flatMap(({ name, policies }) =>
		policies.map(({ text }) => ({ name, text })),
	)
	return [...groupBy(statements, ({ text }) => sameText(text)).values()]
		.filter((group) => group.length > 1)
		.map((group) => ({
			text: group[0]?.text ?? '',
			candidates: [...new Set(group.map(({ name }) => name))],
		}))
}

/** Why voters could not take such a quiz, were it active today; null where nothing is in the way. */
export const hindranceOf = (contenders: readonly Contender[], today: string): string | null => {
	const candidates = contenders.map(({ name, policies }) => ({
		name,
		validatedPolicies: policies.length,
	}))
	const quiz = { active: true, startDate: null, endDate: null, candidates }
	const { valid, message } = validateQuiz(quiz, today, false)
	return valid ? null : message
}

/** How fair a quiz between contenders would be, by the rules that voters get. @param most so many policies are dealt at most. */
export const judgeFairness = async (
	contenders: readonly Contender[],
	quizType: QuizType,
	most = DEALT_MAX,
): Promise<Omit<QuizPreview, 'problem' | 'concerns'>> => {
	const counts = contenders.map(({ policies }) => policies.length)
	const perCandidate = statementsPerCandidate(counts)
	const voters = votersFor(counts, most)
	const weightOf: FairnessRun['weightOf'] = (candidate, index) =>
		contenders[candidate]?.policies[index]?.weight ?? 1
	const shares = voters === 0 ? [] : await countFirsts({ quizType, counts, weightOf }, voters)
	// Also where nobody was tried: many quizzes may be looked at one after the other.
	await breathe()
	// What would be asked of each if everybody had as many policies as whoever has most.
	const wanted = statementsPerCandidate(counts.map(() => Math.max(...counts)))
	return {
		candidates: contenders.map(({ id, name, policies }, at) => ({
			id,
			name,
			validatedPolicies: policies.length,
			tooFew: policies.length === 0 || (policies.length === perCandidate && perCandidate < wanted),
			firstPlaceShare: shares[at] ?? null,
		})),
		perCandidate,
		policyCount: policyCount(counts),
		duplicates: duplicatesOf(contenders),
		voters,
		samplingError:
			contenders.length < COMPARE_MIN_CANDIDATES || voters === 0
				? null
				: samplingError(contenders.length, voters),
	}
}

type Row = typeof manageQuizzes.preview

/** The candidates in the order in which they are named, with what may be asked of them; 400 where one is not there. */
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
		throw invalid([{ path, message: 'This candidate no longer exists' }])
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
		if (outside !== undefined) return `${outside.name} does not stand in this election.`
	}
	return hindranceOf(contenders, dayOf(now))
}

/** How fair a quiz between candidates would be. */
export const previewQuiz = async (
	{ db, now }: { readonly db: Db; readonly now: Date },
	{ candidateIds, quizType, electionId }: HandlerInput<Row>['body'],
): Promise<Sent<Row>> => {
	const contenders = await loadContenders(db, candidateIds)
	return {
		...(await judgeFairness(contenders, quizType)),
		concerns: await concernsOf(
			db,
			contenders.map(({ id }) => id),
		),
		problem: await problemOf(db, contenders, electionId, now),
	}
}
