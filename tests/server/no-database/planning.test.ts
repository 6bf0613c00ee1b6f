import { expect, it } from 'vitest'
import { type PlanContext, reportOutcome } from '#server/import/planning.ts'
import { TABLES } from '#server/import/tables.ts'

it('names changed scores as files name them', () => {
	const changes: PlanContext['changes'] = []
	reportOutcome(
		{ changes } as PlanContext,
		'policy',
		{ place: { file: 'policies.csv', line: 2, path: '' }, name: 'A policy' },
		{
			isNew: false,
			changed: ['clarityScore', 'biasScore', 'effectivenessScore', 'complexityLevel'],
		},
	)
	const [change] = changes
	expect(change?.message).toBe('clarity, bias, effectiveness, complexity')
	const columns = Object.keys(TABLES.policy.columns)
	expect(columns).toEqual(expect.arrayContaining(change?.message?.split(', ') ?? []))
})
