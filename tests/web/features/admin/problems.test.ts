import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { CandidateFields } from '#contract/admin/candidates.ts'
import { ElectionFields } from '#contract/admin/elections.ts'
import type { Failure } from '#http/failure.ts'
import { newElection } from '#web/features/admin/elections/election-dialog.tsx'
import {
	type Problems,
	problemsOfFailure,
	problemsOfIssues,
	withoutField,
} from '#web/features/admin/kit/use-record-form.ts'

const refusal = (part: Partial<Extract<Failure, { kind: 'problem' }>>): Failure => ({
	kind: 'problem',
	status: 400,
	message: '',
	errors: [],
	retryAfterMs: null,
	...part,
})

const checked = (schema: v.GenericSchema, input: unknown): Problems => {
	const parsed = v.safeParse(schema, input)
	if (parsed.success) throw new Error('nothing is wrong with it')
	return problemsOfIssues(parsed.issues)
}

describe('form problems', () => {
	it('list every field in form order', () => {
		const { values } = newElection()
		const problems = checked(ElectionFields, {
			...values,
			electionDate: '',
			jurisdiction: 'COUNTY',
			state: ' ',
		})
		expect(problems.all).toEqual([
			'Election name is required',
			'Election date is required',
			'State is required for County elections',
			'County is required for County elections',
		])
		expect(Object.keys(problems.fields)).toEqual(['name', 'electionDate', 'state', 'county'])
		expect(problems.whole).toBeNull()
	})

	it('assign nested issues to their field', () => {
		const problems = checked(CandidateFields, {
			name: 'A',
			website: 'https://a.example',
			electionIds: ['1', 'no id'],
		})
		expect(Object.keys(problems.fields)).toEqual(['electionIds'])
	})

	it('assign issues without a field to the whole form', () => {
		const schema = v.pipe(
			v.object({ name: v.string() }),
			v.check(() => false, 'All of it'),
		)
		expect(checked(schema, { name: '' })).toEqual({ fields: {}, all: [], whole: 'All of it' })
	})

	it('place server errors at their fields or the whole form', () => {
		const failure = refusal({
			message: 'Please check your input.',
			errors: [
				{ path: 'name', message: 'Taken' },
				{ path: 'elsewhere', message: 'Odd' },
			],
		})
		expect(problemsOfFailure(failure, ['name'], 'Failed.')).toEqual({
			fields: { name: 'Taken' },
			all: ['Taken'],
			whole: 'Please check your input. Odd',
		})
	})

	it('use the fallback text or the offline message', () => {
		expect(problemsOfFailure(refusal({ status: 500 }), [], 'Failed.').whole).toBe('Failed.')
		expect(problemsOfFailure({ kind: 'offline' }, [], 'Failed.').whole).toBe(
			'Network error. Please check your connection. What you typed is kept. Try again when the connection returns.',
		)
	})

	it("drop a field's problem when it is edited", () => {
		const problems: Problems = { fields: { a: 'A', b: 'B' }, all: ['A', 'B'], whole: 'W' }
		expect(withoutField(problems, 'a')).toEqual({ fields: { b: 'B' }, all: ['B'], whole: 'W' })
		expect(withoutField(problems, 'c')).toBe(problems)
	})
})
