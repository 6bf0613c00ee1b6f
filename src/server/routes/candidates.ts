import { candidates } from '#contract/candidates.ts'
import { policies } from '#contract/policies.ts'
import { type Api, mount } from '../http/mount.ts'
import { listPoliciesOf } from '../services/candidates/policies.ts'
import { getCandidate, listCandidatesOf } from '../services/candidates/read.ts'

export const mountCandidates = (api: Api): void => {
	mount(api, candidates.ofElection, ({ db }, { params }) => listCandidatesOf(db, params.electionId))
	mount(api, candidates.get, ({ db }, { params }) => getCandidate(db, params.id))
	mount(api, candidates.policies, ({ db }, { params }) => listPoliciesOf(db, params.id))
	mount(api, policies.ofCandidate, ({ db }, { params }) => listPoliciesOf(db, params.candidateId))
}
