import { isLogo, LOGO_PATH } from '#contract/admin/fields.ts'
import { placeProblems } from '#domain/jurisdiction.ts'
import { isRowId } from '../db/sql.ts'
import { type OpponentNames, opponentNames } from '../services/candidates/opponents.ts'
import { type CandidateRow, newCandidate } from '../services/candidates/row.ts'
import { type ElectionRow, newElection } from '../services/elections/row.ts'
import { groupBy } from '../util.ts'
import type { CandidateDraft, ElectionDraft } from './drafts.ts'
import { DELETED, type PlanContext, refuse, settle } from './planning.ts'
import type { CandidateRecord, ElectionRecord } from './records.ts'

export interface PlannedElection {
	readonly id: string
	readonly name: string
	readonly isNew: boolean
}

const EXISTS = 'already exists. Add its id to change it'

const referred = (planning: PlanContext, draft: ElectionDraft): PlannedElection | null => {
	const { elections, electionsByName } = planning.existing
	const reference = draft.reference ?? ''
	const [found, another] = electionsByName.get(reference) ?? []
	const row = elections.get(reference) ?? found
	const refuseIt = (reason: string): null => {
		refuse(planning, 'election', draft, { reason, field: 'election' })
		return null
	}
	if (another !== undefined) return refuseIt('is the name of several elections: add the id')
	if (row === undefined) return refuseIt('was not found in these files or on this server')
	if (row.deletedAt !== null) return refuseIt(DELETED)
	return { id: row.id, name: row.name, isNew: false }
}

const repetition = (
	{ plannedElections }: PlanContext,
	{ id, name, electionDate }: ElectionRecord,
	stored: ElectionRow | undefined,
): string | null => {
	if (id !== undefined) return null
	const first = plannedElections.get(`${electionDate} ${name}`)
	if (first !== undefined) return `is a duplicate of ${first.file}, line ${first.line}`
	return stored === undefined ? null : EXISTS
}

const sameElection = (
	{ existing }: PlanContext,
	{ name, electionDate }: ElectionRecord,
): ElectionRow | undefined =>
	existing.electionsByName.get(name)?.find((row) => row.electionDate === electionDate)

/** Plans an election. @returns null if it is refused, so that its records are skipped. */
export const planElection = (
	planning: PlanContext,
	draft: ElectionDraft,
): PlannedElection | null => {
	if (draft.reference !== undefined) return referred(planning, draft)
	if (draft.value === null) return null
	const { value } = draft
	const same = sameElection(planning, value)
	const stored = draft.matched === true ? same : undefined
	const reason = repetition(planning, value, stored === undefined ? same : undefined)
	if (reason !== null) {
		refuse(planning, 'election', draft, { reason })
		return null
	}
	planning.plannedElections.set(`${value.electionDate} ${value.name}`, draft.place)
	const row = stored ?? planning.existing.elections.get(value.id ?? '')
	const { name, electionDate, jurisdiction } = value
	const fresh = newElection({ name, electionDate, jurisdiction }, planning.now)
	const after = settle(planning, 'election', planning.writes.elections, {
		...{ outcome: draft, id: row?.id ?? value.id, owner: draft, row, fresh },
		says: stored === undefined ? value : {},
		check: (whole) =>
			placeProblems(whole.jurisdiction, whole).map(({ path, message }) => ({
				field: path,
				reason: message,
			})),
	})
	return after === null ? null : { id: after.id, name: after.name, isNew: row === undefined }
}

/**
 * Candidate that rows may reference. `id` is null if the candidate's own row was refused, which avoids follow-up
 * errors.
 */
export interface Person {
	readonly id: string | null
	readonly name: string
}

export interface People {
	/** Finds a candidate by draft, name, or id. Returns an error message if there is no unique match. */
	readonly find: (reference: CandidateDraft | string) => Person | string
	/** Candidates that a quiz without a list compares. */
	readonly compared: readonly string[]
	readonly names: OpponentNames
}

const candidatesIn = ({ existing }: PlanContext, electionId: string): CandidateRow[] =>
	[...(existing.candidateIds.get(electionId) ?? [])].flatMap((id) => {
		const row = existing.candidates.get(id)
		return row === undefined || row.deletedAt !== null ? [] : row
	})

/** Adds a candidate to an election, after their other elections. @returns false if already linked. */
const link = (
	{ existing, writes, positions }: PlanContext,
	candidateId: string,
	electionId: string,
): boolean => {
	if (existing.candidateIds.get(electionId)?.has(candidateId)) return false
	const last = existing.positions.get(candidateId)
	const position = positions.get(candidateId) ?? (last === undefined ? 0 : last + 1)
	positions.set(candidateId, position + 1)
	writes.links.push({ candidateId, electionId, position })
	return true
}

const NAMESAKES = 'is the name of several candidates: add the id'

interface Match {
	/** The stored candidate of a matched draft. */
	readonly stored?: CandidateRow
	readonly reason?: string
}

