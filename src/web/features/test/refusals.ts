import type { Demographics } from '#contract/knowledge-test.ts'
import type { OutboxEntry, StoredTestSession } from '#local/db.ts'
import { testEnd } from '#web/texts/test-end.ts'
import { type Refusal, refusalOf } from '#web/ui/refusal.ts'
import { nameOf } from './words.ts'

/** What a command was to the person who did it. */
const deedOf = (command: string): string => {
	const deeds: Readonly<Record<string, string>> = testEnd.deeds
	return deeds[command] ?? testEnd.something
}

/** Whatever a command of the knowledge test holds that can be shown. */
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

/** What the server refused of a knowledge test, in words, in the order of the entries. Needs no attempt and no account. */
export const testRefusals = (
	session: StoredTestSession,
	refused: readonly OutboxEntry[],
): Refusal[] =>
	refused.map((entry) => {
		const args = entry.args as Args
		const asked = session.policies.find(({ policyId }) => policyId === args.policyId)
		return {
			...refusalOf(entry),
			what: deedOf(entry.command),
			begins: false,
			quizName: null,
			statement: asked?.text ?? null,
			answer: answerOf(session, args),
			words: args.feedbackText ?? null,
		}
	})
