import { candidates as candidateCalls } from '#contract/candidates.ts'
import {
	quiz as calls,
	type QuizResults,
	type Quote,
	quotes as quoteCalls,
} from '#contract/quiz.ts'
import { type Firmness, firmnessOf } from '#domain/firmness.ts'
import { progress } from '#domain/quiz.ts'
import { type Alignment, formulaOf, scoreAttempt } from '#domain/score.ts'
import { drawTieBreak, tiedIn } from '#domain/tie-break.ts'
import type { Result, Statement } from '#domain/types.ts'
import { type Failure, isMissing } from '#http/failure.ts'
import type { Attempts } from './attempts.ts'
import type { CoreContext } from './context.ts'
import type { LocalDb, StoredAttempt, StoredCandidate, StoredResults } from './db.ts'
import { asFormulaKnows, isValidated } from './elections.ts'
import { waitingIn } from './entries.ts'
import { type Knowing, readKnowing } from './knowing.ts'
import { refreshPolicies } from './offline-pack-reader.ts'
import { policiesKey } from './offline-pack-store.ts'
import { asStatement } from './quiz.ts'
import { allRefreshed, REFRESHED, type Reading, type Refreshed } from './reads.ts'

export interface CandidateResult extends Omit<Alignment, 'candidateId'> {
	readonly candidateId: string | null
	/** Empty if it was never read. */
	readonly name: string
	readonly logo: string | null
	readonly party: string | null
	readonly website: string | null
}

export interface AttemptResults {
	readonly attempt: StoredAttempt
	/** Best first. Equal percentages share a rank; candidates without one come last. */
	readonly candidates: readonly CandidateResult[]
	readonly estimated: boolean
	/** A candidate's details, e.g. the name, were never read. */
	readonly faceless: boolean
	/** Words of a candidate on a statement, with their source. Null if none were read. */
	readonly words: (policyId: string, candidateId: string) => Quote | null
	/** Asked statements that the knowledge test on this device has shown with their owner. */
	readonly knowing: Knowing
	/** Null without the voter's answers, or if fewer than two candidates have a figure. */
	readonly firmness: Firmness | null
	/** Null if one candidate leads. */
	readonly tie: Tie | null
}

/** Candidates who are effectively tied for the first place. */
export interface Tie {
	readonly candidateIds: readonly string[]
	/** Statements of theirs for a tie-break, in order. Null if their statements are not stored here. */
	readonly statements: readonly Statement[] | null
}

export interface Results {
	/** Returns the results of the voter's completed attempt, by either id. Null if there is nothing to show yet. */
	of(attemptId: string): Promise<AttemptResults | null>
	refresh(attemptId: string): Promise<Refreshed>
	/** Reads the statements of candidates, for a tie-break. */
	refreshStatements(candidateIds: readonly string[]): Promise<Refreshed>
}

const face = (candidate: StoredCandidate | undefined) => ({
	party: candidate?.party ?? null,
	website: candidate?.website ?? null,
})

const isFaceless = (
	{ candidateIds }: StoredAttempt,
	known: ReadonlyMap<string, StoredCandidate>,
): boolean => candidateIds.some((id) => !known.has(id))

type Shown = Omit<AttemptResults, 'knowing' | 'firmness' | 'tie'>

/** Null also if the server ranks others first. */
const readTie = async (
	db: LocalDb,
	{ attempt, candidates }: Shown,
	firmness: Firmness | null,
): Promise<Tie | null> => {
	const { candidateIds: all, seed, statements: asked } = attempt
	const candidateIds = tiedIn(attempt, firmness)
	const first = candidates.filter(({ rank }) => rank === 1)
	if (!first.every((each) => candidateIds.includes(each.candidateId ?? ''))) return null
	if (candidateIds.length === 0) return null
	const ids = [...candidateIds]
	const [policies, read] = await Promise.all([
		db.policies.where('candidateId').anyOf(ids).toArray(),
		db.fetched.bulkGet(ids.map(policiesKey)),
	])
	if (read.includes(undefined)) return { candidateIds, statements: null }
	const known = asFormulaKnows(formulaOf(attempt), all, policies.filter(isValidated))
	const askedIds = new Set(asked.map(({ policyId }) => policyId))
	const drawn = drawTieBreak(askedIds, candidateIds, known, seed)
	return { candidateIds, statements: drawn.map(asStatement) }
}

