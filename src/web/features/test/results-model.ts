import * as v from 'valibot'
import {
	knowledgeTest as calls,
	type Demographics,
	type TestResults,
} from '#contract/knowledge-test.ts'
import type { OutboxEntry, StoredTestSession } from '#device/db.ts'
import { summarise, type TestSummary } from '#domain/knowledge-test.ts'
import { RESPONSE_TIME_CAP_MS, TEST_POLICIES_MAX } from '#domain/limits.ts'
import { testEnd } from '#web/texts/en/test-end.ts'
import { locale } from '#web/texts/language.ts'
import { type Rejection, toRejection } from '#web/ui/rejected-entries.tsx'
import { nameOf, ownerOf } from './session-model.ts'

/** Result of a session: confirmed by the server, estimated here, still waiting, or empty if every guess was refused. */
export type Figures =
	| { readonly state: 'confirmed' | 'estimated'; readonly summary: TestSummary }
	| { readonly state: 'waiting' | 'empty' }

export const summaryOf = (figures: Figures): TestSummary | null =>
	'summary' in figures ? figures.summary : null

/** True if unsent commands affect the results; feedback does not. */
export const isWaiting = (entries: readonly OutboxEntry[]): boolean =>
	entries.some(({ state, command }) => state === 'waiting' && command !== 'test.feedback')

type Outcomes = Pick<StoredTestSession, 'guesses' | 'results'>

/** Correctness of each guess in order; null if unknown. */
export const outcomesOf = ({ guesses, results }: Outcomes): (boolean | null)[] => {
	const said = new Map(results?.policyResults.map(({ policyId, correct }) => [policyId, correct]))
	return guesses.map(({ policyId, correct }) => said.get(policyId) ?? correct)
}

/** Correctness of a guess, 'refused' by the server, or null if unknown. */
export type Mark = boolean | 'refused' | null

export const marksOf = (session: Outcomes): Mark[] =>
	outcomesOf(session).map((outcome, index) =>
		session.guesses[index]?.refused ? 'refused' : outcome,
	)

/** Drops the guesses that the server refused; they do not count. */
const accepted = <Session extends Outcomes>(session: Session): Session => ({
	...session,
	guesses: session.guesses.filter(({ refused }) => !refused),
})

/** Figures of a session. @param waiting true if commands that affect the results are unsent. */
export const figuresOf = (
	session: Outcomes & Pick<StoredTestSession, 'summary'>,
	waiting: boolean,
): Figures => {
	const { summary } = session
	const counted = accepted(session)
	const { guesses } = counted
	const outcomes = outcomesOf(counted)
	const graded = guesses.flatMap(({ responseTimeMs }, index) => {
		const correct = outcomes[index] ?? null
		return correct === null ? [] : [{ responseTimeMs, correct }]
	})
	const own = summarise(graded)
	if (!waiting && summary !== null) {
		// Some servers do not store the times.
		const avgResponseTimeMs = summary.avgResponseTimeMs || own.avgResponseTimeMs
		return { state: 'confirmed', summary: { ...summary, avgResponseTimeMs } }
	}
	if (guesses.length === 0) return { state: 'empty' }
	return graded.length === guesses.length
		? { state: 'estimated', summary: own }
		: { state: 'waiting' }
}

export interface Detail {
	readonly key: string
	readonly text: string
	readonly correct: boolean
	readonly guessed: string | null
	readonly owner: string | null
}

export const detailsOfResults = ({ policyResults }: TestResults): Detail[] =>
	policyResults.map((result, index) => ({
		key: result.policyId ?? String(index),
		text: result.policyText,
		correct: result.correct,
		guessed: result.guessedCandidateName,
		owner: result.correctCandidateName,
	}))

const gradedDetails = (all: StoredTestSession): Detail[] | null => {
	const session = accepted(all)
	const outcomes = outcomesOf(session)
	const details = session.guesses.flatMap(({ policyId, candidateId }, index) => {
		const correct = outcomes[index] ?? null
		if (correct === null) return []
		const text = session.policies.find((policy) => policy.policyId === policyId)?.text ?? ''
		const guessed = nameOf(session, candidateId)
		return { key: policyId, text, correct, guessed, owner: ownerOf(session, candidateId, correct) }
	})
	return details.length === outcomes.length ? details : null
}

/**
 * Details of a session on this device; null while a guess is ungraded and unsent. Once all are sent, ungraded guesses
 * were refused: use the server's results. @param waiting true if commands that affect the results are unsent.
 */
export const detailsOf = (session: StoredTestSession, waiting: boolean): Detail[] | null => {
	const graded = gradedDetails(session)
	if (graded !== null || waiting || session.results === null) return graded
	return detailsOfResults(session.results)
}

/** Validates the figures of a summary: users can edit the URL. */
const isPossible = (summary: TestSummary): boolean =>
	Number.isInteger(summary.correctGuesses) &&
	summary.correctGuesses >= 0 &&
	summary.correctGuesses <= summary.totalPolicies &&
	summary.totalPolicies <= 2 * TEST_POLICIES_MAX &&
	summary.accuracyPercentage >= 0 &&
	summary.accuracyPercentage <= 100 &&
	summary.avgResponseTimeMs >= 0 &&
	summary.avgResponseTimeMs <= RESPONSE_TIME_CAP_MS

/** Summary from the URL; null if missing or implausible. */
export const readSummary = (text: string | null): TestSummary | null => {
	if (text === null) return null
	try {
		const read = v.safeParse(calls.results.reply.entries.summary, JSON.parse(text))
		return read.success && isPossible(read.output) ? read.output : null
	} catch {
		// The URL may have been truncated.
		return null
	}
}

const decimal = (figure: number): string =>
	figure.toLocaleString(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Formats figures: "7 of 10", "70.0%", "2.4 s"; "–" if no time was measured. */
export const figureTexts = (summary: TestSummary) => ({
	totals: testEnd.totals(summary.correctGuesses, summary.totalPolicies),
	accuracy: `${decimal(summary.accuracyPercentage)}%`,
	time: summary.avgResponseTimeMs === 0 ? '–' : `${decimal(summary.avgResponseTimeMs / 1000)} s`,
})

const deedOf = (command: string): string => {
	const deeds: Readonly<Record<string, string>> = testEnd.deeds
	return deeds[command] ?? testEnd.something
}

interface Args {
	readonly policyId?: string
	readonly candidateId?: string
	readonly demographics?: Demographics
	readonly feedbackText?: string
}

const answerOf = (session: StoredTestSession, { candidateId, demographics }: Args) => {
	if (candidateId !== undefined) return nameOf(session, candidateId)
	return [demographics?.age, demographics?.gender].filter(Boolean).join(', ') || null
}

/** Refused commands of a knowledge test, in the order of the entries. */
export const testRefusals = (
	session: StoredTestSession,
	refused: readonly OutboxEntry[],
): Rejection[] =>
	refused.map((entry) => {
		const args = entry.args as Args
		const asked = session.policies.find(({ policyId }) => policyId === args.policyId)
		return {
			...toRejection(entry),
			what: deedOf(entry.command),
			begins: false,
			quizName: null,
			statement: asked?.text ?? null,
			answer: answerOf(session, args),
			words: args.feedbackText ?? null,
		}
	})
