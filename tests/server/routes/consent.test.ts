import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { yourData } from '#contract/your-data.ts'
import { attemptEvents } from '#server/db/schema.ts'
import { answerAll, answerTo, quiz1912, raw, refusalOf, replyOf } from '../../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'

// Answers reveal political opinions (sensitive data), so the consent given before the first one must be on record.

const { quiz } = endpoints
const consent = '2026-11-23'

let server: TestServer
let voter: Voter
let compareQuizId: string
beforeEach(async () => {
	server = await createTestServer({ sample: true })
	voter = await server.registerVoter()
	compareQuizId = await quiz1912(voter, 'SCALE')
})

const start = async (body: { consent?: string } = {}, idempotencyKey?: string) => {
	const options = idempotencyKey === undefined ? {} : { idempotencyKey }
	return replyOf(await voter.call(quiz.start, { params: { compareQuizId }, body }, options))
}
const recorded = async () => {
	const rows = await server.db.select().from(attemptEvents).orderBy(attemptEvents.id)
	return rows.map(({ kind, consent }) => [kind, consent])
}
const exported = async () => {
	const { attempts } = replyOf(await voter.call(yourData.read, { query: {} }))
	return attempts.flatMap(({ events }) =>
		events.map(({ kind, consent, at }) => [kind, consent, at]),
	)
}

describe('consent', () => {
	it('is stored with the start and included in the data export', async () => {
		const state = await start({ consent })
		const at = server.clock.now.toISOString()
		server.clock.now = new Date(server.clock.now.getTime() + 60_000)
		await answerAll(voter, state, 1)
		expect(await exported()).toEqual([
			['START', consent, at],
			['INTERACT', null, server.clock.now.toISOString()],
		])
	})

	it('is stored for any version and once for a repeated call', async () => {
		await start({ consent: '1999-01-01' }, 'key')
		await start({ consent: '1999-01-01' }, 'key')
		expect(await recorded()).toEqual([['START', '1999-01-01']])
	})

	it('is optional, as the specification has no such field', async () => {
		const reply = await raw(server, `/api/v2/quiz/start/${compareQuizId}`, {
			method: 'POST',
			token: voter.token,
		})
		expect(reply.status).toBe(200)
		await start()
		expect(await recorded()).toEqual([
			['START', null],
			['START', null],
		])
	})

	it('is stored when a second device resumes the attempt', async () => {
		const first = await start()
		expect((await start({ consent })).quizAttemptId).toBe(first.quizAttemptId)
		expect(await recorded()).toEqual([
			['START', null],
			['START', consent],
		])
	})

	it('is stored with a reset', async () => {
		const { quizAttemptId } = await start({ consent })
		const params = { attemptId: quizAttemptId ?? '' }
		const body = { consent: '2026-12-01' }
		const fresh = replyOf(await voter.call(quiz.reset, { params, body }))
		// A second device sends the same reset and gets the current attempt.
		const again = replyOf(await voter.call(quiz.reset, { params, body }))
		expect(again.quizAttemptId).toBe(fresh.quizAttemptId)
		expect(await recorded()).toEqual([
			['START', consent],
			['RESET', '2026-12-01'],
			['RESET', '2026-12-01'],
		])
	})

	it('precedes batched answers and is unaffected by them', async () => {
		const state = await start({ consent })
		const operations = [0, 1].map((seq) => {
			const { body } = answerTo(state, seq)
			return { kind: 'INTERACT', key: `k${seq}`, seq, body } as const
		})
		const params = { attemptId: state.quizAttemptId ?? '' }
		replyOf(await voter.call(quiz.batch, { params, body: { stream: 'phone', operations } }))
		expect(await recorded()).toEqual([
			['START', consent],
			['INTERACT', null],
			['INTERACT', null],
		])
	})

	it.each(['yes', '', true, 20261123])('is refused as %j at its field', async (value) => {
		const reply = await raw(server, `/api/v2/quiz/start/${compareQuizId}`, {
			token: voter.token,
			json: { consent: value },
		})
		expect(reply).toMatchObject({ status: 400, body: { errors: [{ path: 'consent' }] } })
		expect(await recorded()).toEqual([])
	})

	it('must match when a key is reused', async () => {
		await start({ consent }, 'key')
		const call = { params: { compareQuizId }, body: { consent: '2026-12-01' } }
		const reply = await voter.call(quiz.start, call, { idempotencyKey: 'key' })
		expect(refusalOf(reply).status).toBe(422)
	})

	it('is deleted with the account', async () => {
		await start({ consent })
		replyOf(await voter.call(yourData.erase, { body: { password: voter.password } }))
		expect(await server.db.$count(attemptEvents, eq(attemptEvents.consent, consent))).toBe(0)
	})
})
