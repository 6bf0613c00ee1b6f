import type { Answered, Effect, Sent, TestStanding } from './backend.ts'

/** Number of policies per session, small enough to finish within a schedule. */
const POLICIES = 4

const CANDIDATES = [
	{ id: 'c1', name: 'One' },
	{ id: 'c2', name: 'Two' },
] as const

interface Session {
	readonly id: string
	readonly guesses: Map<string, boolean>
	completed: boolean
	feedback: number
}

type Note = (effect: Pick<Effect, 'kind' | 'attemptId' | 'policyId'>) => void

/** Policies with even numbers belong to the first candidate. */
const isRight = (policyId: string, candidateId: string): boolean =>
	CANDIDATES[Number(policyId.slice(1)) % 2]?.id === candidateId

const say = (status: number, message: string): Answered => ({ status, body: { message } })

const summaryOf = ({ guesses }: Session): Answered => {
	const correctGuesses = [...guesses.values()].filter(Boolean).length
	const body = { totalPolicies: guesses.size, correctGuesses, accuracyPercentage: 0 }
	return { status: 200, body: { ...body, avgResponseTimeMs: 0 } }
}

const resultsOf = (session: Session): Answered => {
	const { guesses, completed, feedback } = session
	const policyResults = [...guesses].map(([policyId, correct]) => ({
		policyId,
		policyText: policyId,
		correct,
	}))
	const { body: summary } = summaryOf(session)
	return { status: 200, body: { summary, policyResults, completed, feedback } }
}

/**
 * Knowledge test of the model: only first guesses count, and none after the end. Sessions have no digests.
 * @param batch maximum number of operations per batch.
 */
export const createTestModel = (batch: number) => {
	const sessions = new Map<string, Session>()
	let begun = 0

	const start = (sent: Sent): Answered => {
		const { restores } = (sent.body ?? {}) as { restores?: { sessionId: string } }
		const id = restores?.sessionId ?? `t${++begun}`
		const session = sessions.get(id) ?? { id, guesses: new Map(), completed: false, feedback: 0 }
		sessions.set(session.id, session)
		const policies = Array.from({ length: POLICIES }, (_, index) => ({
			policyId: `p${index}`,
			text: `Policy ${index}`,
		}))
		const [candidate1, candidate2] = CANDIDATES
		return { status: 200, body: { sessionId: session.id, policies, candidate1, candidate2 } }
	}

	const graded = (correct: boolean): Answered => ({
		status: 200,
		body: { correct, ...(batch > 1 && { batch }) },
	})

	const guess = (session: Session, sent: Sent, note: Note): Answered => {
		const { policyId, guessedCandidateId } = sent.body as Record<string, string>
		const id = policyId ?? ''
		const before = session.guesses.get(id)
		if (before !== undefined) return graded(before)
		if (session.completed) return say(409, 'This test is completed.')
		const correct = isRight(id, guessedCandidateId ?? '')
		session.guesses.set(id, correct)
		note({ kind: 'guess', attemptId: session.id, policyId: id })
		return graded(correct)
	}

	const finish = (session: Session, sent: Sent, note: Note): Answered => {
		if (session.guesses.size === 0) return say(409, 'Guess at least one policy.')
		const { guesses: confirmed = 0 } = sent.body as { guesses?: number }
		if (!session.completed && session.guesses.size < confirmed) return say(409, 'Some are missing.')
		if (!session.completed) note({ kind: 'finish', attemptId: session.id, policyId: null })
		session.completed = true
		return summaryOf(session)
	}

	return {
		/** @param note receives the effect of the call. */
		handle(sent: Sent, note: Note): Answered {
			const verb = sent.path.split('/')[2] ?? ''
			if (verb === 'start') return start(sent)
			const id = sent.method === 'GET' ? sent.path.split('/')[3] : sent.body?.sessionId
			const session = sessions.get(String(id))
			if (session === undefined) return say(404, 'Not found')
			if (verb === 'submit-guess') return guess(session, sent, note)
			if (verb === 'complete') return finish(session, sent, note)
			if (verb === 'save-progress') return summaryOf(session)
			if (verb === 'results') return resultsOf(session)
			session.feedback++
			note({ kind: 'feedback', attemptId: session.id, policyId: null })
			return { status: 200, body: { success: true } }
		},
		/** @returns a function that restores this state of the sessions. */
		save(): () => void {
			const saved = [...sessions.values()].map((session) => ({
				...session,
				guesses: [...session.guesses],
			}))
			return () => {
				sessions.clear()
				for (const { guesses, ...session } of saved) {
					sessions.set(session.id, { ...session, guesses: new Map(guesses) })
				}
			}
		},
		standings: (): ReadonlyMap<string, TestStanding> =>
			new Map(
				[...sessions.values()].map(({ id, guesses, completed, feedback }) => [
					id,
					{ guesses: Object.fromEntries(guesses), completed, feedback },
				]),
			),
	}
}
