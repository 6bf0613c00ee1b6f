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

/** A schema's own text where it has one; valibot's standard text quotes the value, which may be a secret. */
const messageOf = (issue: v.BaseIssue<unknown>): string => {
	if (!issue.message.startsWith('Invalid ')) return issue.message
	return issue.received === 'undefined' ? 'is required' : 'has the wrong form'
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
				message: messageOf(issue),
			})),
		)
	}
	const found: FieldError[] = []
	unstorable(parsed.output, '', found)
	if (found.length > 0) throw invalid(found)
	return parsed.output
}
