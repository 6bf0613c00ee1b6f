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

describe('what is wrong with a form', () => {
	it('is said of every field at once, in the order of the form', () => {
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

	it('is about the field, where it is about a part of it', () => {
		const problems = checked(CandidateFields, {
			name: 'A',
			website: 'https://a.example',
			electionIds: ['1', 'no id'],
		})
		expect(Object.keys(problems.fields)).toEqual(['electionIds'])
	})

	it('is about the whole where it is about no field', () => {
		const schema = v.pipe(
			v.object({ name: v.string() }),
			v.check(() => false, 'All of it'),
		)
		expect(checked(schema, { name: '' })).toEqual({ fields: {}, all: [], whole: 'All of it' })
	})

	it('is what the server says: at its field, and of what is no field in the whole', () => {
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

	it('is the specified text where the server says nothing, and that all is kept where nobody answers', () => {
		expect(problemsOfFailure(refusal({ status: 500 }), [], 'Failed.').whole).toBe('Failed.')
		expect(problemsOfFailure({ kind: 'offline' }, [], 'Failed.').whole).toBe(
			'Network error. Please check your connection. What you typed is kept. Try again when the connection returns.',
		)
	})

	it('is no longer said of a field that is being corrected', () => {
		const problems: Problems = { fields: { a: 'A', b: 'B' }, all: ['A', 'B'], whole: 'W' }
		expect(withoutField(problems, 'a')).toEqual({ fields: { b: 'B' }, all: ['B'], whole: 'W' })
		expect(withoutField(problems, 'c')).toBe(problems)
	})
})
