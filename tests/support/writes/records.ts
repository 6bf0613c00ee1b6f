import type { CallInput, Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { byCodeUnit } from '#domain/draw.ts'
import {
	candidateFields,
	electionFields,
	makeCandidate,
	makeCatalogue,
	makeElection,
	quizFields,
} from '../administration.ts'
import { type Place, type Write, writeBy } from '../crash-points.ts'
import { replyOf } from '../quizzes.ts'

const { manageCandidates, manageElections, managePolicies, managePositions, manageQuizzes } =
	endpoints

/** A write of the administrator. @param prepare creates the record and returns the input. */
const byAdmin = <Row extends Endpoint>(
	row: Row,
	prepare: (place: Place) => Promise<CallInput<Row>>,
) => writeBy(row, async (place) => ({ call: place.admin.call, input: await prepare(place) }))

const catalogue = ({ server, admin }: Place) => makeCatalogue(server, admin)

const POLICY = {
	text: 'Every street of the city shall have a tree.',
	category: 'ENVIRONMENT' as const,
}

const makePolicy = async ({ admin }: Place) => {
	const { id: candidateId } = await makeCandidate(admin, 'Ann')
	return replyOf(await admin.call(managePolicies.create, { body: { ...POLICY, candidateId } }))
}

const deleted = async <Row extends Endpoint>({ admin }: Place, row: Row, input: CallInput<Row>) => {
	replyOf(await admin.call(row, input))
	return input
}

const elections: Readonly<Record<string, Write>> = {
	'a new election': byAdmin(manageElections.create, async () => ({ body: electionFields() })),
	'a change of an election': byAdmin(manageElections.update, async ({ admin }) => {
		const { id } = await makeElection(admin)
		return { params: { id }, body: electionFields({ name: 'Mayor of Dallas' }) }
	}),
	'the deletion of an election with its quiz': byAdmin(manageElections.remove, async (place) => {
		const { election } = await catalogue(place)
		return { params: { id: election.id } }
	}),
	'the restoration of an election with its quiz': byAdmin(
		manageElections.restore,
		async (place) => {
			const { election } = await catalogue(place)
			return deleted(place, manageElections.remove, { params: { id: election.id } })
		},
	),
}

const candidates: Readonly<Record<string, Write>> = {
	'a new candidate': byAdmin(manageCandidates.create, async ({ admin }) => {
		const { id } = await makeElection(admin)
		return { body: candidateFields('Ann', [id]) }
	}),
	'a change of a candidate': byAdmin(manageCandidates.update, async ({ admin }) => {
		const { id } = await makeElection(admin)
		const ann = await makeCandidate(admin, 'Ann', [id])
		const other = await makeElection(admin, { name: 'Mayor of Dallas' })
		return { params: { id: ann.id }, body: candidateFields('Anne', [other.id]) }
	}),
	'the deletion of a candidate with their policies': byAdmin(
		manageCandidates.remove,
		async (place) => ({ params: { id: (await catalogue(place)).ann.id } }),
	),
	'the restoration of a candidate with their policies': byAdmin(
		manageCandidates.restore,
		async (place) => {
			const { ann } = await catalogue(place)
			return deleted(place, manageCandidates.remove, { params: { id: ann.id } })
		},
	),
}

const quizzes: Readonly<Record<string, Write>> = {
	'a new quiz': byAdmin(manageQuizzes.create, async (place) => {
		const { election, ann, bob } = await catalogue(place)
		return { body: quizFields(election.id, [ann.id, bob.id], 'Who is it now?') }
	}),
	'a change of a quiz': byAdmin(manageQuizzes.update, async (place) => {
		const { election, ann, bob, quiz } = await catalogue(place)
		const { id } = await makeCandidate(place.admin, 'Cid', [election.id])
		const body = quizFields(election.id, [ann.id, bob.id, id], 'Which of three?')
		return { params: { id: quiz.id }, body }
	}),
	'the end of a quiz for voters': byAdmin(manageQuizzes.deactivate, async (place) => ({
		params: { id: (await catalogue(place)).quiz.id },
	})),
	'the opening of a quiz for voters': byAdmin(manageQuizzes.activate, async (place) => {
		const { quiz } = await catalogue(place)
		return deleted(place, manageQuizzes.deactivate, { params: { id: quiz.id } })
	}),
	'the deletion of a quiz': byAdmin(manageQuizzes.remove, async (place) => ({
		params: { id: (await catalogue(place)).quiz.id },
	})),
	'the restoration of a quiz': byAdmin(manageQuizzes.restore, async (place) => {
		const { quiz } = await catalogue(place)
		return deleted(place, manageQuizzes.remove, { params: { id: quiz.id } })
	}),
}

const policies: Readonly<Record<string, Write>> = {
	'a new policy': byAdmin(managePolicies.create, async ({ admin }) => {
		const { id: candidateId } = await makeCandidate(admin, 'Ann')
		return { body: { ...POLICY, candidateId } }
	}),
	'a change of a policy': byAdmin(managePolicies.update, async (place) => {
		const { id } = await makePolicy(place)
		return { params: { id }, body: { ...POLICY, validationStatus: 'VALIDATED' as const } }
	}),
	'the deletion of a policy': byAdmin(managePolicies.remove, async (place) => ({
		params: { id: (await makePolicy(place)).id },
	})),
	'the restoration of a policy': byAdmin(managePolicies.restore, async (place) => {
		const { id } = await makePolicy(place)
		return deleted(place, managePolicies.remove, { params: { id } })
	}),
}

/** Cell of Bob on a statement of Ann. */
const makeCell = async (place: Place) => {
	const { election, ann, bob } = await catalogue(place)
	const params = { electionId: election.id }
	const grid = replyOf(await place.admin.call(managePositions.grid, { params }))
	// By text, because equal calls must have equal outcomes.
	const statements = grid.statements.toSorted((a, b) => byCodeUnit(a.text, b.text))
	const [of, other] = [ann, bob].map(({ id }) =>
		statements.filter(({ candidateId }) => candidateId === id).map((statement) => statement.id),
	)
	return { params, policyIds: of ?? [], candidateId: bob.id, otherId: other?.[0] ?? '' }
}

const filledCell = async (place: Place) => {
	const { params, policyIds, candidateId } = await makeCell(place)
	const cell = { params: { ...params, policyId: policyIds[0] ?? '', candidateId } }
	const { id } = replyOf(
		await place.admin.call(managePositions.set, { ...cell, body: { value: 1 } }),
	)
	return { ...cell, id }
}

const positions: Readonly<Record<string, Write>> = {
	'a position': byAdmin(managePositions.set, async (place) => {
		const { params } = await filledCell(place)
		return { params, body: { value: -2, quote: 'No.' } }
	}),
	'many positions': byAdmin(managePositions.setMany, async (place) => {
		const { params, policyIds, candidateId } = await makeCell(place)
		return {
			params,
			body: { cells: policyIds.map((policyId) => ({ policyId, candidateId, value: 1 })) },
		}
	}),
	'the deletion of a position': byAdmin(managePositions.clear, async (place) => {
		const { params } = await filledCell(place)
		return { params }
	}),
	'the restoration of a position': byAdmin(managePositions.restore, async (place) => {
		const { id, params } = await filledCell(place)
		await deleted(place, managePositions.clear, { params })
		return { params: { id } }
	}),
	'the merge of two statements': byAdmin(managePositions.merge, async (place) => {
		const { params, policyIds, otherId } = await makeCell(place)
		return { params, body: { keep: policyIds[0] ?? '', drop: otherId } }
	}),
	'the undo of a merge': byAdmin(managePolicies.restore, async (place) => {
		const { params, policyIds, otherId } = await makeCell(place)
		const body = { keep: policyIds[0] ?? '', drop: otherId }
		await deleted(place, managePositions.merge, { params, body })
		return { params: { id: otherId } }
	}),
}

/** Writes to elections, candidates, policies, positions, and quizzes, by name. */
export const RECORD_WRITES = { ...elections, ...candidates, ...quizzes, ...policies, ...positions }
