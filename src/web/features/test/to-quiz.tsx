import { Link } from '@tanstack/react-router'
import { useSession } from '#web/app/session.ts'
import { testEnd } from '#web/texts/en/test-end.ts'

/**
 * Leads to the compare quizzes and, without a signed-in user, says why they need an account.
 * @param electionId election to open. Missing for the list of elections.
 */
export const ToQuiz = ({ electionId }: { readonly electionId?: string | undefined }) => {
	const { user } = useSession()
	const to = electionId === undefined ? '/elections' : '/elections/$electionId/quizzes'
	if (user) {
		return (
			<Link to={to} params={{ electionId: electionId ?? '' }} className="btn btn-primary text-base">
				{electionId === undefined ? testEnd.findElection : testEnd.compare}
			</Link>
		)
	}
	const redirect = to.replace('$electionId', electionId ?? '')
	return (
		<>
			<p className="text-muted">{testEnd.whyAccount}</p>
			<div className="grid gap-3 sm:grid-cols-2">
				<Link to="/register" search={{ redirect }} className="btn btn-primary text-base">
					{testEnd.createAccount}
				</Link>
				<Link to="/login" search={{ redirect }} className="btn btn-outline text-base">
					{testEnd.signIn}
				</Link>
			</div>
		</>
	)
}
