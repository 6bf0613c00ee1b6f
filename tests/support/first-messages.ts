import * as v from 'valibot'
import { readIssue } from '#contract/messages.ts'

/** The first error message of each invalid field, by path. Empty if valid. */
export const firstMessages = (schema: v.GenericSchema, value: unknown): Record<string, string> => {
	const { issues = [] } = v.safeParse(schema, value)
	const messages = new Map<string, string>()
	for (const issue of issues) {
		const path = v.getDotPath(issue) ?? ''
		if (!messages.has(path)) messages.set(path, readIssue(issue.message).message)
	}
	return Object.fromEntries(messages)
}
