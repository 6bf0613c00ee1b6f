import type { Send } from './admin-page.ts'

interface Session {
	readonly sessionId: string
	readonly policies: readonly { readonly policyId: string }[]
	readonly candidate1: { readonly id: string }
	readonly candidate2: { readonly id: string }
}

export interface Taking {
	readonly feedbackText?: string
	/** Number of correct guesses out of ten if `owners` is given; otherwise the first candidate is always guessed. */
	readonly right?: number
	readonly owners?: ReadonlyMap<string, string>
	readonly demographics?: object
	/** "begun" leaves the test without guesses. */
	readonly until?: 'begun' | 'completed'
}

const postTo =
	(origin: string) =>
	async <Reply>(path: string, body: object): Promise<Reply> => {
		const reply = await fetch(`${origin}/api/policy-knowledge-test/${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		})
		if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
		return (await reply.json()) as Reply
	}

/** Takes a knowledge test over the API and submits feedback. @returns the session id. */
export const takeTest = async (origin: string, taking: Taking = {}): Promise<string> => {
	const { feedbackText, right = 10, owners, demographics = {}, until = 'completed' } = taking
	const post = postTo(origin)
	const session = await post<Session>('start', { numberOfPolicies: 10 })
	const { sessionId, policies, candidate1, candidate2 } = session
	if (until === 'completed') {
		for (const [index, { policyId }] of policies.slice(0, 10).entries()) {
			const owner = owners?.get(policyId) ?? candidate1.id
			const other = owner === candidate1.id ? candidate2.id : candidate1.id
			const guessedCandidateId = index < right ? owner : other
			const guess = { sessionId, policyId, guessedCandidateId, responseTimeMs: 2400 }
			await post('submit-guess', guess)
		}
		await post('complete', { sessionId, demographics })
	}
	if (feedbackText !== undefined) await post('feedback', { sessionId, feedbackText })
	return sessionId
}

/** Owner by policy of the active pair. */
export const ownersOf = async (send: Send): Promise<ReadonlyMap<string, string>> => {
	const active = await send<{ candidate1Id: string; candidate2Id: string }>(
		'GET',
		'/public/test-config/active',
	)
	const ids = [active.candidate1Id, active.candidate2Id]
	const lists = await Promise.all(
		ids.map(async (id) => {
			const rows = await send<{ id: string }[]>('GET', `/candidates/${id}/policies`)
			return rows.map((row) => [row.id, id] as const)
		}),
	)
	return new Map(lists.flat())
}
