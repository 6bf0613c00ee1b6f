import { and, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { quiz } from '#contract/quiz.ts'
import type { StoredAttempt } from '#device/db.ts'
import { FORMULA_VERSION, OWNERS_FORMULA } from '#domain/score.ts'
import { policies, positions } from '#server/db/schema.ts'
import type { Device } from '../support/device.ts'
import { givePositions } from '../support/positions.ts'
import type { TestServer } from '../support/server.ts'
import { answerAll, load1912, must } from './journey.ts'
import { offline, online } from './visitor-device.ts'
import { createVoterDevice } from './voter-device.ts'

let server: TestServer
let device: Device
let quizzes: Awaited<ReturnType<typeof load1912>>

beforeEach(async () => {
	;({ server, device } = await createVoterDevice())
	quizzes = await load1912(device)
	await givePositions(server.db, quizzes.scale, 7)
	quizzes = await load1912(device)
	await device.local.engine.start()
	device.network = offline
})
afterEach(() => {
	expect(device.reported).toEqual([])
	device.close()
})

const attemptOf = async (id: string): Promise<StoredAttempt> => {
	const attempt = await device.local.attempts.find(id)
	if (attempt === null) throw new Error(`no attempt ${id}`)
	return attempt
}
const reconnect = async (): Promise<void> => {
	device.network = online
	await device.local.engine.wake()
}
const stateOf = async (id: string) => {
	const { serverId } = await attemptOf(id)
	return must(await device.call(quiz.state, { params: { attemptId: serverId ?? '' } }))
}
const drawn = ({ statements }: StoredAttempt) =>
	statements.map(({ policyId, positions: known }) => [policyId, known ?? {}])
const onServer = async (id: string) =>
	(await stateOf(id)).allPolicies.map((policy) => [policy.id, policy.positions ?? {}])

/** Turns the stored policies into those of a build that knew no positions. */
const forgetPositions = () =>
	device.db.policies.toCollection().modify((policy) => {
		Reflect.deleteProperty(policy, 'positions')
	})

describe('positions on the device', () => {
	it.each(['scale', 'binary', 'pick'] as const)(
		'draw the same statements offline as on the server: %s',
		async (kind) => {
			const id = must(await device.local.quiz.start(quizzes[kind]))
			const before = await attemptOf(id)
			expect(before.formula).toBe(FORMULA_VERSION)
			expect(drawn(before).flatMap(([, known]) => Object.keys(known ?? {}))).not.toEqual([])
			await reconnect()
			expect(await onServer(id)).toEqual(drawn(before))
			expect(drawn(await attemptOf(id))).toEqual(drawn(before))
			expect((await stateOf(id)).formula).toBe(FORMULA_VERSION)
		},
	)

	it('draws with owners alone from policies that an older build stored', async () => {
		await forgetPositions()
		const id = must(await device.local.quiz.start(quizzes.scale))
		const before = await attemptOf(id)
		expect(before.formula).toBe(OWNERS_FORMULA)
		await answerAll(device, id, 3)
		await reconnect()
		const { formula, answers } = await stateOf(id)
		expect(formula).toBe(OWNERS_FORMULA)
		expect(answers).toHaveLength(3)
		expect(await onServer(id)).toEqual(drawn(before))
		expect(drawn(before).every(([, known]) => Object.keys(known ?? {}).length === 0)).toBe(true)
	})

	it('lands every answer of an older build that names no formula', async () => {
		await forgetPositions()
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id)
		must(await device.local.quiz.complete(id))
		await device.db.outbox.toCollection().modify((entry) => {
			const { formula: _, ...args } = entry.args as Record<string, unknown>
			Object.assign(entry, { args, v: entry.command === 'quiz.complete' ? 1 : 3 })
		})
		await reconnect()
		expect(await device.local.outbox.counts()).toEqual({ waiting: 0, refused: 0 })
		const state = await stateOf(id)
		expect(state).toMatchObject({ status: 'COMPLETED', formula: OWNERS_FORMULA })
		expect(Object.fromEntries(state.answers?.map((a) => [a.policyId, a.value]) ?? [])).toEqual(
			(await attemptOf(id)).answers,
		)
	})

	it('starts a quiz with a candidate who has positions but no statements', async () => {
		device.network = online
		const [candidateId = ''] =
			(await device.local.compareQuizzes.get(quizzes.scale))?.candidateIds ?? []
		await server.db
			.update(policies)
			.set({ deletedAt: server.clock.now })
			.where(eq(policies.candidateId, candidateId))
		await load1912(device)
		const key = `${device.user?.key}/${quizzes.scale}`
		const { policyCount } = (await device.db.validations.get(key)) ?? {}
		device.network = offline
		const intro = await device.local.compareQuizzes.intro(quizzes.scale)
		expect(intro).toMatchObject({ ready: true, validation: { valid: true, policyCount } })
		const id = must(await device.local.quiz.start(quizzes.scale))
		const before = await attemptOf(id)
		expect(before.statements).toHaveLength(policyCount ?? 0)
		await reconnect()
		expect(await onServer(id)).toEqual(drawn(before))
	})

	it('ignores positions of candidates who are not compared', async () => {
		await device.db.policies.toCollection().modify((policy) => {
			policy.positions = { ...policy.positions, 'somebody else': 2 }
		})
		const id = must(await device.local.quiz.start(quizzes.scale))
		const known = (await attemptOf(id)).statements.flatMap((each) =>
			Object.keys(each.positions ?? {}),
		)
		expect(known).not.toContain('somebody else')
	})

	it('computes the same figures and intervals as the server', async () => {
		const id = must(await device.local.quiz.start(quizzes.scale))
		await answerAll(device, id)
		must(await device.local.quiz.complete(id))
		const estimated = await device.local.results.of(id)
		await reconnect()
		must(await device.local.results.refresh(id))
		const confirmed = await device.local.results.of(id)
		expect([estimated?.estimated, confirmed?.estimated]).toEqual([true, false])
		const figures = (results: typeof confirmed) =>
			results?.candidates.map(({ name, percentage, rank, low, high }) => ({
				...{ name, percentage, rank, low, high },
			}))
		expect(figures(confirmed)).toEqual(figures(estimated))
		expect(confirmed?.candidates.some(({ low, high }) => low !== high)).toBe(true)
	})

	it('keeps each candidate’s words on a statement for offline use', async () => {
		const id = must(await device.local.quiz.start(quizzes.scale))
		await answerAll(device, id)
		must(await device.local.quiz.complete(id))
		const [statement] = (await attemptOf(id)).statements
		const { policyId = '', candidateId: owner = '' } = statement ?? {}
		const [other = ''] = Object.keys(statement?.positions ?? {})
		await server.db.update(policies).set({ quote: 'Owner.' }).where(eq(policies.id, policyId))
		expect((await device.local.results.of(id))?.words(policyId, other)).toBeNull()
		await reconnect()
		must(await device.local.results.refresh(id))
		device.network = offline
		const words = (await device.local.results.of(id))?.words
		expect(words?.(policyId, owner)?.quote).toBe('Owner.')
		const [stored] = await server.db
			.select()
			.from(positions)
			.where(and(eq(positions.policyId, policyId), eq(positions.candidateId, other)))
		const { quote, value, source, url } = stored ?? {}
		expect(words?.(policyId, other)).toMatchObject({ quote, value, source, url })
		expect(words?.(policyId, 'nobody')).toBeNull()
		const [data] = (await device.local.yourData.read()).attempts
		expect(data?.statements[0]?.positions).toEqual(statement?.positions)
	})
})
