import { setByHandOf, settleFigures } from '#domain/extraction/measure.ts'
import type { Named } from '#domain/extraction/neutrality.ts'
import { MEASURED_FIELDS } from '#domain/policies.ts'
import type { OpponentNames } from '../services/candidates/opponents.ts'
import { inRowNames, newPolicy, type PolicyRow } from '../services/policies/row.ts'
import { validationOf } from '../services/policies/write.ts'
import { groupBy } from '../util.ts'
import type { ElectionDraft, Place, PolicyDraft } from './drafts.ts'
import type { People, Person, PlannedElection } from './plan-elections.ts'
import { addPositions, type Owner, ownersOf, planPositions } from './plan-positions.ts'
import { type Outcome, type PlanContext, refuse, settle, textKey } from './planning.ts'
import type { PolicyRecord } from './records.ts'

type Says = Partial<PolicyRow>
type PolicyFields = Omit<PolicyRecord, 'positions'>

/**
 * Adds the derived fields. New text resets figures that no person set. A statement that names a candidate or party
 * becomes PENDING instead of VALIDATED.
 */
const settled = (
	row: PolicyRow | undefined,
	fresh: PolicyRow,
	own: ReturnType<typeof inRowNames<PolicyFields>>,
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
	readonly person: Owner
	readonly named: Named
	readonly people: People
}

const planPolicy = (planning: PlanContext, owner: ElectionDraft, planned: Planned): void => {
	const { outcome, person, named, people } = planned
	const { positions = [], ...value } = planned.value
	const row = planning.existing.policies.get(value.id ?? '')
	const { text, category } = value
	const fresh = newPolicy({ candidateId: person.id, text, category }, planning.now)
	const { says, waits } = settled(row, fresh, inRowNames(value), named)
	const status = says.validationStatus ?? (row ?? fresh).validationStatus
	const id = value.id ?? fresh.id
	const stances = planPositions(planning, people, { id, owner: person, positions })
	for (const problem of stances.problems) refuse(planning, 'policy', outcome, problem)
	const note = [`of ${person.name}`, `status ${status}${waits}`, outcome.note, ...stances.notes]
		.filter(Boolean)
		.join('; ')
	const after = settle(planning, 'policy', planning.writes.policies, {
		...{ outcome: { ...outcome, note }, id: value.id, owner, row, says, fresh },
		foreign: (there) => (there.candidateId === person.id ? null : 'belongs to another candidate'),
		related: stances.writes.length > 0 ? ['positions'] : [],
	})
	if (after !== null) addPositions(planning, stances.writes)
}

const repeated = (before: Place | null): string =>
	before === null
		? 'already exists for this candidate. Add its id to change it'
		: `is a duplicate of ${before.file}, line ${before.line}`

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

interface Found {
	readonly person: Person
	readonly value: PolicyRecord
	readonly isStored: boolean
}

interface Where {
	readonly election: PlannedElection
	readonly people: People
	/** Statements of the election's candidates by text. */
	readonly stored: ReadonlyMap<string, readonly PolicyRow[]>
	readonly owners: ReturnType<typeof ownersOf>
}

/** Keeps the fields of a stored statement with the same text, or chooses an owner for a new one. */
const findUnowned = (
	planning: PlanContext,
	value: PolicyRecord,
	{ people, stored, owners }: Where,
): Found | string => {
	const [same, another] = value.id === undefined ? (stored.get(value.text) ?? []) : []
	if (another !== undefined) return 'is a statement of several candidates: add its id'
	const known = same ?? planning.existing.policies.get(value.id ?? '')
	const person =
		known === undefined ? owners.choose(value.positions ?? []) : people.find(known.candidateId)
	if (typeof person === 'string') return person
	if (same === undefined) return { person, value, isStored: false }
	const { id, text, category } = same
	return {
		person,
		value: { id, text, category, positions: value.positions, source: undefined },
		isStored: true,
	}
}

const find = (planning: PlanContext, draft: PolicyDraft, where: Where): Found | null => {
	const { of, value } = draft
	const found = of === null ? value && findUnowned(planning, value, where) : where.people.find(of)
	if (typeof found === 'string') {
		refuse(planning, 'policy', draft, { reason: found, field: 'candidate' })
		return null
	}
	if (found === null || value === null) return null
	return 'value' in found ? found : { person: found, value, isStored: false }
}

/** @returns true if a new statement repeats another one of its candidate, or of the election if it has no owner. */
const isRepeated = (
	{ texts, ...planning }: PlanContext,
	draft: PolicyDraft,
	{ person, value, isStored }: Found,
	election: PlannedElection,
): boolean => {
	const keys = [
		...(person.id === null || isStored ? [] : [textKey(person.id, value.text)]),
		...(draft.of === null ? [textKey(election.id, value.text)] : []),
	]
	const known = keys.find((key) => texts.has(key))
	const isNew = value.id === undefined || isStored
	for (const key of keys) if (!texts.has(key)) texts.set(key, draft.place)
	if (known === undefined || !isNew) return false
	refuse({ texts, ...planning }, 'policy', draft, {
		reason: repeated(texts.get(known) ?? null),
		field: 'text',
	})
	return true
}

export const planPolicies = async (
	planning: PlanContext,
	drafts: ElectionDraft,
	election: PlannedElection,
	people: People,
): Promise<void> => {
	const namedOf = namesOf(planning, people)
	const live = [...planning.existing.policies.values()].filter(
		({ candidateId, deletedAt }) =>
			deletedAt === null && typeof people.find(candidateId) !== 'string',
	)
	const owners = ownersOf(people, live)
	const where = { election, people, owners, stored: groupBy(live, ({ text }) => text) }
	for (const draft of drafts.policies) {
		await planning.breathe()
		const found = find(planning, draft, where)
		if (found === null || found.person.id === null) continue
		if (isRepeated(planning, draft, found, election)) continue
		const person = { ...found.person, id: found.person.id }
		if (found.value.id === undefined) owners.add(person.id)
		const { note, ...kept } = draft
		planPolicy(planning, drafts, {
			outcome: found.isStored ? kept : draft,
			value: found.value,
			person,
			people,
			named: namedOf(person),
		})
	}
}
