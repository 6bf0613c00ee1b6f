import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import type { QuizType } from '#domain/types.ts'
import { compareQuizzes, policies } from '#server/db/schema.ts'
import { ifMatch } from '../support/administration.ts'
import { createDevice, type Device } from '../support/device.ts'
import { replyOf } from '../support/quizzes.ts'
import type { TestServer, Voter } from '../support/server.ts'
import { answerAll, load1912, must } from './journey.ts'
import { createVoterDevice } from './voter-device.ts'

const { manageQuizzes, quiz } = endpoints

let server: TestServer
let device: Device
let admin: Voter
let quizzes: Awaited<ReturnType<typeof load1912>>

beforeEach(async () => {
	;({ server, device } = await createVoterDevice())
	admin = await server.registerVoter('ada', ['ROLE_ADMIN'])
	quizzes = await load1912(device)
})
afterEach(() => {
	expect(device.reported).toEqual([])
	device.close()
})

const attemptOf = async (id: string) => {
	const attempt = await device.local.attempts.find(id)
	if (attempt === null) throw new Error(`no attempt ${id}`)
	return attempt
}

const begin = async (quizId: string, answers = Infinity): Promise<string> => {
	const id = must(await device.local.quiz.start(quizId))
	await answerAll(device, id, answers)
	return id
}

const takeOffline = async (quizId: string): Promise<string> => {
	const id = await begin(quizId)
	must(await device.local.quiz.complete(id))
	return id
}

const changeType = async (id: string, quizType: QuizType): Promise<void> => {
	const { etag, ...fields } = replyOf(await admin.call(manageQuizzes.get, { params: { id } }))
	const days = {
		startDate: fields.startDate ?? '2026-01-01',
		endDate: fields.endDate ?? '2999-12-31',
	}
	const body = { ...fields, ...days, quizType }
	replyOf(await admin.call(manageQuizzes.update, { params: { id }, body }, ifMatch(etag)))
}

const stateOnServer = async (id: string) => {
	const params = { attemptId: (await attemptOf(id)).serverId ?? '' }
	return replyOf(await device.call(quiz.state, { params }))
}

const dayBefore = (moment: Date): string =>
	new Date(moment.getTime() - 86_400_000).toISOString().slice(0, 10)

describe('an offline attempt after its quiz type changed', () => {
	it.each(['scale', 'binary', 'pick'] as const)(
		'keeps its type and answers on the server: %s',
		async (kind) => {
			const id = await takeOffline(quizzes[kind])
			const before = await attemptOf(id)
			await changeType(quizzes[kind], kind === 'binary' ? 'SCALE' : 'BINARY')
			await device.local.engine.start()
			expect(await device.local.outbox.refused()).toEqual([])
			const state = await stateOnServer(id)
			expect(state).toMatchObject({ quizType: before.quizType, status: 'COMPLETED' })
			const answers = Object.fromEntries(
				(state.answers ?? []).map(({ policyId, value }) => [policyId, value]),
			)
			expect(answers).toEqual(before.answers)
			expect(state.selectedPolicyIds).toEqual(before.selection)
			expect((await attemptOf(id)).quizType).toBe(before.quizType)
		},
	)

	it('keeps its type after a reset', async () => {
		const old = await takeOffline(quizzes.scale)
		const id = must(await device.local.quiz.reset(old))
		await answerAll(device, id, 3)
		await changeType(quizzes.scale, 'BINARY')
		await device.local.engine.start()
		expect(await stateOnServer(id)).toMatchObject({ quizType: 'SCALE', answeredQuestions: 3 })
	})

	it('gets its answers refused by a server that ignores the type', async () => {
		const id = await begin(quizzes.scale, 3)
		await changeType(quizzes.scale, 'BINARY')
		device.network = async (request, pass) => {
			if (!request.url.includes('/v2/quiz/start/')) return pass()
			const { quizType: _, ...body } = await request.json()
			const { url, method, headers } = request
			return server.fetch(new Request(url, { method, headers, body: JSON.stringify(body) }))
		}
		await device.local.engine.start()
		const refused = await device.local.outbox.refused()
		expect(refused.map(({ command }) => command)).toEqual(Array(3).fill('quiz.interact'))
		expect(await stateOnServer(id)).toMatchObject({ quizType: 'BINARY', answers: [] })
	})

	it('sends entries of an older build without a type', async () => {
		const id = await begin(quizzes.scale, 3)
		await device.db.outbox.toCollection().modify((entry) => {
			const { quizType: _, ...args } = entry.args as Record<string, unknown>
			Object.assign(entry, { args, v: 2 })
		})
		await device.local.engine.start()
		expect(await stateOnServer(id)).toMatchObject({ quizType: 'SCALE', answeredQuestions: 3 })
	})

	it('uses the new type for attempts started after the change', async () => {
		await changeType(quizzes.scale, 'BINARY')
		must(await device.local.compareQuizzes.refreshIntro(quizzes.scale))
		await device.local.engine.start()
		const id = await begin(quizzes.scale, 2)
		await device.local.engine.drain()
		expect(await stateOnServer(id)).toMatchObject({ quizType: 'BINARY', answeredQuestions: 2 })
	})
})

