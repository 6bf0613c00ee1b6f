import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { policies } from '#server/db/schema.ts'
import { addPolicies, makeCandidate, makeElection } from '../../support/administration.ts'
import { replyOf } from '../../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'

const { managePolicies, managePositions, manageQuizzes } = endpoints

let server: TestServer
let admin: Voter
let electionId: string
/** Ids by name. */
let people: Record<'Ann' | 'Bob' | 'Cid', string>

const PARKS = 'Every park should have a playground.'
const BUSES = 'Buses should run all night long.'
const TAXES = 'Taxes on houses should be lower.'
const ROADS = 'Roads should get wider lanes soon.'
const TRAMS = 'Trams should connect all the suburbs.'
const OWNERS = { Ann: [PARKS, BUSES], Bob: [TAXES, ROADS], Cid: [TRAMS] }

beforeEach(async () => {
	server = await createTestServer()
	admin = await server.registerVoter('ada', ['ROLE_ADMIN'])
	electionId = (await makeElection(admin)).id
	const made: Record<string, string> = {}
	for (const [name, texts] of Object.entries(OWNERS)) {
		const { id } = await makeCandidate(admin, name, [electionId])
		await addPolicies(server, id, texts)
		made[name] = id
	}
	people = made as typeof people
})

const statementIds = async (): Promise<Map<string, string>> =>
	new Map((await server.db.select().from(policies)).map(({ id, text }) => [text, id]))

const take = async (stances: readonly (readonly [string, keyof typeof people, number])[]) => {
	const ids = await statementIds()
	const cells = stances.map(([text, name, value]) => ({
		...{ policyId: ids.get(text) ?? '', candidateId: people[name], value },
	}))
	replyOf(await admin.call(managePositions.setMany, { params: { electionId }, body: { cells } }))
}

const preview = async (names: readonly (keyof typeof people)[] = ['Ann', 'Bob', 'Cid']) =>
	replyOf(
		await admin.call(manageQuizzes.preview, {
			body: { candidateIds: names.map((name) => people[name]), quizType: 'SCALE', electionId },
		}),
	)
const refOf = (name: keyof typeof people) => ({ id: people[name], name })

/** Ann and Bob agree on everything; Cid is known on his own statement and one other. */
const ALIKE = [
	[PARKS, 'Bob', 2],
	[BUSES, 'Bob', 2],
	[TAXES, 'Ann', 2],
	[ROADS, 'Ann', 2],
	[TRAMS, 'Ann', -1],
	[TRAMS, 'Bob', -1],
	[PARKS, 'Cid', -2],
] as const