/** Finds stored candidates by name, or reasons to refuse: only ids can distinguish candidates of the same name. */
const matchNames = (
	{ candidates }: ElectionDraft,
	stored: readonly CandidateRow[],
): ((draft: CandidateDraft) => Match) => {
	const there = groupBy(stored, ({ name }) => name)
	const first = new Map<string, CandidateDraft>()
	for (const draft of candidates) if (!first.has(draft.name)) first.set(draft.name, draft)
	return (draft) => {
		const id = draft.value?.id
		const other = first.get(draft.name)
		if (other !== draft && (id === undefined || other?.value?.id === undefined)) {
			return {
				reason: `is also the name of another candidate: ${other?.place.file}, line ${other?.place.line}`,
			}
		}
		const [same, another] = there.get(draft.value?.name ?? draft.name) ?? []
		if (id !== undefined || same === undefined) return {}
		if (!draft.matched) {
			return { reason: 'is already in this election. Add their id to change them' }
		}
		return another === undefined ? { stored: same } : { reason: NAMESAKES }
	}
}

/** Drops an invalid logo with a note, unless the candidate already has it. */
const logoOf = (
	{ existing }: PlanContext,
	logo: string | null | undefined,
	row: CandidateRow | undefined,
): { readonly logo: string | null | undefined; readonly note: string | null } => {
	if (typeof logo !== 'string' || logo === row?.logo) return { logo, note: null }
	if (!isLogo(logo)) {
		return {
			logo: undefined,
			note: 'the logo is left out because its address does not start with https://',
		}
	}
	const isLost = LOGO_PATH.test(logo) && !existing.logos.has(logo)
	return isLost ? { logo: null, note: 'the picture is not on this server' } : { logo, note: null }
}

const planCandidate = (
	planning: PlanContext,
	owner: ElectionDraft,
	election: PlannedElection,
	{ draft, stored }: { readonly draft: CandidateDraft; readonly stored: CandidateRow | undefined },
): CandidateRow | null => {
	if (draft.value === null) return null
	const { standing, ...value }: CandidateRecord =
		stored === undefined ? draft.value : { id: stored.id, name: stored.name }
	const row = planning.existing.candidates.get(value.id ?? '')
	const { logo, note } = logoOf(planning, value.logo, row)
	const says = { ...value, logo }
	const outcome = note === null ? draft : { ...draft, note }
	const fresh = newCandidate(says.name, planning.now)
	return settle(planning, 'candidate', planning.writes.candidates, {
		...{ outcome, id: says.id, owner, row, fresh, says },
		otherChanges: ({ id }) =>
			standing !== false && link(planning, id, election.id) ? ['is added to this election'] : [],
	})
}

const findIn = (
	ids: ReadonlyMap<CandidateDraft, string | null>,
	stored: readonly CandidateRow[],
): People['find'] => {
	const byId = new Map<string, Person>()
	const byName = new Map<string, Map<string | null, Person>>()
	const add = (person: Person): void => {
		if (person.id !== null) byId.set(person.id, person)
		const namesakes = byName.get(person.name) ?? new Map<string | null, Person>()
		byName.set(person.name, namesakes.set(person.id, person))
	}
	for (const [{ value, name }, id] of ids) add({ id, name: value?.name ?? name })
	for (const row of stored) if (!byId.has(row.id)) add(row)
	return (reference) => {
		if (typeof reference !== 'string') {
			return { id: ids.get(reference) ?? null, name: reference.name }
		}
		const known = isRowId(reference) ? byId.get(reference.toLowerCase()) : undefined
		if (known !== undefined) return known
		const [person, another] = [...(byName.get(reference)?.values() ?? [])]
		if (another !== undefined) return NAMESAKES
		return person ?? 'is not a candidate of this election'
	}
}

export const planCandidates = async (
	planning: PlanContext,
	drafts: ElectionDraft,
	election: PlannedElection,
): Promise<People> => {
	const stored = candidatesIn(planning, election.id)
	const match = matchNames(drafts, stored)
	const ids = new Map<CandidateDraft, string | null>()
	const compared: string[] = []
	const people = new Map(stored.map((row) => [row.id, row]))
	for (const draft of drafts.candidates) {
		await planning.breathe()
		const { reason, stored: same } = draft.value === null ? {} : match(draft)
		if (reason !== undefined) refuse(planning, 'candidate', draft, { reason, field: 'name' })
		const after =
			reason === undefined
				? planCandidate(planning, drafts, election, { draft, stored: same })
				: null
		ids.set(draft, after?.id ?? null)
		if (after !== null && draft.value?.standing !== false) people.set(after.id, after)
		if (after !== null && !draft.uncompared && draft.value?.standing !== false)
			compared.push(after.id)
	}
	return { find: findIn(ids, stored), compared, names: opponentNames([...people.values()]) }
}
