import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

export const health = {
	check: endpoint({
		method: 'GET',
		path: '/health',
		access: 'public',
		summary:
			'200 when the database answers. Lists what the server has beyond the two specifications.',
		reply: v.object({ status: v.literal('ok'), capabilities: v.optional(v.array(v.string()), []) }),
	}),
	live: endpoint({
		method: 'GET',
		path: '/health/live',
		access: 'public',
		summary: '200 as long as the process lives, whatever the database does.',
		reply: v.object({ status: v.literal('ok') }),
	}),
} as const