describe('quiz preview by content', () => {
	it('tells how many positions are known, asked and missing', async () => {
		await take(ALIKE)
		const { content, candidates, policyCount, perCandidate } = await preview()
		expect(content).toMatchObject({ hasPositions: true, asked: policyCount })
		expect(content?.candidates.map(({ name, known, missing }) => [name, known, missing])).toEqual([
			['Ann', 5, 0],
			['Bob', 5, 0],
			['Cid', 2, 3],
		])
		// All three positions are known on two statements only, so only these are asked.
		expect(content).toMatchObject({ asked: 2, largestSpread: 0 })
		expect(perCandidate).toBe(2)
		expect(candidates.map(({ name, tooFew }) => [name, tooFew])).toEqual([
			['Ann', false],
			['Bob', false],
			['Cid', true],
		])
	})

	it('tells by how much the draw cannot balance', async () => {
		await addPolicies(server, people.Cid, ['Libraries should open on every Sunday.'])
		await take([
			[TAXES, 'Ann', -2],
			[ROADS, 'Ann', -1],
			[TRAMS, 'Ann', 1],
			['Libraries should open on every Sunday.', 'Ann', -2],
		])
		const { content } = await preview()
		expect(content).toMatchObject({ asked: 4, largestSpread: 2 })
		expect(content?.candidates.map(({ knownAsked }) => knownAsked)).toEqual([4, 2, 2])
	})

	it('finds candidates whom the statements cannot separate, and who beats them', async () => {
		await take(ALIKE)
		const { content } = await preview()
		expect(content?.inseparable).toEqual([{ candidates: [refOf('Ann'), refOf('Bob')], common: 5 }])
		expect(
			content?.candidates.map(({ name, cloneFirstShare, cloneRivals }) => [
				...[name, cloneFirstShare, cloneRivals],
			]),
		).toEqual([
			['Ann', 0, [refOf('Bob')]],
			['Bob', 0, [refOf('Ann')]],
			['Cid', 1, []],
		])
	})

	it('finds statements that no candidate disagrees with', async () => {
		await take(ALIKE)
		const { content } = await preview()
		const listed = content?.undisputed.map(({ text, owner }) => `${owner.name}: ${text}`)
		expect(listed?.toSorted()).toEqual([`Ann: ${BUSES}`, `Bob: ${ROADS}`, `Bob: ${TAXES}`])
	})

	it('is content once every candidate has a stance of their own', async () => {
		await take([
			...[PARKS, BUSES].flatMap((text) => [[text, 'Bob', -2] as const, [text, 'Cid', -1] as const]),
			...[TAXES, ROADS].flatMap((text) => [[text, 'Ann', -2] as const, [text, 'Cid', 1] as const]),
			[TRAMS, 'Ann', -2],
			[TRAMS, 'Bob', -1],
		])
		const { content, candidates } = await preview()
		expect(content).toMatchObject({
			...{ largestSpread: 0, inseparable: [], undisputed: [], concerns: [], asked: 5 },
			candidates: ['Ann', 'Bob', 'Cid'].map((name) => ({
				...{ name, known: 5, knownAsked: 5, missing: 0, cloneFirstShare: 1, cloneRivals: [] },
			})),
		})
		expect(candidates.some(({ tooFew }) => tooFew)).toBe(false)
	})

	it('simulates random voters with positions', async () => {
		await take(ALIKE)
		const { candidates, voters, samplingError } = await preview()
		expect(voters).toBe(500)
		expect(samplingError).toBeCloseTo(Math.sqrt(2 / 9 / 500))
		const shares = candidates.map(({ firstPlaceShare }) => firstPlaceShare ?? Number.NaN)
		expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1)
		// Ann and Bob have equal positions, so they tie in every attempt.
		expect(shares[0]).toBeCloseTo(shares[1] ?? Number.NaN)
		expect((await preview()).candidates).toEqual(candidates)
	})

	it('lists statements with concerns and the field of each', async () => {
		const ids = await statementIds()
		const background = 'Today most parks are closed at night.'
		const change = async (text: string, body: object) =>
			replyOf(
				await admin.call(managePolicies.update, {
					params: { id: ids.get(text) ?? '' },
					body: { text, category: 'ECONOMY', validationStatus: 'VALIDATED', ...body },
				}),
			)
		await change(PARKS, { background, backgroundSource: 'City register' })
		await change(BUSES, {
			...{ background: 'Bob is against it.', backgroundSource: 'City register' },
			overrideReason: 'The name is needed here.',
		})
		await change(TAXES, {
			...{ background: 'A disastrous and shameful tax.', backgroundSource: 'City register' },
		})
		// The reason covers Bob's name, so only the loaded words remain.
		const { content, concerns } = await preview()
		expect(concerns).toEqual({ count: 1, naming: [] })
		expect(content?.concerns).toMatchObject([
			{ text: TAXES, owner: refOf('Bob'), field: 'background', concerns: ['loaded'] },
		])
	})

	it('judges owners alone by their own statements, as before', async () => {
		const { content, policyCount, perCandidate, voters } = await preview(['Ann', 'Bob'])
		expect({ policyCount, perCandidate, voters }).toEqual({
			...{ policyCount: 4, perCandidate: 2, voters: 2000 },
		})
		expect(content).toMatchObject({
			...{ hasPositions: false, asked: 4, largestSpread: 1, inseparable: [], undisputed: [] },
			candidates: [
				{ name: 'Ann', known: 2, cloneFirstShare: 1 },
				{ name: 'Bob', known: 2, cloneFirstShare: 1 },
			],
		})
	})

	it('ignores positions that are not validated, or of candidates who are not compared', async () => {
		await take([[PARKS, 'Cid', -2]])
		const { content } = await preview(['Ann', 'Bob'])
		expect(content?.hasPositions).toBe(false)
		const ids = await statementIds()
		replyOf(
			await admin.call(managePositions.set, {
				params: { electionId, policyId: ids.get(PARKS) ?? '', candidateId: people.Bob },
				body: { value: 1, status: 'PENDING' },
			}),
		)
		expect((await preview(['Ann', 'Bob'])).content?.hasPositions).toBe(false)
	})

	it('is null without statements', async () => {
		await server.db.delete(policies)
		expect((await preview()).content).toBeNull()
	})
})