const estimate = (
	attempt: StoredAttempt,
	scored: readonly Alignment[],
	known: ReadonlyMap<string, StoredCandidate>,
): Shown => ({
	attempt,
	estimated: true,
	faceless: isFaceless(attempt, known),
	words: () => null,
	candidates: scored.map((alignment) => {
		const candidate = known.get(alignment.candidateId)
		return {
			...alignment,
			...face(candidate),
			name: candidate?.name ?? '',
			logo: candidate?.logo ?? null,
		}
	}),
})

/** Quotes without a candidate are the owner's. */
const wordsIn =
	({ statements }: StoredAttempt, quotes: readonly Quote[]): AttemptResults['words'] =>
	(policyId, candidateId) => {
		const owner = statements.find((each) => each.policyId === policyId)?.candidateId
		const found = quotes.find(
			(quote) => quote.policyId === policyId && (quote.candidateId ?? owner) === candidateId,
		)
		return found ?? null
	}

/** Ranks for servers that send none. Equal percentages share a rank. */
const rankIn = (percentages: readonly (number | null)[], own: number | null): number | null =>
	own === null ? null : 1 + percentages.filter((other) => other !== null && other > own).length

const confirmed = (
	attempt: StoredAttempt,
	stored: StoredResults,
	scored: readonly Alignment[],
	known: ReadonlyMap<string, StoredCandidate>,
): Shown => {
	const percentages = stored.candidates.map((row) => row.percentage)
	const byName = new Map([...known.values()].map((candidate) => [candidate.name, candidate.id]))
	const rows = stored.candidates.map((row) => {
		const candidateId = row.id ?? byName.get(row.name) ?? null
		const own = scored.find((alignment) => alignment.candidateId === candidateId)
		return {
			...face(known.get(candidateId ?? '')),
			candidateId,
			name: row.name,
			logo: row.logo,
			percentage: row.percentage,
			rank: row.rank ?? rankIn(percentages, row.percentage),
			weightedAgreement: own?.weightedAgreement ?? 0,
			totalWeight: own?.totalWeight ?? 0,
			lines: own?.lines ?? [],
			low: row.low ?? own?.low ?? row.percentage,
			high: row.high ?? own?.high ?? row.percentage,
		}
	})
	// A stable sort keeps the server's order within a tie.
	rows.sort((a, b) => (a.rank ?? Number.MAX_SAFE_INTEGER) - (b.rank ?? Number.MAX_SAFE_INTEGER))
	return {
		attempt,
		estimated: false,
		faceless: isFaceless(attempt, known),
		words: wordsIn(attempt, stored.quotes ?? []),
		candidates: rows,
	}
}

const asStored = ({
	id,
	alignmentPercentage,
	...row
}: QuizResults['candidates'][number]): StoredResults['candidates'][number] => ({
	...row,
	id: id ?? null,
	percentage: alignmentPercentage,
})

const isConflict = (reply: Result<unknown, Failure>): boolean =>
	!reply.ok && reply.error.kind === 'problem' && reply.error.status === 409

