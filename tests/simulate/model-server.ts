import { QUIZ_CLOSED } from '#contract/endpoint.ts'
import { MESSAGES } from '#contract/messages.ts'
import { VISITOR } from '#device/context.ts'
import { drawStatements } from '#domain/draw-statements.ts'
import { progress } from '#domain/quiz.ts'
import { OWNERS_FORMULA } from '#domain/score.ts'
import type { QuizType } from '#domain/types.ts'
import {
	type Answered,
	asOwnCall,
	type Backend,
	type Effect,
	keysOf,
	operationsOf,
	type Refusal,
	type Sent,
	type Standing,
} from './backend.ts'
import { ELECTION, quizById } from './catalogue.ts'
import { fold, type Row, type Ruling, refuse, ruleOnAnswer, ruleOnComplete } from './model-rules.ts'
import { createTestModel } from './model-tests.ts'

/** Bugs to inject into the model server. */
export interface ServerBugs {
	readonly noDedupe?: boolean
	/** Stores the key in a separate transaction; a crash in between loses it. */
	readonly keyApart?: boolean
	/** Lets an older answer of a stream overwrite a newer one. */
	readonly noOrder?: boolean
}

/** Extra fields of the refusal for a closed quiz. */
const closedWhen = (message: string) =>
	message === MESSAGES['quiz-not-active'] ? { type: QUIZ_CLOSED, closedOn: '2026-11-20' } : {}

const stateOf = (row: Row, batch: number, upTo?: number): Answered => {
	const attempt = fold(row, upTo)
	const { total, answered, currentNumber, percentage, isComplete } = progress(attempt)
	const given = Object.entries(attempt.answers).map(([policyId, value]) => ({ policyId, value }))
	const body = {
		quizAttemptId: row.id,
		compareQuizId: row.quizId,
		status: attempt.status,
		quizType: attempt.quizType,
		totalQuestions: total,
		answeredQuestions: answered,
		currentQuestionNumber: currentNumber,
		progressPercentage: percentage,
		isComplete,
		allPolicies: row.statements.map(({ policyId, ...rest }) => ({ id: policyId, ...rest })),
		seed: row.seed,
		formula: row.formula,
		answers: given.filter(({ value }) => value !== null),
		skippedPolicyIds: given.flatMap(({ policyId, value }) => (value === null ? [policyId] : [])),
		selectedPolicyIds: attempt.selection,
		revision: 1 + row.effects.slice(0, upTo).findLastIndex(({ applied }) => applied),
		...(batch > 1 && { batch }),
	}
	return { status: 200, body }
}

/** A history row. The start order serves as the start time. */
const listed = (row: Row) => {
	const attempt = fold(row)
	const { answered, total, percentage } = progress(attempt)
	return {
		id: row.id,
		compareQuizId: row.quizId,
		electionId: ELECTION,
		quizName: row.quizId,
		quizType: attempt.quizType,
		electionName: 'Election',
		status: attempt.status,
		startedAt: new Date(1_790_000_000_000 + row.startedAt).toISOString(),
		completedAt: null,
		answeredQuestions: answered,
		totalQuestions: total,
		progressPercentage: percentage,
		revision: 1 + row.effects.findLastIndex(({ applied }) => applied),
	}
}

interface Begin {
	readonly seed: string
	readonly quizType?: QuizType
	readonly restores?: string
	readonly formula?: number
}

