import { MESSAGES } from '#contract/messages.ts'
import { type Attempt, answer, complete } from '#domain/quiz.ts'
import type { QuizType, Statement } from '#domain/types.ts'
import type { Effect, Sent } from './backend.ts'

export interface Row {
	readonly id: string
	readonly user: string
	readonly quizId: string
	readonly quizType: QuizType
	readonly seed: string
	readonly formula: number
	readonly statements: readonly Statement[]
	readonly startedAt: number
	superseded: boolean
	readonly effects: Effect[]
}

export type Detail = Pick<Effect, 'kind' | 'applied'> &
	Partial<Pick<Effect, 'policyId' | 'value' | 'selected'>>

/** Outcome of a verb: an effect on an attempt, or a refusal. */
export type Ruling =
	| { readonly row: Row; readonly detail: Detail }
	| { readonly status: number; readonly message: string }

export const refuse = (status: number, message: string): Ruling => ({ status, message })

const NOT_FOUND = refuse(404, 'Not found')
const RESET = refuse(409, MESSAGES['attempt-reset'])

export const fold = (row: Row, upTo = row.effects.length): Attempt => {
	const answers: Record<string, number | null> = {}
	let status: Attempt['status'] = 'IN_PROGRESS'
	let selection: Attempt['selection'] = null
	for (const { applied, kind, policyId, value, selected } of row.effects.slice(0, upTo)) {
		if (!applied) continue
		if (kind === 'complete') status = 'COMPLETED'
		if (selected !== null) selection = selected
		if (policyId !== null) answers[policyId] = value
	}
	const { quizType, statements, formula } = row
	return { quizType, status, formula, statements, answers, selection }
}

/** True if a newer answer of the same stream has been applied. */
const isLate = (row: Row, sent: Sent, policyId: string | null): boolean =>
	row.effects.some(
		(effect) =>
			effect.kind === 'interact' &&
			effect.applied &&
			effect.policyId === policyId &&
			effect.stream === sent.stream &&
			(effect.seq ?? 0) > (sent.seq ?? 0),
	)

export const ruleOnComplete = (row: Row | undefined, sent: Sent): Ruling => {
	if (row === undefined) return NOT_FOUND
	if (row.superseded) return RESET
	const before = fold(row)
	if (!complete(before, sent.body?.unanswered === true).ok)
		return refuse(409, 'This quiz is not finished.')
	return { row, detail: { kind: 'complete', applied: before.status !== 'COMPLETED' } }
}

/** Applies an answer. @param guarded keeps older answers from overwriting newer ones. */
export const ruleOnAnswer = (row: Row | undefined, sent: Sent, guarded: boolean): Ruling => {
	if (row === undefined) return NOT_FOUND
	if (row.superseded) return RESET
	// Trust the client's form, which the real server validates.
	const body = sent.body as {
		interactionType?: string
		policyId?: string
		value?: number
		selectedPolicyIds?: string[]
	}
	const isSkip = body.interactionType === 'SKIP' && row.quizType !== 'POLICY_PICK'
	if (body.interactionType !== row.quizType && !isSkip)
		return refuse(400, `must be ${row.quizType}`)
	const { policyId = null, value = null, selectedPolicyIds = null } = body
	const given =
		selectedPolicyIds === null
			? { policyId: policyId ?? '', value: isSkip ? null : (value ?? Number.NaN) }
			: { selectedPolicyIds }
	const answered = answer(fold(row), given)
	if (!answered.ok) {
		return refuse(answered.error.code === 'completed' ? 409 : 400, answered.error.code)
	}
	const applied = !guarded || !isLate(row, sent, policyId)
	return {
		row,
		detail: { kind: 'interact', applied, policyId, value, selected: selectedPolicyIds },
	}
}
