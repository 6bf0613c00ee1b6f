import type { HonoRequest } from 'hono'
import * as v from 'valibot'
import type { FieldError } from '#contract/problem.ts'
import { isStorable } from '../db/storable.ts'
import { invalid, serviceError } from './service-error.ts'

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

/**
 * The parsed JSON of a request, undefined where it has no body.
 * @throws 415 for another content type, 400 for what is not JSON.
 */
export const readJson = async (request: HonoRequest): Promise<unknown> => {
	const text = await request.text()
	if (text === '') return undefined
	if (!JSON_TYPE.test(request.header('content-type') ?? '')) {
		throw serviceError('unsupported-type', 'The request body must be application/json.')
	}
	try {
		return JSON.parse(text)
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw error
		throw invalid([{ path: '', message: 'is not valid JSON' }])
	}
}

const unstorable = (value: unknown, path: string, found: FieldError[]): void => {
	if (typeof value === 'string') {
		if (!isStorable(value)) found.push({ path, message: 'has a character that is not allowed' })
		return
	}
	if (typeof value !== 'object' || value === null) return
	for (const [key, part] of Object.entries(value)) {
		unstorable(part, path === '' ? key : `${path}.${key}`, found)
	}
}

/** The parts of a schema that lead to the schemas inside it. */
interface Nested {
	readonly pipe?: readonly Nested[]
	readonly wrapped?: Nested
	readonly item?: Nested
	readonly entries?: Readonly<Record<string, Nested>>
	readonly options?: readonly Nested[]
}

/** The schemas of a field, by its path: several where the field may belong to one of several forms. */
const schemasAt = (schema: Nested, path: readonly unknown[]): Nested[] => {
	const [key, ...rest] = path
	if (key === undefined) return [schema]
	const inner = schema.pipe?.[0] !== undefined && schema.pipe[0] !== schema ? [schema.pipe[0]] : []
	const next = typeof key === 'number' ? schema.item : schema.entries?.[String(key)]
	return [
		...(next === undefined ? [] : schemasAt(next, rest)),
		...[...inner, ...(schema.wrapped ? [schema.wrapped] : []), ...(schema.options ?? [])].flatMap(
			(each) => schemasAt(each, path),
		),
	]
}

const ownText = ({ message }: { readonly message: string }): string | null =>
	message.startsWith('Invalid ') ? null : message

/**
 * A schema's own text where it has one; valibot's standard text quotes the value, which may be a secret. A missing field
 * has the text that its schema has for a value of the wrong type.
 */
const messageOf = (schema: v.GenericSchema, issue: v.BaseIssue<unknown>): string => {
	const own = ownText(issue)
	if (own !== null) return own
	if (issue.received !== 'undefined') return 'has the wrong form'
	const path = issue.path?.map(({ key }) => key) ?? []
	for (const field of schemasAt(schema as Nested, path)) {
		const [first] = v.safeParse(field as v.GenericSchema, undefined).issues ?? []
		const text = first === undefined ? null : ownText(first)
		if (text !== null && !/^\p{Ll}/u.test(text)) return text
	}
	return 'is required'
}

/**
 * Validates a part of a request by the endpoint's schema.
 * @param part its name, which stands as the path where the whole of it is wrong: "body", "query".
 * @throws 400 with every field that is wrong.
 */
export const parsePart = (
	schema: v.GenericSchema | undefined,
	value: unknown,
	part: string,
): unknown => {
	if (schema === undefined) return undefined
	// To an object's schema a list is an object without its fields.
	if (Array.isArray(value) && schema.type !== 'array') {
		throw invalid([{ path: part, message: 'must be an object' }])
	}
	const parsed = v.safeParse(schema, value)
	if (!parsed.success) {
		throw invalid(
			parsed.issues.map((issue) => ({
				path: v.getDotPath(issue) ?? part,
				message: messageOf(schema, issue),
			})),
		)
	}
	const found: FieldError[] = []
	unstorable(parsed.output, '', found)
	if (found.length > 0) throw invalid(found)
	return parsed.output
}
