import { isDeepStrictEqual } from 'node:util'
import { byCodeUnit } from '#domain/draw.ts'
import type { PolicyRow } from '../services/policies/row.ts'
import type { People, Person } from './plan-elections.ts'
import { newPosition, type PlanContext, type PositionRow, type Write } from './planning.ts'
import type { PolicyRecord } from './records.ts'

type PositionRecords = NonNullable<PolicyRecord['positions']>

export interface Owner {
	readonly id: string
	readonly name: string
}

const FULL = 2

/** Chooses owners of statements that have none: of those who agree fully, the one who owns the fewest, then by name. */
export const ownersOf = (people: People, policies: readonly PolicyRow[]) => {
	const owned = new Map<string, number>()
	const add = (candidateId: string): void => {
		owned.set(candidateId, (owned.get(candidateId) ?? 0) + 1)
	}
	for (const { candidateId } of policies) add(candidateId)
	return {
		add,
		/** @returns the owner, or the reason why there is none. */
		choose(positions: PositionRecords): Person | string {
			const agreeing = positions.filter(({ value }) => value === FULL)
			const found = agreeing.map(({ candidate }) => people.find(candidate))
			const known = found.flatMap((person) =>
				typeof person === 'string' || person.id === null ? [] : [{ ...person, id: person.id }],
			)
			const [first] = known.toSorted(
				(a, b) =>
					(owned.get(a.id) ?? 0) - (owned.get(b.id) ?? 0) ||
					byCodeUnit(a.name, b.name) ||
					byCodeUnit(a.id, b.id),
			)
			if (first !== undefined) return first
			const [problem] = found
			if (agreeing.length === 0 || problem === undefined) return UNOWNED
			return typeof problem === 'string' ? `${agreeing[0]?.candidate} ${problem}` : problem
		},
	}
}

const UNOWNED = 'no candidate strongly agrees (2), so the statement has no owner'

interface Listed {
	readonly id: string
	readonly owner: Owner
	readonly positions: PositionRecords
}

interface Problem {
	readonly field: string
	readonly reason: string
}

interface PlannedPositions {
	readonly writes: Write<PositionRow>[]
	readonly problems: readonly Problem[]
	readonly notes: readonly string[]
}

interface Planned {
	readonly reason?: string
	readonly note?: string
	readonly write?: Write<PositionRow>
}

const cellKey = (policyId: string, candidateId: string): string => `${policyId} ${candidateId}`

const rowAfter = (
	planning: PlanContext,
	{ id, candidateId }: { readonly id: string; readonly candidateId: string },
	{ candidate: _, ...says }: PositionRecords[number],
): Planned => {
	const planned = planning.plannedPositions.get(cellKey(id, candidateId))
	const before = planning.existing.stances.get(id)?.get(candidateId) ?? null
	const fresh = newPosition({ policyId: id, candidateId, value: says.value }, planning.now)
	const stated = Object.entries(says).filter(([, value]) => value !== undefined)
	const after = {
		...(planned ?? before ?? fresh),
		...Object.fromEntries(stated),
		deletedAt: null,
	}
	if (planned === undefined) return { write: { before, after } }
	return isDeepStrictEqual(planned, after)
		? {}
		: { reason: 'is in these files twice with different values' }
}

const count = (number: number, word: string): string[] => (number > 0 ? [`${number} ${word}`] : [])

const summaryOf = (all: readonly Write<PositionRow>[], writes: readonly Write<PositionRow>[]) => {
	const added = writes.filter(({ before }) => before === null || before.deletedAt !== null).length
	const parts = [
		...count(added, 'new'),
		...count(writes.length - added, 'changed'),
		...count(all.length - writes.length, 'unchanged'),
	]
	return parts.length === 0 ? [] : [`positions: ${parts.join(', ')}`]
}

/** Checks what a file says of the owner, whose position is not stored. */
const planOwners = (
	{ value, quote, source, url, note }: PositionRecords[number],
	name: string,
): Planned => {
	if (value !== FULL) {
		return { reason: `must be 2, because ${name} owns the statement, not ${value}` }
	}
	const isLost = [quote, source, url, note].some(Boolean)
	return isLost ? { note: `imported without the quote and source of its owner, ${name}` } : {}
}

const planPosition = (
	planning: PlanContext,
	people: People,
	{ id, owner }: Listed,
	position: PositionRecords[number],
): Planned => {
	const person = people.find(position.candidate)
	if (typeof person === 'string') return { reason: person }
	// The candidate was refused, and the refusal is already reported.
	if (person.id === null) return {}
	if (person.id === owner.id) return planOwners(position, owner.name)
	return rowAfter(planning, { id, candidateId: person.id }, position)
}

/** Plans the positions on a policy. Positions that the files do not mention stay. */
export const planPositions = (
	planning: PlanContext,
	people: People,
	listed: Listed,
): PlannedPositions => {
	const problems: Problem[] = []
	const notes: string[] = []
	const all = new Map<string, Write<PositionRow>>()
	for (const position of listed.positions) {
		const { reason, note, write } = planPosition(planning, people, listed, position)
		const isTwice = write !== undefined && all.has(write.after.candidateId)
		const problem = isTwice ? 'is a duplicate' : reason
		if (problem !== undefined) {
			problems.push({ field: `positions.${position.candidate}`, reason: problem })
		}
		if (note !== undefined) notes.push(note)
		if (write !== undefined) all.set(write.after.candidateId, write)
	}
	const planned = [...all.values()]
	const writes = planned.filter(({ before, after }) => !isDeepStrictEqual(before, after))
	return { writes, problems, notes: [...summaryOf(planned, writes), ...notes] }
}

export const addPositions = (
	{ writes, plannedPositions }: PlanContext,
	planned: readonly Write<PositionRow>[],
): void => {
	for (const write of planned) {
		const { policyId, candidateId } = write.after
		plannedPositions.set(cellKey(policyId, candidateId), write.after)
		writes.positions.push(write)
	}
}
