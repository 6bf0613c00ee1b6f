import { candidates as candidateCalls } from '#contract/candidates.ts'
import {
	quiz as calls,
	type QuizResults,
	type Quote,
	quotes as quoteCalls,
} from '#contract/quiz.ts'
import { progress } from '#domain/quiz.ts'
import { type Alignment, scoreAttempt } from '#domain/score.ts'
import type { Result } from '#domain/types.ts'
import { type Failure, isMissing } from '#http/failure.ts'
import type { Attempts } from './attempts.ts'
import type { CoreContext } from './context.ts'
import type { StoredAttempt, StoredCandidate, StoredResults } from './db.ts'
import { waitingIn } from './entries.ts'
import { allRefreshed, REFRESHED, type Reading, type Refreshed } from './reads.ts'

/** A candidate's place in the results. */
export interface CandidateResult extends Omit<Alignment, 'candidateId'> {
	readonly candidateId: string | null
	readonly name: string
	readonly logo: string | null
	readonly party: string | null
	readonly website: string | null
}

export interface AttemptResults {
	readonly attempt: StoredAttempt
	/** Best first; equal figures share a rank, those without a figure come last. */
	readonly candidates: readonly CandidateResult[]
	/** The figures are this device's own: the server has not confirmed them yet. */
	readonly estimated: boolean
	/** Something of a candidate beyond the figure, a name say, was never read here. */
	readonly faceless: boolean
	/** The candidates' own words behind the statements, by the statement's id. */
	readonly quotes: ReadonlyMap<string, Quote>
}

export interface Results {
	/** The results of the voter's completed attempt, by either id; null where there is nothing to show yet. */
	of(attemptId: string): Promise<AttemptResults | null>
	/** Reads the server's figures, and whatever is missing here to explain them. */
	refresh(attemptId: string): Promise<Refreshed>
}

const face = (candidate: StoredCandidate | undefined) => ({
	party: candidate?.party ?? null,
	website: candidate?.website ?? null,
})

const isFaceless = (
	{ candidateIds }: StoredAttempt,
	known: ReadonlyMap<string, StoredCandidate>,
): boolean => candidateIds.some((id) => !known.has(id))

const estimate = (
	attempt: StoredAttempt,
	scored: readonly Alignment[],
	known: ReadonlyMap<string, StoredCandidate>,
): AttemptResults => ({
	attempt,
	estimated: true,
	faceless: isFaceless(attempt, known),
	quotes: new Map(),
	candidates: scored.map((alignment) => {
		const candidate = known.get(alignment.candidateId)
		return {
			...alignment,
			...face(candidate),
			name: candidate?.name ?? 'Candidate',
			logo: candidate?.logo ?? null,
		}
	}),
})

/** Ranks for a server that sends figures without them: equal figures share one. */
const rankIn = (percentages: readonly (number | null)[], own: number | null): number | null =>
	own === null ? null : 1 + percentages.filter((other) => other !== null && other > own).length

/** The server's figures and order, with this device's lines to explain them. */
const confirmed = (
	attempt: StoredAttempt,
	stored: StoredResults,
	scored: readonly Alignment[],
	known: ReadonlyMap<string, StoredCandidate>,
): AttemptResults => {
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
		}
	})
	// Stable: where the server ranks, its own order stands inside a tie.
	rows.sort((a, b) => (a.rank ?? Number.MAX_SAFE_INTEGER) - (b.rank ?? Number.MAX_SAFE_INTEGER))
	return {
		attempt,
		estimated: false,
		faceless: isFaceless(attempt, known),
		quotes: new Map(stored.quotes?.map((quote) => [quote.policyId, quote])),
		candidates: rows,
	}
}

/** A candidate's row of the server's results as it is kept. */
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

/** @param attempts the results are of an attempt as far as it is known, so that is read first. */
export const createResults = (deps: CoreContext, attempts: Attempts): Results => {
	const { db, call, reads } = deps

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

	/** Once is enough: what a quote says never changes. */
	const refreshQuotes = async (
		{ id, serverId }: StoredAttempt,
		reading: Reading,
	): Promise<Refreshed> => {
		if (serverId === null || (await db.results.get(id))?.quotes !== undefined) return REFRESHED
		const params = { attemptId: serverId }
		const reply = await call(quoteCalls.ofAttempt, { params }, reading.options)
		// Another server knows no such call: it has no quotes, and none is missing.
		if (!reply.ok && !isMissing(reply.error)) return reply
		const quotes = reply.ok ? reply.value : []
		await reading.store([db.results], () => db.results.update(id, { quotes }))
		return REFRESHED
	}

	const refreshFigures = async (attempt: StoredAttempt, reading: Reading): Promise<Refreshed> => {
		const { id, serverId } = attempt
		const waiting = await waitingIn(db, id)
		// The server's figures would be of answers that are not all there yet.
		if (serverId === null || waiting.length > 0 || attempt.notCounted) return REFRESHED
		const params = { attemptId: serverId }
		const reply = await call(calls.results, { params }, reading.options)
		// Not completed there, whatever is stored here: an answer was refused, say. The state tells.
		// Nor is an attempt that the server has lost.
		if (isConflict(reply) || (!reply.ok && isMissing(reply.error))) return attempts.refresh(id)
		if (!reply.ok) return reply
		const candidates = reply.value.candidates.map(asStored)
		await reading.store([db.results], async () => {
			await db.results.put({ ...(await db.results.get(id)), attemptId: id, candidates })
		})
		return refreshQuotes(attempt, reading)
	}

	/** Whether the server's figures are here and what explains them: nothing changes any more. */
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
			// What the server knows more of the attempt would be missing from the device's own figures.
			const whole = attempt.reported === null && progress(attempt).isComplete
			const scored = whole ? scoreAttempt(attempt, attempt.candidateIds, attempt.seed) : []
			if (stored !== undefined && waiting.length === 0 && !attempt.notCounted) {
				return confirmed(attempt, stored, scored, known)
			}
			return whole ? estimate(attempt, scored, known) : null
		},

		async refresh(attemptId) {
			const reading = reads.begin()
			// Answers change until the figures are there: what was answered, or refused, on other devices shows in the state.
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
