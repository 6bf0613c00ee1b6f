import { candidates } from '#contract/candidates.ts'
import { policies } from '#contract/policies.ts'
import type { Api } from '../http/mount.ts'
import { createMountShared } from '../http/mount-shared.ts'
import { listPoliciesOf } from '../services/candidates/policies.ts'
import { getCandidate, listCandidatesOf } from '../services/candidates/read.ts'

/** Serves candidates and their policies as voters read them: the same for all, so replies are shared. */
export const mountCandidates = (api: Api): void => {
	const mountShared = createMountShared(api)
	mountShared(candidates.ofElection, (db, { params }) => listCandidatesOf(db, params.electionId))
	mountShared(candidates.get, (db, { params }) => getCandidate(db, params.id))
	mountShared(candidates.policies, (db, { params }) => listPoliciesOf(db, params.id))
	mountShared(policies.ofCandidate, (db, { params }) => listPoliciesOf(db, params.candidateId))
}
