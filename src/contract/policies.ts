import * as v from 'valibot'
import { Policy } from './candidates.ts'
import { endpoint } from './endpoint.ts'
import { idParams } from './fields.ts'

export const policies = {
	ofCandidate: endpoint({
		method: 'GET',
		path: '/policies/candidate/:candidateId/enhanced',
		access: 'user',
		summary: "A candidate's validated policies (another form of the call).",
		params: idParams('candidateId'),
		reply: v.array(Policy),
	}),
} as const
