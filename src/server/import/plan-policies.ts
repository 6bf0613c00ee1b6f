import { randomUUID } from 'node:crypto'
import { IMPORTANCE_DEFAULT } from '#domain/constants.ts'
import type { Named } from '#domain/extraction/neutrality.ts'
import { setByHandOf, settleFigures } from '#domain/extraction/remeasure.ts'
import { MEASURED_FIELDS, PRIORITY_DEFAULT } from '#domain/policies.ts'
import type { Beside } from '../services/candidates/rivals.ts'
import { validationOf } from '../services/policies/validating.ts'
import type { ElectionDraft, Place } from './drafts.ts'
import type { PolicyRow } from './existing.ts'
import type { People } from './plan-candidates.ts'
import { type Planning, refuse, settle, type Told, textKey } from './planning.ts'
import type { PolicyRecord } from './records.ts'

/** Status of a policy whose row names none: a person has to look at it before voters are asked about it. */
const FIRST_STATUS = 'PENDING'

const rowOf = ({ clarity, bias, effectiveness, complexity, ...record }: PolicyRecord) => ({
	...record,
	clarityScore: clarity,
	biasScore: bias,
	effectivenessScore: effectiveness,
	complexityLevel: complexity,
})

const freshOf = (record: PolicyRecord, candidateId: string, now: Date): PolicyRow => ({
	...{ id: randomUUID(), candidateId, text: record.text, category: record.category },
	...{ importance: IMPORTANCE_DEFAULT, validationStatus: FIRST_STATUS, source: null },
	...{ clarityScore: null, biasScore: null, effectivenessScore: null, complexityLevel: null },
	...{ priority: PRIORITY_DEFAULT, prioritySource: null, keywords: [] },
	...{ setByHand: null, override: null },
	// A quote comes from a source that was read here, never from a file that says so.
	...{ quote: null, quoteStart: null, sourceId: null, sourceUrl: null },
	...{ createdAt: now, revised: 1, deletedAt: null, deletedWith: null },
})

type Says = Partial<PolicyRow>

/**
 * What a row says, with what follows from it: a new text measures again what no person set, and a statement that names
 * someone waits for a person instead of being VALIDATED.
 */
const settled = (
	row: PolicyRow | undefined,
	fresh: PolicyRow,
	said: ReturnType<typeof rowOf>,
	named: Named,
): { readonly says: Says; readonly waits: string } => {
	const stated = Object.entries(said).filter(([, value]) => value !== undefined)
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
	readonly told: Told
	readonly said: PolicyRecord
	readonly person: { readonly id: string; readonly name: string }
	readonly named: Named
}

const planPolicy = (planning: Planning, owner: ElectionDraft, planned: Planned): void => {
	const { told, said, person, named } = planned
	const row = planning.existing.policies.get(said.id ?? '')
	const fresh = freshOf(said, person.id, planning.now)
	const { says, waits } = settled(row, fresh, rowOf(said), named)
	const status = says.validationStatus ?? (row ?? fresh).validationStatus
	const note = [`of ${person.name}`, `status ${status}${waits}`, told.note]
		.filter(Boolean)
		.join('; ')
	settle(planning, 'policy', planning.writes.policies, {
		...{ told: { ...told, note }, id: said.id, owner, row, says, fresh },
		foreign: (there) => (there.candidateId === person.id ? null : 'is of another candidate'),
	})
}

const repeated = (before: Place | null): string =>
	before === null
		? 'is a policy of this candidate already; give its id to change it'
		: `is there twice: first in ${before.file}, line ${before.line}`

/** Whom the statements of a candidate must not name: those of the files and of the database. */
const namesOf = ({ existing }: Planning, { standing }: People) => {
	const together = new Map<Beside | undefined, Beside>()
	return ({ id, name }: { readonly id: string; readonly name: string }): Named => {
		const known = existing.beside.get(id)
		const all = together.get(known) ?? {
			names: [...new Set([...(known?.names ?? []), ...standing.names])],
			parties: [...new Set([...(known?.parties ?? []), ...standing.parties])],
		}
		together.set(known, all)
		const party = existing.candidates.get(id)?.party ?? null
		const parties =
			party === null || all.parties.includes(party) ? all.parties : [party, ...all.parties]
		return { names: [name], others: all.names, parties }
	}
}

/** Plans the policies of an election's candidates. */
export const planPolicies = async (
	planning: Planning,
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
		const { said } = draft
		if (typeof person === 'string' || person.id === null || said === null) continue
		const key = textKey(person.id, said.text)
		const before = planning.texts.get(key)
		if (said.id === undefined && before !== undefined) {
			refuse(planning, 'policy', draft, { reason: repeated(before), field: 'text' })
			continue
		}
		if (before === undefined) planning.texts.set(key, draft.place)
		planPolicy(planning, drafts, {
			told: draft,
			said,
			person: { id: person.id, name: person.name },
			named: namedOf({ ...person, id: person.id }),
		})
	}
}
