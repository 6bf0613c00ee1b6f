import { Link } from '@tanstack/react-router'
import { useSession } from '#web/app/session.ts'
import { said } from '#web/texts/language.ts'
import { testEnd } from '#web/texts/test-end.ts'

const Actions = () => {
	const { user } = useSession()
	if (user) {
		return (
			<Link to="/elections" className="btn btn-primary text-base">
				{testEnd.findElection}
			</Link>
		)
	}
	return (
		<>
			<Link to="/login" className="btn btn-primary text-base">
				{testEnd.signIn}
			</Link>
			<Link to="/register" className="btn btn-outline text-base">
				{testEnd.createAccount}
			</Link>
		</>
	)
}

/** There is no test to take now: says so, and what there is instead. @param message the server's own words, if any. */
export const NoTest = ({ message }: { readonly message: string }) => (
	<>
		<h1 className="text-3xl font-semibold">{testEnd.none}</h1>
		<p className="mt-3 text-lg text-muted">
			{`${message === '' ? testEnd.noneWhy : said(message)} ${testEnd.instead}`}
		</p>
		<ol className="mt-6 grid gap-6">
			{testEnd.steps.map(({ title, text }, index) => (
				<li key={title} className="border-t-2 border-primary pt-4">
					<p className="font-serif text-lg text-primary">{index + 1}</p>
					<h2 className="mt-1 text-xl font-semibold">{title}</h2>
					<p className="mt-2 text-muted">{text}</p>
				</li>
			))}
		</ol>
		<div className="mt-7 flex flex-col gap-3 sm:flex-row">
			<Actions />
		</div>
	</>
)
