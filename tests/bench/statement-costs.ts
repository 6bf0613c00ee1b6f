import { PGlite, type Transaction } from '@electric-sql/pglite'
import { auth } from '#contract/auth.ts'
import { BATCH_MAX } from '#contract/batch.ts'
import { compareQuizzes } from '#contract/compare-quizzes.ts'
import { elections } from '#contract/elections.ts'
import { type BatchOperation, quiz } from '#contract/quiz.ts'
import { createClient } from '#http/client.ts'
import { must } from '../device/journey.ts'
import { openRealApp } from '../support/real-app.ts'
import { atMost, atMostTimes, type Figure, figure } from './figure.ts'

/** Of an answer. */
const MOST = 4

// Includes transaction control.
const countStatements = () => {
	let count = 0
	const { query, transaction } = PGlite.prototype
	PGlite.prototype.query = function (this: PGlite, ...asked) {
		count++
		return query.apply(this, asked) as never
	}
	PGlite.prototype.transaction = function (this: PGlite, work) {
		count += 2
		return transaction.call(this, (tx: Transaction) => {
			const counted: Transaction['query'] = (...asked) => {
				count++
				return tx.query(...asked)
			}
			return work({ ...tx, query: counted })
		}) as never
	}
	return {
		of: async (work: () => Promise<unknown>): Promise<number> => {
			const before = count
			await work()
			return count - before
		},
		stop: () => Object.assign(PGlite.prototype, { query, transaction }),
	}
}

const openVoter = async (app: Awaited<ReturnType<typeof openRealApp>>['app']) => {
	let token: string | null = null
	const call = createClient({
		baseUrl: 'http://evenhand.test/api',
		token: () => token,
		fetch: async (...asked) => app.fetch(new Request(...asked)),
	})
	const body = { username: 'bench', email: 'bench@example.org', password: 'a good password' }
	token = must(await call(auth.register, { body })).token
	const all = must(await call(elections.active, {}))
	const election = all.find(({ name }) => name.includes('1912'))
	const params = { electionId: election?.id ?? '' }
	const quizzes = must(await call(compareQuizzes.ofElection, { params }))
	const compareQuizId = quizzes.find(({ quizType }) => quizType === 'SCALE')?.id ?? ''
	return { call, compareQuizId }
}

type TakenBy = Awaited<ReturnType<typeof openVoter>>

const countEach = async (
	{ call, compareQuizId }: TakenBy,
	counting: ReturnType<typeof countStatements>,
) => {
	const begin = () => call(quiz.start, { params: { compareQuizId } })
	const start = await counting.of(begin)
	const { quizAttemptId, allPolicies } = must(await begin())
	const params = { attemptId: quizAttemptId ?? '' }
	const bodyAt = (index: number) => ({
		interactionType: 'SCALE' as const,
		policyId: allPolicies[index % allPolicies.length]?.id ?? '',
		value: 1 as const,
		responseTimeMs: 800,
	})
	let seq = 1
	const batch = (size: number) => {
		const operations = Array.from({ length: size }, (_, index): BatchOperation => {
			seq++
			return { kind: 'INTERACT', key: `k${seq}`, seq, body: bodyAt(index) }
		})
		return async () =>
			must(await call(quiz.batch, { params, body: { stream: 'bench', operations } }))
	}
	return {
		start,
		answer: await counting.of(async () =>
			must(await call(quiz.interact, { params, body: bodyAt(0) }, { idempotencyKey: 'k0' })),
		),
		few: await counting.of(batch(1)),
		many: await counting.of(batch(BATCH_MAX)),
		complete: await counting.of(async () => must(await call(quiz.complete, { params }))),
		results: await counting.of(async () => must(await call(quiz.results, { params }))),
	}
}

/** Measures SQL statements per quiz call, including transaction control and authentication. */
export const statementCosts = async (): Promise<Figure[]> => {
	const { app, close } = await openRealApp()
	const counting = countStatements()
	try {
		const counts = await countEach(await openVoter(app), counting)
		const of = (what: string, value: number): Figure =>
			figure({ what: `${what}: SQL statements`, value })
		return [
			of('the start of a quiz', counts.start),
			figure({ what: 'an answer: SQL statements', value: counts.answer, goal: atMost(MOST) }),
			figure({
				what: `a batch of ${BATCH_MAX} answers: SQL statements`,
				value: counts.many,
				floor: { name: 'a batch of one', value: counts.few },
				goal: atMostTimes(1),
			}),
			of('the completion', counts.complete),
			of('the results', counts.results),
		]
	} finally {
		counting.stop()
		await close()
	}
}
