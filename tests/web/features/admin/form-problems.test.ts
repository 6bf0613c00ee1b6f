import { type FormStore, setErrors, useForm, validate } from '@formisch/react'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { CandidateFields } from '#contract/admin/candidates.ts'
import { ElectionFields } from '#contract/admin/elections.ts'
import type { Failure } from '#http/failure.ts'
import { newElection } from '#web/features/admin/elections/election-dialog.tsx'
import { changeFields, problemsOf, showFailure } from '#web/features/admin/kit/use-record-form.ts'

type Input = Record<string, unknown>

interface FormProps {
	readonly schema: v.GenericSchema<Input, Input>
	readonly initialInput: Input
	readonly onStore: (store: FormStore) => void
}

const Form = ({ schema, initialInput, onStore }: FormProps) => {
	onStore(useForm({ schema, initialInput, revalidate: 'submit' }))
	return null
}

const storeOf = (schema: v.GenericSchema<Input, Input>, initialInput: Input): FormStore => {
	const stores: FormStore[] = []
	const onStore = (store: FormStore) => void stores.push(store)
	renderToString(createElement(Form, { schema, initialInput, onStore }))
	const [store] = stores
	if (store === undefined) throw new Error('The form was not rendered')
	return store
}

const checked = async (schema: v.GenericSchema<Input, Input>, input: Input) => {
	const store = storeOf(schema, input)
	const { success } = await validate(store)
	if (success) throw new Error('The input is valid')
	return problemsOf(store)
}

const refused = (failure: Failure, names: readonly string[]) => {
	const store = storeOf(v.object({ name: v.string() }), { name: '' })
	showFailure(store, failure, names, 'Failed.')
	return problemsOf(store)
}

const refusal = (part: Partial<Extract<Failure, { kind: 'problem' }>>): Failure => ({
	kind: 'problem',
	status: 400,
	message: '',
	errors: [],
	retryAfterMs: null,
	...part,
})

describe('form problems', () => {
	it('list every field in form order', async () => {
		const { values } = newElection()
		const problems = await checked(ElectionFields, {
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

	it('assign nested issues to their field', async () => {
		const problems = await checked(CandidateFields, {
			name: 'A',
			website: 'https://a.example',
			electionIds: ['1', 'no id'],
		})
		expect(Object.keys(problems.fields)).toEqual(['electionIds'])
	})

	it('assign issues without a field to the whole form', async () => {
		const schema = v.pipe(
			v.object({ name: v.string() }),
			v.check(() => false, 'All of it'),
		)
		expect(await checked(schema, { name: '' })).toEqual({ fields: {}, all: [], whole: 'All of it' })
	})

	it('place server errors at their fields or the whole form', () => {
		const failure = refusal({
			message: 'Please check your input.',
			errors: [
				{ path: 'name', message: 'Taken' },
				{ path: 'elsewhere', message: 'Odd' },
			],
		})
		expect(refused(failure, ['name'])).toEqual({
			fields: { name: 'Taken' },
			all: ['Taken'],
			whole: 'Please check your input. Odd',
		})
	})

	it('use the fallback text or the offline message', () => {
		expect(refused(refusal({ status: 500 }), []).whole).toBe('Failed.')
		expect(refused({ kind: 'offline' }, []).whole).toBe(
			'Network error. Please check your connection. What you typed is kept. Try again when you are back online.',
		)
	})

	it('show the first server error of a field', () => {
		const errors = ['Taken', 'Too short'].map((message) => ({ path: 'name.0', message }))
		expect(refused(refusal({ errors }), ['name']).fields).toEqual({ name: 'Taken' })
	})

	it("drop a field's problem when it is edited", async () => {
		const schema = v.object({ a: v.array(v.pipe(v.string(), v.nonEmpty('A'))), b: v.string() })
		const store = storeOf(schema, { a: [''], b: '' })
		await validate(store)
		setErrors(store, { path: ['b'], errors: ['B'] })
		setErrors(store, { errors: ['W'] })
		expect(problemsOf(store)).toEqual({ fields: { a: 'A', b: 'B' }, all: ['A', 'B'], whole: 'W' })
		changeFields(store, { a: ['new'] })
		expect(problemsOf(store)).toEqual({ fields: { b: 'B' }, all: ['B'], whole: 'W' })
	})
})
