import { Link } from '@tanstack/react-router'
import { useSession } from '#web/app/session.ts'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { SampleBallot } from './sample-ballot.tsx'

const STEPS = [
	{
		title: 'Choose an election',
		text: 'Find yours by name, state, county or city.',
	},
	{
		title: 'Answer the policies',
		text: 'Each statement is a real position of one of the candidates. Whose it is stays hidden.',
	},
	{
		title: 'See where you stand',
		text: 'Every candidate with a percentage, and the arithmetic behind it, line by line.',
	},
]

const PROMISES = [
	{
		title: 'The same number for each',
		text: 'Every candidate is asked about equally often, in an order that favours nobody.',
	},
	{
		title: 'No names, no parties, no portraits',
		text: 'Until you have answered the last statement there is nothing to recognise anybody by.',
	},
	{
		title: 'Saved as you answer',
		text: 'Your answers are kept on your device first. A lost connection costs you nothing.',
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
			<Link to="/register" className="btn btn-primary text-base">
				Create an account
			</Link>
			<Link to="/login" className="btn btn-outline text-base">
				Sign in
			</Link>
		</>
	)
}

const Hero = () => (
	<section className="mx-auto grid max-w-5xl items-center gap-12 px-4 py-10 md:grid-cols-2 md:py-20">
		<div>
			<h1 className="text-4xl leading-[1.1] font-semibold sm:text-5xl">
				Compare policies objectively, without bias
			</h1>
			<p className="mt-5 max-w-prose text-lg text-muted">
				Evenhand shows you what the candidates in an election want to do, one policy at a time and
				without their names. You say what you think. Then you see whose policies you agreed with.
			</p>
			<div className="mt-7 flex flex-col gap-3 sm:flex-row">
				<Actions />
			</div>
		</div>
		<SampleBallot />
	</section>
)

/** What Evenhand is and how it works, for everybody. */
export const WelcomeScreen = () => {
	usePageTitle('Evenhand')
	return (
		<>
			<Hero />
			<section className="border-y border-base-300 bg-base-200">
				<div className="mx-auto max-w-5xl px-4 py-12 md:py-16">
					<h2 className="text-2xl font-semibold sm:text-3xl">How it works</h2>
					<ol className="mt-8 grid gap-8 md:grid-cols-3">
						{STEPS.map(({ title, text }, index) => (
							<li key={title} className="border-t-2 border-primary pt-4">
								<p className="font-serif text-lg text-primary">{index + 1}</p>
								<h3 className="mt-1 text-xl font-semibold">{title}</h3>
								<p className="mt-2 text-muted">{text}</p>
							</li>
						))}
					</ol>
				</div>
			</section>
			<section className="mx-auto w-full max-w-5xl px-4 py-12 md:py-16">
				<h2 className="text-2xl font-semibold sm:text-3xl">An even hand, by construction</h2>
				<dl className="mt-8 grid gap-8 md:grid-cols-3">
					{PROMISES.map(({ title, text }) => (
						<div key={title}>
							<dt className="font-serif text-xl font-semibold">{title}</dt>
							<dd className="mt-2 text-muted">{text}</dd>
						</div>
					))}
				</dl>
			</section>
		</>
	)
}
