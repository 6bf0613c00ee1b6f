import { type ManagedCandidate, manageCandidates } from '#contract/manage-candidates.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { call } from '#web/app/client.ts'
import { candidates as texts } from '#web/texts/admin/candidates.ts'
import { type RemovalHeard, RemoveDialog } from '../forms/remove-dialog.tsx'
import { namesText } from '../names-text.ts'
import { readCandidate } from './read.ts'

/** What goes with a candidate and what loses them, a sentence each. */
const consequencesOf = async (id: string): Promise<Result<readonly string[], Failure>> => {
	const reply = await call(manageCandidates.consequences, { params: { id } })
	if (!reply.ok) return reply
	const { policies, quizzes, invalidQuizzes, testConfigurations } = reply.value
	const say = texts.consequences
	const value = [
		policies === 0 ? say.noPolicies : say.policies(policies),
		...(quizzes.count > 0 ? [say.quizzes(quizzes.count, namesText(quizzes))] : []),
		...(invalidQuizzes > 0 ? [say.invalidQuizzes(invalidQuizzes)] : []),
		...(testConfigurations > 0 ? [say.testConfigurations(testConfigurations)] : []),
	]
	return { ok: true, value }
}

interface RemoveCandidateProps extends RemovalHeard {
	readonly candidate: ManagedCandidate
}

/** Asks before a candidate is deleted, and names what goes with them. */
export const RemoveCandidate = ({ candidate, ...heard }: RemoveCandidateProps) => {
	const { id, name } = candidate
	const params = { id }
	return (
		<RemoveDialog
			{...heard}
			title={texts.removeTitle(name)}
			record={candidate}
			consequences={() => consequencesOf(id)}
			remove={(options) => call(manageCandidates.remove, { params }, options)}
			reread={() => readCandidate(id)}
			restore={(options) => call(manageCandidates.restore, { params }, options)}
			failed={texts.deleteFailed}
		/>
	)
}
