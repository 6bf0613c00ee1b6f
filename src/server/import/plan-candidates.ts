import { randomUUID } from 'node:crypto'
import { isLogo, LOGO_PATH } from '#contract/manage-fields.ts'
import { isRowId } from '../db/ids.ts'
import { type Beside, besideOf } from '../services/candidates/rivals.ts'
import type { CandidateDraft, ElectionDraft } from './drafts.ts'
import type { CandidateRow } from './existing.ts'
import type { PlannedElection } from './plan-election.ts'
import { type Planning, refuse, settle } from './planning.ts'

/** Whom records of an election may name; the id is null where the record of them is refused, so that they are not too. */
interface Person {
	readonly id: string | null
	readonly name: string
}

/** The people of an election, of the files and of the database. */
export interface People {
	/** Finds somebody by draft, name or id; a text says why there is nobody. */
	readonly find: (reference: CandidateDraft | string) => Person | string
	/** Whom a quiz compares that names nobody. */
	readonly compared: readonly string[]
	/** Names and parties of all who stand in the election. */
	readonly standing: Beside
}

const standingIn = ({ existing }: Planning, electionId: string): CandidateRow[] =>
	[...(existing.standing.get(electionId) ?? [])].flatMap((id) => {
		const row = existing.candidates.get(id)
		return row === undefined || row.deletedAt !== null ? [] : row
	})

/** Puts a candidate into an election, behind those in which they stand. @returns whether they were not there before. */
const link = (
	{ existing, writes, positions }: Planning,
	candidateId: string,
	electionId: string,
): boolean => {
	if (existing.standing.get(electionId)?.has(candidateId)) return false
	const last = existing.positions.get(candidateId)
	const position = positions.get(candidateId) ?? (last === undefined ? 0 : last + 1)
	positions.set(candidateId, position + 1)
	writes.links.push({ candidateId, electionId, position })
	return true
}

/** Tells of each draft why its name is one too many: nothing but an id tells two of a name apart. */
const repeatedNames = (
	{ candidates }: ElectionDraft,
	standing: readonly CandidateRow[],
): ((draft: CandidateDraft) => string | null) => {
	const there = new Set(standing.map(({ name }) => name))
	const first = new Map<string, CandidateDraft>()
	for (const draft of candidates) if (!first.has(draft.name)) first.set(draft.name, draft)
	return (draft) => {
		const id = draft.said?.id
		const other = first.get(draft.name)
		if (other !== draft && (id === undefined || other?.said?.id === undefined)) {
			return `is the name of another candidate too: ${other?.place.file}, line ${other?.place.line}`
		}
		if (id !== undefined || !there.has(draft.name)) return null
		return 'stands in this election already; give their id to change them'
	}
}

/** A logo that can be shown. One that cannot is left out with a note, unless the candidate has it already. */
const logoOf = (
	{ existing }: Planning,
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
	planning: Planning,
	owner: ElectionDraft,
	election: PlannedElection,
	draft: CandidateDraft,
): CandidateRow | null => {
	if (draft.said === null) return null
	const { standing, ...said } = draft.said
	const row = planning.existing.candidates.get(said.id ?? '')
	const { logo, note } = logoOf(planning, said.logo, row)
	const says = { ...said, logo }
	const told = note === null ? draft : { ...draft, note }
	const fresh = {
		...{ id: randomUUID(), name: says.name, party: null, website: null, logo: null },
		...{ createdAt: planning.now, revised: 1, deletedAt: null, deletedWith: null },
	}
	return settle(planning, 'candidate', planning.writes.candidates, {
		...{ told, id: says.id, owner, row, fresh, says },
		beside: ({ id }) =>
			standing !== false && link(planning, id, election.id) ? ['stands in this election'] : [],
	})
}

const findIn = (
	ids: ReadonlyMap<CandidateDraft, string | null>,
	standing: readonly CandidateRow[],
): People['find'] => {
	const byId = new Map<string, Person>()
	const byName = new Map<string, Map<string | null, Person>>()
	const add = (person: Person): void => {
		if (person.id !== null) byId.set(person.id, person)
		const namesakes = byName.get(person.name) ?? new Map<string | null, Person>()
		byName.set(person.name, namesakes.set(person.id, person))
	}
	for (const [{ said, name }, id] of ids) add({ id, name: said?.name ?? name })
	for (const row of standing) if (!byId.has(row.id)) add(row)
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

/** Plans the candidates of an election. */
export const planCandidates = async (
	planning: Planning,
	drafts: ElectionDraft,
	election: PlannedElection,
): Promise<People> => {
	const standing = standingIn(planning, election.id)
	const whyRepeated = repeatedNames(drafts, standing)
	const ids = new Map<CandidateDraft, string | null>()
	const compared: string[] = []
	const people = new Map(standing.map((row) => [row.id, row]))
	for (const draft of drafts.candidates) {
		await planning.breathe()
		const reason = draft.said === null ? null : whyRepeated(draft)
		if (reason !== null) refuse(planning, 'candidate', draft, { reason, field: 'name' })
		const after = reason === null ? planCandidate(planning, drafts, election, draft) : null
		ids.set(draft, after?.id ?? null)
		if (after !== null && draft.said?.standing !== false) people.set(after.id, after)
		if (after !== null && !draft.uncompared && draft.said?.standing !== false)
			compared.push(after.id)
	}
	return { find: findIn(ids, standing), compared, standing: besideOf([...people.values()]) }
}
