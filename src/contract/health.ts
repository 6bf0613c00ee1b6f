import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

export const health = {
	check: endpoint({
		method: 'GET',
		path: '/health',
		access: 'public',
		summary:
			'Check that the database answers, and list what the server has beyond the specifications.',
		// Other servers report another status, or none, and no list.
		reply: v.object({
			status: v.optional(v.unknown()),
			capabilities: v.optional(v.array(v.string()), []),
		}),
	}),
	live: endpoint({
		method: 'GET',
		path: '/health/live',
		access: 'public',
		summary: 'Check that the process is alive, without using the database.',
		reply: v.object({ status: v.literal('ok') }),
	}),
} as const