export const createResults = (deps: CoreContext, attempts: Attempts): Results => {
	const { db, call, reads, offers } = deps

	const refreshFaces = async (attempt: StoredAttempt, reading: Reading): Promise<Refreshed> => {
		const stored = await db.candidates.bulkGet([...attempt.candidateIds])
		const missing = attempt.candidateIds.filter((_, index) => stored[index] === undefined)
		const replies = await Promise.all(
			missing.map((id) => call(candidateCalls.get, { params: { id } }, reading.options)),
		)
		const found = replies.flatMap((reply) => (reply.ok ? [reply.value] : []))
		if (found.length > 0) {
			await reading.store([db.candidates], () => db.candidates.bulkPut(found))
		}
		return allRefreshed(replies.map((reply) => (reply.ok ? REFRESHED : reply)))
	}

	/** Reads the quotes once, because they never change. */
	const refreshQuotes = async (
		{ id, serverId }: StoredAttempt,
		reading: Reading,
	): Promise<Refreshed> => {
		if (serverId === null || (await db.results.get(id))?.quotes !== undefined) return REFRESHED
		if (!(await offers('quotes'))) return REFRESHED
		const params = { attemptId: serverId }
		const reply = await call(quoteCalls.ofAttempt, { params }, reading.options)
		if (!reply.ok && !isMissing(reply.error)) return reply
		const quotes = reply.ok ? reply.value : []
		await reading.store([db.results], () => db.results.update(id, { quotes }))
		return REFRESHED
	}

	const refreshFigures = async (attempt: StoredAttempt, reading: Reading): Promise<Refreshed> => {
		const { id, serverId } = attempt
		const waiting = await waitingIn(db, id)
		// The server's figures would lack the unsent answers.
		if (serverId === null || waiting.length > 0 || attempt.notCounted) return REFRESHED
		const params = { attemptId: serverId }
		const reply = await call(calls.results, { params }, reading.options)
		// Not completed on the server, e.g. after a refused answer, or lost there. Reading the attempt settles both.
		if (isConflict(reply) || (!reply.ok && isMissing(reply.error))) return attempts.refresh(id)
		if (!reply.ok) return reply
		const candidates = reply.value.candidates.map(asStored)
		await reading.store([db.results], async () => {
			await db.results.put({ ...(await db.results.get(id)), attemptId: id, candidates })
		})
		return refreshQuotes(attempt, reading)
	}

	/** True if the server's figures and their explanation are stored. They never change. */
	const isSettled = async (attemptId: string): Promise<boolean> => {
		const attempt = await attempts.find(attemptId)
		if (attempt === null || attempt.reported !== null || attempt.statements.length === 0)
			return false
		return (await db.results.get(attempt.id)) !== undefined
	}

	return {
		async of(attemptId) {
			const attempt = await attempts.find(attemptId)
			if (attempt === null || attempt.status !== 'COMPLETED') return null
			const [stored, waiting, found] = await Promise.all([
				db.results.get(attempt.id),
				waitingIn(db, attempt.id),
				db.candidates.bulkGet([...attempt.candidateIds]),
			])
			const known = new Map(found.flatMap((row) => (row ? [[row.id, row]] : [])))
			// The device's figures would lack answers that only the server has.
			const whole = attempt.reported === null && (attempt.early || progress(attempt).isComplete)
			const scored = whole ? scoreAttempt(attempt, attempt.candidateIds, attempt.seed) : []
			const isConfirmed = stored !== undefined && waiting.length === 0 && !attempt.notCounted
			if (!isConfirmed && !whole) return null
			const shown = isConfirmed
				? confirmed(attempt, stored, scored, known)
				: estimate(attempt, scored, known)
			const firmness = whole ? firmnessOf(attempt, attempt.candidateIds, attempt.seed) : null
			const asked = new Set(attempt.statements.map(({ policyId }) => policyId))
			return {
				...shown,
				knowing: await readKnowing(db, attempt.userId, asked),
				firmness,
				tie: await readTie(db, shown, firmness),
			}
		},

		async refreshStatements(candidateIds) {
			const reading = reads.begin()
			const read = candidateIds.map((id) => refreshPolicies(deps, reading, id))
			return allRefreshed(await Promise.all(read))
		},

		async refresh(attemptId) {
			const reading = reads.begin()
			// Until the figures are stored, answers may change on other devices or be refused: read the state first.
			if (!(await isSettled(attemptId))) {
				const read = await attempts.refresh(attemptId)
				if (!read.ok) return read
			}
			const attempt = await attempts.find(attemptId)
			if (attempt === null) return REFRESHED
			return allRefreshed([
				await refreshFaces(attempt, reading),
				await refreshFigures(attempt, reading),
			])
		},
	}
}