/** Ways a quiz closes; each returns the day on which it closed. */
const CLOSINGS: readonly (readonly [string, (id: string) => Promise<string>])[] = [
	[
		'deactivated',
		async (id) => {
			replyOf(await admin.call(manageQuizzes.deactivate, { params: { id } }))
			return server.clock.now.toISOString().slice(0, 10)
		},
	],
	[
		'deleted',
		async (id) => {
			replyOf(await admin.call(manageQuizzes.remove, { params: { id } }))
			return server.clock.now.toISOString().slice(0, 10)
		},
	],
	[
		'ended',
		async (id) => {
			const endDate = dayBefore(server.clock.now)
			await server.db.update(compareQuizzes).set({ endDate }).where(eq(compareQuizzes.id, id))
			return endDate
		},
	],
	[
		'without statements',
		async () => {
			await server.db.update(policies).set({ validationStatus: 'PENDING' })
			return server.clock.now.toISOString().slice(0, 10)
		},
	],
]

describe('an offline attempt at a quiz that has closed', () => {
	it.each(CLOSINGS)('stays listed as not counted, with its estimate: %s', async (_, close) => {
		const id = await takeOffline(quizzes.scale)
		const closedOn = await close(quizzes.scale)
		await device.local.engine.start()
		must(await device.local.attempts.refreshHistory({ whole: true }))
		const listed = await device.local.attempts.list()
		expect(listed.map(({ attempt }) => attempt)).toMatchObject([
			{ id, status: 'COMPLETED', notCounted: { closedOn } },
		])
		must(await device.local.results.refresh(id))
		const results = await device.local.results.of(id)
		expect(results).toMatchObject({ estimated: true, attempt: { notCounted: { closedOn } } })
		expect(results?.candidates[0]?.percentage).toEqual(expect.any(Number))
		expect((await device.local.outbox.refused())[0]?.command).toBe('quiz.start')
	})

	it('stays listed with its answers if not completed', async () => {
		const id = await begin(quizzes.scale, 5)
		await admin.call(manageQuizzes.deactivate, { params: { id: quizzes.scale } })
		await device.local.engine.start()
		expect(await device.local.attempts.list()).toMatchObject([
			{ answered: 5, attempt: { id, notCounted: { closedOn: expect.any(String) } } },
		])
	})

	it('restores the attempt that its reset superseded', async () => {
		await device.local.engine.start()
		const old = await takeOffline(quizzes.scale)
		await device.local.engine.drain()
		device.local.engine.stop()
		const fresh = must(await device.local.quiz.reset(old))
		await answerAll(device, fresh)
		must(await device.local.quiz.complete(fresh))
		await admin.call(manageQuizzes.remove, { params: { id: quizzes.scale } })
		await device.local.engine.start()
		must(await device.local.attempts.refreshHistory({ whole: true }))
		const listed = await device.local.attempts.list()
		const marks = new Map(
			listed.map(({ attempt }) => [attempt.id, Boolean(attempt.notCounted)] as const),
		)
		expect(marks).toEqual(
			new Map([
				[old, false],
				[fresh, true],
			]),
		)
	})

	it('counts if the quiz reopens and the voter retries', async () => {
		const id = await takeOffline(quizzes.scale)
		const params = { id: quizzes.scale }
		await admin.call(manageQuizzes.deactivate, { params })
		await device.local.engine.start()
		await admin.call(manageQuizzes.activate, { params })
		expect(await device.local.outbox.retryAll()).toBe(0)
		await device.local.engine.drain()
		expect(await stateOnServer(id)).toMatchObject({ status: 'COMPLETED' })
		expect((await attemptOf(id)).notCounted).toBeNull()
	})

	it.each(CLOSINGS)('sends the rest of an attempt started before: %s', async (_, close) => {
		await device.local.engine.start()
		const id = await begin(quizzes.scale, 3)
		await device.local.engine.drain()
		device.local.engine.stop()
		await answerAll(device, id)
		must(await device.local.quiz.complete(id))
		await close(quizzes.scale)
		await device.local.engine.start()
		expect(await device.local.outbox.refused()).toEqual([])
		expect(await stateOnServer(id)).toMatchObject({ status: 'COMPLETED' })
	})

	it('joins the attempt started elsewhere before the closing', async () => {
		const tablet = createDevice({ fetch: server.fetch, user: device.user })
		await load1912(tablet)
		const there = must(await tablet.local.quiz.start(quizzes.scale))
		await tablet.local.engine.drain()
		const id = await begin(quizzes.scale, 4)
		await admin.call(manageQuizzes.remove, { params: { id: quizzes.scale } })
		await device.local.engine.start()
		const { serverId, superseded } = await attemptOf(id)
		expect(serverId).toBe((await tablet.local.attempts.find(there))?.serverId)
		expect(superseded).toBe(false)
		tablet.close()
	})
})

it('does not mark a quiz that has not opened yet as closed', async () => {
	const id = await takeOffline(quizzes.scale)
	await server.db
		.update(compareQuizzes)
		.set({ startDate: '2999-01-01' })
		.where(eq(compareQuizzes.id, quizzes.scale))
	await device.local.engine.start()
	const reason = 'This quiz opens on 2999-01-01.'
	const coded = { code: 'quiz-opens-on', values: { day: '2999-01-01' } }
	expect((await attemptOf(id)).notCounted).toEqual({ closedOn: null, reason, ...coded })
})
