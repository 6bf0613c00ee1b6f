import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { endpoints } from '#contract/index.ts'
import { categoryWeights, operator } from '#server/db/schema.ts'
import { addPolicies, makeCandidate } from '../administration.ts'
import { type Place, type Write, writeBy } from '../crash-points.ts'
import { PLATFORM } from '../extraction.ts'
import { replyOf } from '../quizzes.ts'
import { electionFile, fileOf } from '../transfer.ts'

const { categoryWeights: weights, manageCandidates, testManagement, transfer } = endpoints
const { manageAbout, policyExtraction } = endpoints

let fresh = 0

const picture = async (): Promise<string> => {
	const [r, g, b] = [randomInt(256), randomInt(256), randomInt(256)]
	const create = {
		width: 8 + (fresh++ % 500),
		height: 8,
		channels: 3,
		background: { r, g, b },
	} as const
	const bytes = await sharp({ create }).png().toBuffer()
	return bytes.toString('base64')
}

const pairOf = async ({ server, admin }: Place) => {
	const ids: string[] = []
	for (const name of ['Ann', 'Bob']) {
		const { id } = await makeCandidate(admin, name)
		await addPolicies(server, String(id), [`${name} says one`])
		ids.push(String(id))
	}
	return { candidate1Id: ids[0] ?? '', candidate2Id: ids[1] ?? '' }
}

const makePair = async (place: Place): Promise<string> => {
	const body = await pairOf(place)
	const { id } = replyOf(await place.admin.call(testManagement.create, { body })) as { id: string }
	return id
}

const firstWeights = async ({ server }: Place): Promise<void> => {
	const weight = sql`${categoryWeights.defaultWeight}`
	await server.db.update(categoryWeights).set({ weight, source: null, revised: 1 })
}

const WEIGHT = {
	params: { code: 'ECONOMY' as const },
	body: { weight: 1.9, reason: 'Voters asked for it.' },
}

const extracted = async ({ admin }: Place) => {
	const { id: candidateId } = await makeCandidate(admin, 'Ann')
	const input = { body: { source: PLATFORM, url: false, candidateId } }
	const result = replyOf(await admin.call(policyExtraction.extract, input))
	return { candidateId, result, extractionId: String(result.extractionId) }
}

const settings: Readonly<Record<string, Write>> = {
	'another weight of a category': writeBy(weights.setWeight, async (place) => {
		await firstWeights(place)
		return { call: place.admin.call, input: WEIGHT }
	}),
	'the first weights again': writeBy(weights.reset, async (place) => {
		await firstWeights(place)
		replyOf(await place.admin.call(weights.setWeight, WEIGHT))
		return { call: place.admin.call, input: {} }
	}),
	'the first operator': writeBy(manageAbout.set, async ({ server, admin }) => {
		await server.db.delete(operator)
		const body = { name: 'City of Springfield', contact: 'vote@city.example', text: null }
		return { call: admin.call, input: { body } }
	}),
	'a pair of the knowledge test': writeBy(testManagement.create, async (place) => ({
		call: place.admin.call,
		input: { body: await pairOf(place) },
	})),
	'another pair for the knowledge test': writeBy(testManagement.activate, async (place) => {
		const { call } = place.admin
		replyOf(await call(testManagement.activate, { params: { id: await makePair(place) } }))
		return { call, input: { params: { id: await makePair(place) } } }
	}),
	'the end of a pair of the knowledge test': writeBy(testManagement.remove, async (place) => ({
		call: place.admin.call,
		input: { params: { id: await makePair(place) } },
	})),
	'the opening of the knowledge test': writeBy(testManagement.toggle, async (place) => {
		const { call } = place.admin
		await makePair(place)
		replyOf(await call(testManagement.toggle, { query: { enabled: 'false' } }))
		return { call, input: { query: { enabled: 'true' as const } } }
	}),
}

const files: Readonly<Record<string, Write>> = {
	'the picture of a candidate': writeBy(manageCandidates.uploadLogo, async ({ admin }) => ({
		call: admin.call,
		input: { body: { image: await picture() } },
	})),
	'an import': writeBy(transfer.import, async ({ admin }) => {
		const name = `fresh${++fresh}`
		const { election, candidates } = electionFile()
		const content = electionFile({
			election: { ...election, name },
			candidates: candidates.map((each) => ({ ...each, name: `${each.name} ${name}` })),
		})
		return {
			call: admin.call,
			input: { body: { files: [fileOf('a.json', content)], dryRun: false } },
		}
	}),
	'the policies of an extraction': writeBy(policyExtraction.save, async (place) => {
		const { candidateId, extractionId, result } = await extracted(place)
		const editedPolicies = result.policies.map(({ id, text }) => ({
			...{ id: String(id), text },
			category: 'ECONOMY' as const,
		}))
		const extractionRequest = { candidateId, extractionId }
		return { call: place.admin.call, input: { body: { extractionRequest, editedPolicies } } }
	}),
	'the cancellation of an extraction': writeBy(policyExtraction.cancel, async (place) => ({
		call: place.admin.call,
		input: { params: { id: (await extracted(place)).extractionId } },
	})),
}

/** Writes to settings, uploads, imports, and extractions, by name. */
export const SETTING_WRITES = { ...settings, ...files }