const createRows = () => {
	const rows = new Map<string, Row>()
	let begun = 0
	const ofQuiz = (user: string, quizId: string): Row[] =>
		[...rows.values()].filter((row) => row.user === user && row.quizId === quizId)
	const live = (user: string, quizId: string): Row | undefined =>
		ofQuiz(user, quizId).find((row) => !row.superseded && fold(row).status === 'IN_PROGRESS')
	const own = (user: string, id: string): Row | undefined => {
		const row = rows.get(id)
		return row?.user === user ? row : undefined
	}

	const closed = new Set<string>()
	const types = new Map<string, QuizType>()
	const NOT_ACTIVE = refuse(409, MESSAGES['quiz-not-active'])

	const begin = (
		user: string,
		quizId: string,
		{ seed, quizType, restores, formula = OWNERS_FORMULA }: Begin,
	): Row => {
		const { pools } = quizById(quizId)
		const known = pools
			.flatMap(({ items }) => items)
			.map((item) => (formula > OWNERS_FORMULA ? item : { ...item, positions: {} }))
		const ids = pools.map(({ candidateId }) => candidateId)
		const drawn = drawStatements(ids, known, seed)
		const statements = drawn.map(({ id, ...rest }) => ({ policyId: id, ...rest, weight: 1 }))
		const startedAt = begun++
		const id = restores && !rows.has(restores) ? restores : `s${begun}`
		const type = quizType ?? types.get(quizId) ?? quizById(quizId).quizType
		const drawnFrom = { user, quizId, quizType: type, seed, formula, statements }
		const row: Row = { id, ...drawnFrom, startedAt, superseded: false, effects: [] }
		rows.set(id, row)
		return row
	}

	const start = (user: string, quizId: string, body: Begin): Ruling => {
		const running = own(user, body.restores ?? '') ?? live(user, quizId)
		if (running) return { row: running, detail: { kind: 'start', applied: false } }
		if (!body.restores && ofQuiz(user, quizId).some((row) => fold(row).status === 'COMPLETED')) {
			return refuse(409, 'You have already completed this quiz.')
		}
		if (closed.has(quizId)) return NOT_ACTIVE
		return { row: begin(user, quizId, body), detail: { kind: 'start', applied: true } }
	}

	const reset = (user: string, id: string, body: Begin): Ruling => {
		const row = own(user, id)
		if (row === undefined) return refuse(404, 'Not found')
		const running = live(user, row.quizId)
		const there = own(user, body.restores ?? '') ?? (running === row ? undefined : running)
		if (there) return { row: there, detail: { kind: 'reset', applied: false } }
		if (closed.has(row.quizId)) return NOT_ACTIVE
		if (running) running.superseded = true
		return { row: begin(user, row.quizId, body), detail: { kind: 'reset', applied: true } }
	}

	/** @returns a function that restores this state of the attempts. */
	const save = (): (() => void) => {
		const saved = [...rows.values()].map(
			(row) => [row, row.superseded, row.effects.length] as const,
		)
		return () => {
			rows.clear()
			for (const [row, superseded, length] of saved) {
				row.superseded = superseded
				row.effects.splice(length)
				rows.set(row.id, row)
			}
		}
	}

	return { rows, own, start, reset, closed, types, save }
}

/**
 * In-memory quiz API with the rules of the real services: permanent keys, stream order, and ownership.
 * @param batch maximum number of operations per batch.
 */
