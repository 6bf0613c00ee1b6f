import { isLogo, LOGO_PATH } from '#contract/admin/fields.ts'
import { setByHandOf, settleFigures } from '#domain/extraction/measure.ts'
import type { Named } from '#domain/extraction/neutrality.ts'
import { placeProblems } from '#domain/jurisdiction.ts'
import { MEASURED_FIELDS } from '#domain/policies.ts'
import { isRowId } from '../db/sql.ts'
import { type OpponentNames, opponentNames } from '../services/candidates/opponents.ts'
import { type CandidateRow, newCandidate } from '../services/candidates/row.ts'
import { newElection } from '../services/elections/row.ts'
import { inRowNames, newPolicy, type PolicyRow } from '../services/policies/row.ts'
import { validationOf } from '../services/policies/write.ts'
import type { CandidateDraft, ElectionDraft, Place } from './drafts.ts'
import { DELETED, type Outcome, type PlanContext, refuse, settle, textKey } from './planning.ts'
import type { ElectionRecord, PolicyRecord } from './records.ts'

export interface PlannedElection {
	readonly id: string
	readonly name: string
	readonly isNew: boolean
}

const EXISTS = 'exists already; give its id to change it'

const referred = (planning: PlanContext, draft: ElectionDraft): PlannedElection | null => {
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

const repetition = (
	{ plannedElections, existing }: PlanContext,
	{ id, name, electionDate }: ElectionRecord,
): string | null => {
	if (id !== undefined) return null
	const first = plannedElections.get(`${electionDate} ${name}`)
	if (first !== undefined) return `is there twice: first in ${first.file}, line ${first.line}`
	const there = existing.electionsByName.get(name) ?? []
	return there.some((row) => row.electionDate === electionDate) ? EXISTS : null
}

/** Plans an election. @returns null if it is refused, so that its records are skipped. */
export const planElection = (
	planning: PlanContext,
	draft: ElectionDraft,
): PlannedElection | null => {
	if (draft.reference !== undefined) return referred(planning, draft)
	if (draft.value === null) return null
	const { value } = draft
	const reason = repetition(planning, value)
	if (reason !== null) {
		refuse(planning, 'election', draft, { reason })
		return null
	}
	planning.plannedElections.set(`${value.electionDate} ${value.name}`, draft.place)
	const row = planning.existing.elections.get(value.id ?? '')
	const { name, electionDate, jurisdiction } = value
	const fresh = newElection({ name, electionDate, jurisdiction }, planning.now)
	const after = settle(planning, 'election', planning.writes.elections, {
		...{ outcome: draft, id: value.id, owner: draft, row, fresh, says: value },
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
interface Person {
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

// Only ids can distinguish candidates of the same name.
const repeatedNames = (
	{ candidates }: ElectionDraft,
	stored: readonly CandidateRow[],
): ((draft: CandidateDraft) => string | null) => {
	const there = new Set(stored.map(({ name }) => name))
	const first = new Map<string, CandidateDraft>()
	for (const draft of candidates) if (!first.has(draft.name)) first.set(draft.name, draft)
	return (draft) => {
		const id = draft.value?.id
		const other = first.get(draft.name)
		if (other !== draft && (id === undefined || other?.value?.id === undefined)) {
			return `is the name of another candidate too: ${other?.place.file}, line ${other?.place.line}`
		}
		if (id !== undefined || !there.has(draft.name)) return null
		return 'stands in this election already; give their id to change them'
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
		return { logo: undefined, note: 'the logo is left out: its address has no https://' }
	}
	const isLost = LOGO_PATH.test(logo) && !existing.logos.has(logo)
	return isLost ? { logo: null, note: 'the picture is not on this server' } : { logo, note: null }
}

const planCandidate = (
	planning: PlanContext,
	owner: ElectionDraft,
	election: PlannedElection,
	draft: CandidateDraft,
): CandidateRow | null => {
	if (draft.value === null) return null
	const { standing, ...value } = draft.value
	const row = planning.existing.candidates.get(value.id ?? '')
	const { logo, note } = logoOf(planning, value.logo, row)
	const says = { ...value, logo }
	const outcome = note === null ? draft : { ...draft, note }
	const fresh = newCandidate(says.name, planning.now)
	return settle(planning, 'candidate', planning.writes.candidates, {
		...{ outcome, id: says.id, owner, row, fresh, says },
		otherChanges: ({ id }) =>
			standing !== false && link(planning, id, election.id) ? ['stands in this election'] : [],
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
		if (another !== undefined) return 'is the name of several candidates: give the id'
		return person ?? 'is not a candidate of this election'
	}
}

export const planCandidates = async (
	planning: PlanContext,
	drafts: ElectionDraft,
	election: PlannedElection,
): Promise<People> => {
	const stored = candidatesIn(planning, election.id)
	const whyRepeated = repeatedNames(drafts, stored)
	const ids = new Map<CandidateDraft, string | null>()
	const compared: string[] = []
	const people = new Map(stored.map((row) => [row.id, row]))
	for (const draft of drafts.candidates) {
		await planning.breathe()
		const reason = draft.value === null ? null : whyRepeated(draft)
		if (reason !== null) refuse(planning, 'candidate', draft, { reason, field: 'name' })
		const after = reason === null ? planCandidate(planning, drafts, election, draft) : null
		ids.set(draft, after?.id ?? null)
		if (after !== null && draft.value?.standing !== false) people.set(after.id, after)
		if (after !== null && !draft.uncompared && draft.value?.standing !== false)
			compared.push(after.id)
	}
	return { find: findIn(ids, stored), compared, names: opponentNames([...people.values()]) }
}

type Says = Partial<PolicyRow>

/**
 * Adds the derived fields. New text resets figures that no person set. A statement that names a candidate or party
 * becomes PENDING instead of VALIDATED.
 */
const settled = (
	row: PolicyRow | undefined,
	fresh: PolicyRow,
	own: ReturnType<typeof inRowNames<PolicyRecord>>,
	named: Named,
): { readonly says: Says; readonly waits: string } => {
	const stated = Object.entries(own).filter(([, value]) => value !== undefined)
	const says: Says = Object.fromEntries(stated)
	const after: PolicyRow = { ...(row ?? fresh), ...says }
	const isMoved = row === undefined || ['text', ...MEASURED_FIELDS].some((name) => name in says)
	const marks =
		row === undefined
			? { setByHand: setByHandOf(after) }
			: settleFigures(row, { ...after, setByHand: null })
	const figures = isMoved ? marks : {}
	const decided = validationOf(after, named)
	if (decided.ok) return { says: { ...says, ...figures, override: decided.value }, waits: '' }
	return {
		says: { ...says, ...figures, validationStatus: 'PENDING', override: null },
		waits: `, not VALIDATED: ${decided.error}`,
	}
}

interface Planned {
	readonly outcome: Outcome
	readonly value: PolicyRecord
	readonly person: { readonly id: string; readonly name: string }
	readonly named: Named
}

const planPolicy = (planning: PlanContext, owner: ElectionDraft, planned: Planned): void => {
	const { outcome, value, person, named } = planned
	const row = planning.existing.policies.get(value.id ?? '')
	const { text, category } = value
	const fresh = newPolicy({ candidateId: person.id, text, category }, planning.now)
	const { says, waits } = settled(row, fresh, inRowNames(value), named)
	const status = says.validationStatus ?? (row ?? fresh).validationStatus
	const note = [`of ${person.name}`, `status ${status}${waits}`, outcome.note]
		.filter(Boolean)
		.join('; ')
	settle(planning, 'policy', planning.writes.policies, {
		...{ outcome: { ...outcome, note }, id: value.id, owner, row, says, fresh },
		foreign: (there) => (there.candidateId === person.id ? null : 'is of another candidate'),
	})
}

const repeated = (before: Place | null): string =>
	before === null
		? 'is a policy of this candidate already; give its id to change it'
		: `is there twice: first in ${before.file}, line ${before.line}`

/** Returns the names and parties that a candidate's statements must not mention, from the files and the database. */
const namesOf = ({ existing }: PlanContext, { names: own }: People) => {
	const together = new Map<OpponentNames | undefined, OpponentNames>()
	return ({ id, name }: { readonly id: string; readonly name: string }): Named => {
		const known = existing.opponents.get(id)
		const all = together.get(known) ?? {
			names: [...new Set([...(known?.names ?? []), ...own.names])],
			parties: [...new Set([...(known?.parties ?? []), ...own.parties])],
		}
		together.set(known, all)
		const party = existing.candidates.get(id)?.party ?? null
		const parties =
			party === null || all.parties.includes(party) ? all.parties : [party, ...all.parties]
		return { names: [name], others: all.names, parties }
	}
}

export const planPolicies = async (
	planning: PlanContext,
	drafts: ElectionDraft,
	people: People,
): Promise<void> => {
	const namedOf = namesOf(planning, people)
	for (const draft of drafts.policies) {
		await planning.breathe()
		const person = people.find(draft.of)
		if (typeof person === 'string') {
			refuse(planning, 'policy', draft, { reason: person, field: 'candidate' })
		}
		const { value } = draft
		if (typeof person === 'string' || person.id === null || value === null) continue
		const key = textKey(person.id, value.text)
		const before = planning.texts.get(key)
		if (value.id === undefined && before !== undefined) {
			refuse(planning, 'policy', draft, { reason: repeated(before), field: 'text' })
			continue
		}
		if (before === undefined) planning.texts.set(key, draft.place)
		planPolicy(planning, drafts, {
			outcome: draft,
			value,
			person: { id: person.id, name: person.name },
			named: namedOf({ ...person, id: person.id }),
		})
	}
}
