import * as v from 'valibot'
import type { FieldError } from '#contract/problem.ts'
import type { Failure } from '#http/failure.ts'
import { unsavedText } from '../faults.ts'

/** What is wrong with a form: at its fields, and as a whole. */
export interface Problems {
	/** The first message of each field, by its name. */
	readonly fields: Readonly<Record<string, string>>
	/** The same messages in the order in which they were found, each once. */
	readonly all: readonly string[]
	/** What went wrong that is no field's; null where that is nothing. */
	readonly whole: string | null
}

export const NO_PROBLEMS: Problems = { fields: {}, all: [], whole: null }

/** "electionIds.0" is about the field "electionIds". */
const fieldOf = (path: string): string => path.split('.')[0] ?? ''

const listed = (fields: Problems['fields']): Pick<Problems, 'fields' | 'all'> => ({
	fields,
	all: [...new Set(Object.values(fields))],
})

const gather = (found: readonly FieldError[]): Pick<Problems, 'fields' | 'all'> => {
	const fields: Record<string, string> = {}
	for (const { path, message } of found) fields[fieldOf(path)] ??= message
	return listed(fields)
}

/** What the schema objects to; what it says of no field is about the whole. */
export const problemsOfIssues = (issues: readonly v.BaseIssue<unknown>[]): Problems => {
	const found = issues.map((issue) => ({ path: v.getDotPath(issue) ?? '', message: issue.message }))
	const whole = found.filter(({ path }) => path === '').map(({ message }) => message)
	return { ...gather(found.filter(({ path }) => path !== '')), whole: whole.join(' ') || null }
}

/**
 * What the server objects to. @param names the form's fields: a message about anything else is one about the whole.
 * @param fallback what is said where the server says nothing.
 */
export const problemsOfFailure = (
	failure: Failure,
	names: readonly string[],
	fallback: string,
): Problems => {
	const errors = failure.kind === 'problem' ? failure.errors : []
	const [here, elsewhere] = [true, false].map((at) =>
		errors.filter(({ path }) => names.includes(fieldOf(path)) === at),
	)
	const others = (elsewhere ?? []).map(({ message }) => message)
	const whole = [unsavedText(failure, fallback), ...others].filter(
		(text, index, texts) => text !== '' && texts.indexOf(text) === index,
	)
	const { fields, all } = gather(here ?? [])
	return { fields, all, whole: whole.join(' ') || null }
}

/** The same without what was said of a field, which is being corrected. */
export const withoutField = (problems: Problems, name: string): Problems => {
	const { [name]: gone, ...fields } = problems.fields
	return gone === undefined ? problems : { ...problems, ...listed(fields) }
}