export const createModelServer = (batch: number, bugs: ServerBugs = {}): Backend => {
	const { rows, own, start, reset, closed, types, save } = createRows()
	const effects: Effect[] = []
	const refusals: Refusal[] = []
	const keys = new Map<string, { fingerprint: string; row: Row; upTo: number }>()
	const tokens = new Map<string, string>()
	const tests = createTestModel(batch)
	const testKeys = new Map<string, Answered>()
	const lost: Effect[] = []
	let restore = (): void => undefined

	/** Saves everything except administrators' changes and sign-ins. */
	const takeBackup = (): void => {
		const [backAttempts, backTests] = [save(), tests.save()]
		const { length } = effects
		const [savedKeys, savedTestKeys] = [[...keys], [...testKeys]]
		restore = () => {
			backAttempts()
			backTests()
			lost.push(...effects.splice(length))
			keys.clear()
			for (const [key, value] of savedKeys) keys.set(key, value)
			testKeys.clear()
			for (const [key, value] of savedTestKeys) testKeys.set(key, value)
		}
	}

	/** Handles a knowledge-test call, which needs no sign-in; its keys are global. */
	const handleTest = (sent: Sent): Answered => {
		const { key, stream, seq, copy = false } = sent
		const before = bugs.noDedupe ? undefined : testKeys.get(key ?? '')
		if (before) return before
		const nothing = { value: null, selected: null, applied: true }
		const answered = tests.handle(sent, (effect) => {
			effects.push({ user: VISITOR.key, key, stream, seq, copy, ...nothing, ...effect })
		})
		if (answered.status >= 400) {
			const { message } = answered.body as { message: string }
			refusals.push({ key, path: sent.path, copy: sent.copy ?? false, message })
		} else if (key !== null && stream !== null) testKeys.set(key, answered)
		return answered
	}

	/** Handles each operation like a single call, all at the same time. */
	const handleTests = (sent: Sent): Answered => {
		const operations = operationsOf(sent)
		if (operations === null) return handleTest(sent)
		const path = `/policy-knowledge-test/results/${sent.body?.sessionId}`
		const outcomes = operations.map((operation) => {
			const { status, body } = handleTest(asOwnCall(sent, operation))
			const { message = '', correct } = body as { message?: string; correct?: boolean }
			return { status, message, ...(correct !== undefined && { correct }) }
		})
		const known = tests.handle({ ...sent, method: 'GET', path }, () => undefined)
		if (known.status !== 200) return known
		const { summary } = known.body as { summary: unknown }
		return { status: 200, body: { outcomes, summary } }
	}

	const rule = (user: string, verb: string, target: string, sent: Sent): Ruling => {
		const body = sent.body as unknown as Begin
		if (verb === 'start') return start(user, target, body)
		if (verb === 'reset') return reset(user, target, body)
		const row = own(user, target)
		return verb === 'complete' ? ruleOnComplete(row, sent) : ruleOnAnswer(row, sent, !bugs.noOrder)
	}

	const note = (user: string, sent: Sent, { row, detail }: Extract<Ruling, { row: Row }>): void => {
		const { key, stream, seq, copy = false } = sent
		const nothing = { policyId: null, value: null, selected: null }
		const effect = { user, key, stream, seq, copy, attemptId: row.id, ...nothing, ...detail }
		row.effects.push(effect)
		effects.push(effect)
	}

	const write = (user: string, verb: string, target: string, sent: Sent): Answered => {
		const fingerprint = JSON.stringify([verb, target, sent.body])
		const name = `${user}/${sent.key}`
		const before = bugs.noDedupe ? undefined : keys.get(name)
		if (before && before.fingerprint === fingerprint) return stateOf(before.row, batch, before.upTo)
		const ruling = before
			? refuse(422, 'This key was used for another request.')
			: rule(user, verb, target, sent)
		if ('status' in ruling) {
			const { status, message } = ruling
			refusals.push({ key: sent.key, path: sent.path, copy: sent.copy ?? false, message })
			// Only our own server reports when a quiz closed.
			const closing = closedWhen(message)
			return { status, body: { message, ...closing } }
		}
		note(user, sent, ruling)
		keys.set(name, { fingerprint, row: ruling.row, upTo: ruling.row.effects.length })
		return stateOf(ruling.row, batch)
	}

	/** Handles each operation like a single call, all at the same time. */
	const writeAll = (user: string, target: string, sent: Sent): Answered => {
		const row = own(user, target)
		if (row === undefined) return { status: 404, body: { message: 'Not found' } }
		const operations = operationsOf(sent) ?? []
		// Sometimes skip the later operations, as if another call were processing them.
		const free = row.effects.length % 3 === 0 ? Math.ceil(operations.length / 2) : batch
		const outcomes = operations.slice(0, free).map((operation) => {
			const call = asOwnCall(sent, operation)
			const { status, body } = write(user, call.path.split('/').at(-2) ?? '', target, call)
			return { status, message: (body as { message?: string }).message ?? '' }
		})
		return { status: 200, body: { outcomes, state: stateOf(row, batch).body } }
	}

	const read = (user: string, path: string): Answered => {
		if (path === '/quiz/history') {
			const own = [...rows.values()].filter((row) => row.user === user && !row.superseded)
			return { status: 200, body: own.reverse().map(listed) }
		}
		const row = own(user, path.split('/').at(-1) ?? '')
		return row ? stateOf(row, batch) : { status: 404, body: { message: 'Not found' } }
	}

	return {
		refusals,
		backups: { take: takeBackup, restore: () => restore(), lost },
		setType: async (quizId, quizType) => void types.set(quizId, quizType),
		setOpen: async (quizId, open) => void (open ? closed.delete(quizId) : closed.add(quizId)),
		issue: (user, token) => void tokens.set(token, user),
		revoke: (token) => void tokens.delete(token),
		refuse: ({ key, path }) => void refusals.push({ key, path, copy: false, message: '' }),
		async handle(sent) {
			if (sent.path.startsWith('/policy-knowledge-test/')) return handleTests(sent)
			const user = tokens.get(sent.token)
			if (user === undefined) return { status: 401, body: { message: 'Please sign in.' } }
			if (sent.method === 'GET') return read(user, sent.path)
			const [verb = '', target = ''] = sent.path.split('/').slice(-2)
			return verb === 'batch' ? writeAll(user, target, sent) : write(user, verb, target, sent)
		},
		forgetKey(sent) {
			if (!bugs.keyApart) return
			for (const key of keysOf(sent)) {
				keys.delete(`${tokens.get(sent.token)}/${key}`)
				testKeys.delete(key ?? '')
			}
		},
		effects: async () => effects,
		testStandings: async () => tests.standings(),
		standings: async () =>
			new Map<string, Standing>(
				[...rows.values()].map((row) => {
					const { user, superseded, formula } = row
					const policyIds = row.statements.map(({ policyId }) => policyId)
					return [row.id, { user, superseded, policyIds, ...fold(row), formula }]
				}),
			),
	}
}
