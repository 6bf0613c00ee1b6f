import { Link } from '@tanstack/react-router'
import { useSession } from '#web/app/session.ts'

const STEPS = [
	{ title: 'Choose an election', text: 'Find yours by name, state, county or city.' },
	{
		title: 'Answer the policies',
		text: 'Each statement is a real position of one of the candidates. Whose it is stays hidden.',
	},
	{
		title: 'See where you stand',
		text: 'Every candidate with a percentage, and the arithmetic behind it, line by line.',
	},
]

const Actions = () => {
	const { user } = useSession()
	if (user) {
		return (
			<Link to="/elections" className="btn btn-primary text-base">
				Find your election
			</Link>
		)
	}
	return (
		<>
			<Link to="/login" className="btn btn-primary text-base">
				Sign in
			</Link>
			<Link to="/register" className="btn btn-outline text-base">
				Create an account
			</Link>
		</>
	)
}

/** There is no test to take now: says so, and what there is instead. @param message the server's own words, if any. */
export const NoTest = ({ message }: { readonly message: string }) => (
	<>
		<h1 className="text-3xl font-semibold">No knowledge test right now</h1>
		<p className="mt-3 text-lg text-muted">
			{message || 'There is no knowledge test at the moment.'} You can still compare policies
			objectively, without bias:
		</p>
		<ol className="mt-6 grid gap-6">
			{STEPS.map(({ title, text }, index) => (
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
