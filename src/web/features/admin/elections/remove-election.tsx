import { type ManagedElection, manageElections } from '#contract/manage-elections.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { call } from '#web/app/client.ts'
import { elections as texts } from '#web/texts/admin/elections.ts'
import { type RemovalHeard, RemoveDialog } from '../forms/remove-dialog.tsx'
import { namesText } from '../names-text.ts'
import { readElection } from './read.ts'

/** What goes with an election, a sentence each. */
const consequencesOf = async (id: string): Promise<Result<readonly string[], Failure>> => {
	const reply = await call(manageElections.consequences, { params: { id } })
	if (!reply.ok) return reply
	const { quizzes, candidates, onlyHere, openAttempts } = reply.value
	const say = texts.consequences
	const value = [
		quizzes.count === 0 ? say.noQuizzes : say.quizzes(quizzes.count, namesText(quizzes)),
		...(candidates.count > 0 ? [say.candidates(candidates.count, namesText(candidates))] : []),
		...(onlyHere > 0 ? [say.onlyHere(onlyHere)] : []),
		...(openAttempts > 0 ? [say.openAttempts(openAttempts)] : []),
	]
	return { ok: true, value }
}

interface RemoveElectionProps extends RemovalHeard {
	readonly election: ManagedElection
}

/** Asks before an election is deleted, and names what goes with it. */
export const RemoveElection = ({ election, ...heard }: RemoveElectionProps) => {
	const { id, name } = election
	const params = { id }
	return (
		<RemoveDialog
			{...heard}
			title={texts.removeTitle(name)}
			record={election}
			consequences={() => consequencesOf(id)}
			remove={(options) => call(manageElections.remove, { params }, options)}
			reread={() => readElection(id)}
			restore={(options) => call(manageElections.restore, { params }, options)}
			failed={texts.deleteFailed}
		/>
	)
}
