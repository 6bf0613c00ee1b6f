import { randomUUID } from 'node:crypto'
import { placeProblems } from '#domain/jurisdiction.ts'
import type { ElectionDraft } from './drafts.ts'
import { DELETED, type Planning, refuse, settle } from './planning.ts'
import type { ElectionRecord } from './records.ts'

/** An election that records of the files belong to. */
export interface PlannedElection {
	readonly id: string
	readonly name: string
	readonly isNew: boolean
}

const EXISTS = 'exists already; give its id to change it'

const referred = (planning: Planning, draft: ElectionDraft): PlannedElection | null => {
	const { elections, electionsByName } = planning.existing
	const reference = draft.reference ?? ''
	const [found, another] = electionsByName.get(reference) ?? []
	const row = elections.get(reference) ?? found
	const refuseIt = (reason: string): null => {
		refuse(planning, 'election', draft, { reason, field: 'election' })
		return null
	}
	if (another !== undefined) return refuseIt('is the name of several elections: give the id')
	if (row === undefined) return refuseIt('is neither in these files nor there already')
	if (row.deletedAt !== null) return refuseIt(DELETED)
	return { id: row.id, name: row.name, isNew: false }
}

/** Why an election without an id is a second one of the same name and day; null where it is not. */
const repetition = (
	{ plannedElections, existing }: Planning,
	{ id, name, electionDate }: ElectionRecord,
): string | null => {
	if (id !== undefined) return null
	const first = plannedElections.get(`${electionDate} ${name}`)
	if (first !== undefined) return `is there twice: first in ${first.file}, line ${first.line}`
	const there = existing.electionsByName.get(name) ?? []
	return there.some((row) => row.electionDate === electionDate) ? EXISTS : null
}

/** Plans an election. @returns null where nothing of it can be imported, so that its records need not be looked at. */
export const planElection = (planning: Planning, draft: ElectionDraft): PlannedElection | null => {
	if (draft.reference !== undefined) return referred(planning, draft)
	if (draft.said === null) return null
	const { said } = draft
	const reason = repetition(planning, said)
	if (reason !== null) {
		refuse(planning, 'election', draft, { reason })
		return null
	}
	planning.plannedElections.set(`${said.electionDate} ${said.name}`, draft.place)
	const row = planning.existing.elections.get(said.id ?? '')
	const nowhere = { state: null, county: null, city: null, zipCode: null }
	const { name, electionDate, jurisdiction } = said
	const fresh = {
		...{ id: randomUUID(), name, electionDate, jurisdiction, ...nowhere, active: true },
		...{ createdAt: planning.now, revised: 1, deletedAt: null, deletedWith: null },
	}
	const after = settle(planning, 'election', planning.writes.elections, {
		...{ told: draft, id: said.id, owner: draft, row, fresh, says: said },
		check: (whole) =>
			placeProblems(whole.jurisdiction, whole).map(({ path, message }) => ({
				field: path,
				reason: message,
			})),
	})
	return after === null ? null : { id: after.id, name: after.name, isNew: row === undefined }
}
