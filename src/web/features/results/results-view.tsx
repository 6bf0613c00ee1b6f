import { Link } from '@tanstack/react-router'
import type { AttemptResults } from '#local/results.ts'
import { momentText } from '#web/ui/dates.ts'
import { Ranking } from './ranking.tsx'
import { Tabs } from './tabs.tsx'
import { TopMatch } from './top-match.tsx'

const Estimated = () => (
	<p className="mt-4 rounded-field bg-base-200 px-4 py-3 text-sm">
		<strong className="font-semibold">Estimated on this device.</strong> The server confirms the
		figures as soon as all your answers have been sent.
	</p>
)

const Heading = ({ results }: { readonly results: AttemptResults }) => {
	const { quizName, electionName, completedAt } = results.attempt
	const details = [electionName, momentText(completedAt)].filter(Boolean)
	return (
		<header className="mb-6">
			<p className="text-muted">{quizName}</p>
			<h1 className="mt-1 text-3xl font-semibold sm:text-4xl">Your results</h1>
			{details.length > 0 && <p className="mt-2 text-sm text-muted">{details.join(' · ')}</p>}
			{results.estimated && <Estimated />}
		</header>
	)
}

const Retake = () => (
	<Link to="/elections" className="btn btn-outline text-base">
		Retake Quiz
	</Link>
)

/** The results: the best match first, everybody on the second tab. */
export const ResultsView = ({ results }: { readonly results: AttemptResults }) => (
	<div className="animate-rise">
		<Heading results={results} />
		<Tabs
			label="Results"
			tabs={[
				{
					label: 'Summary',
					panel: (show) => (
						<>
							<TopMatch results={results} />
							<div className="mt-6 grid gap-3 sm:grid-cols-2">
								<button type="button" className="btn btn-primary text-base" onClick={() => show(1)}>
									View Results
								</button>
								<Retake />
							</div>
						</>
					),
				},
				{
					label: 'All Results',
					panel: () => (
						<>
							<Ranking results={results} />
							<div className="mt-6 grid">
								<Retake />
							</div>
						</>
					),
				},
			]}
		/>
	</div>
)
