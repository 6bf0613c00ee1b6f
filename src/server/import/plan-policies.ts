import { randomUUID } from 'node:crypto'
import { IMPORTANCE_DEFAULT } from '#domain/constants.ts'
import { PRIORITY_DEFAULT } from '#domain/policies.ts'
import type { ElectionDraft } from './drafts.ts'
import type { PolicyRow } from './existing.ts'
import type { People } from './plan-candidates.ts'
import { type Planning, refuse, settle, type Told, textKey } from './planning.ts'
import type { PolicyRecord } from './records.ts'

const rowOf = ({ clarity, bias, effectiveness, complexity, ...record }: PolicyRecord) => ({
	...record,
	clarityScore: clarity,
	biasScore: bias,
	effectivenessScore: effectiveness,
	complexityLevel: complexity,
})

const freshOf = (record: PolicyRecord, candidateId: string, now: Date): PolicyRow => ({
	...{ id: randomUUID(), candidateId, text: record.text, category: record.category },
	...{ importance: IMPORTANCE_DEFAULT, validationStatus: 'VALIDATED', source: null },
	...{ clarityScore: null, biasScore: null, effectivenessScore: null, complexityLevel: null },
	...{ priority: PRIORITY_DEFAULT, prioritySource: null, keywords: [] },
	// A quote comes from a source that was read here, never from a file that says so.
	...{ quote: null, quoteStart: null, sourceId: null, sourceUrl: null },
	...{ createdAt: now, revised: 1, deletedAt: null, deletedWith: null },
})

const planPolicy = (
	planning: Planning,
	owner: ElectionDraft,
	{ told, said, candidateId }: { told: Told; said: PolicyRecord; candidateId: string },
): void => {
	const row = planning.existing.policies.get(said.id ?? '')
	settle(planning, 'policy', planning.writes.policies, {
		...{ told, id: said.id, owner, row, says: rowOf(said) },
		fresh: freshOf(said, candidateId, planning.now),
		foreign: (there) => (there.candidateId === candidateId ? null : 'is of another candidate'),
	})
}

/** Plans the policies of an election's candidates. */
export const planPolicies = async (
	planning: Planning,
	drafts: ElectionDraft,
	people: People,
): Promise<void> => {
	for (const draft of drafts.policies) {
		await planning.breathe()
		const person = people.find(draft.of)
		if (typeof person === 'string') {
			refuse(planning, 'policy', draft, { reason: person, field: 'candidate' })
		}
		const { said } = draft
		if (typeof person === 'string' || person.id === null || said === null) continue
		const key = textKey(person.id, said.text)
		if (said.id === undefined && planning.texts.has(key)) {
			const reason = 'is a policy of this candidate already; give its id to change it'
			refuse(planning, 'policy', draft, { reason, field: 'text' })
			continue
		}
		planning.texts.add(key)
		const note = [`of ${person.name}`, draft.note].filter(Boolean).join('; ')
		planPolicy(planning, drafts, { told: { ...draft, note }, said, candidateId: person.id })
	}
}
