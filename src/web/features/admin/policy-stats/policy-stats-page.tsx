import { CheckCheck, TriangleAlert } from 'lucide-react'
import { SCORE_MAX } from '#domain/policies.ts'
import { common } from '#web/texts/admin/common.ts'
import { policyStats as texts } from '#web/texts/admin/policy-stats.ts'
import { numberText } from '#web/ui/numbers.ts'
import { Skeletons } from '#web/ui/skeletons.tsx'
import { AdminPage } from '../frame/admin-page.tsx'
import { ReadFailed } from '../lists/list-frame.tsx'
import { useRead } from '../lists/use-read.ts'
import { shareText } from '../percent.ts'
import { insightsOf, shareOf } from './insights.ts'
import { type PolicyStats, readPolicyStats } from './read.ts'
import { Categories, Statuses } from './stats-parts.tsx'
import { scoreText } from './stats-words.ts'

const Figures = ({ stats }: { readonly stats: PolicyStats }) => {
	const { averageClarityScore: clarity } = stats
	const figures = [
		[texts.total, numberText(stats.totalPolicies)],
		[texts.clarity, clarity === null ? texts.unknown : texts.ofTen(scoreText(clarity))],
		[texts.validated, shareText(shareOf(stats, 'VALIDATED'))],
	] as const
	return (
		<section aria-label={texts.figures}>
			<dl className="grid grid-cols-2 gap-3 sm:grid-cols-3">
				{figures.map(([name, value]) => (
					<div
						key={name}
						className="rounded-box border border-base-300 bg-surface p-4 shadow-paper first:max-sm:col-span-2 sm:p-5"
					>
						<dt className="text-muted">{name}</dt>
						<dd className="mt-1 font-serif text-3xl font-semibold tabular-nums">{value}</dd>
					</div>
				))}
			</dl>
		</section>
	)
}

const Insights = ({ stats }: { readonly stats: PolicyStats }) => {
	const insights = insightsOf(stats)
	return (
		<section className="mt-8">
			<h2 className="mb-3 text-xl font-semibold">{texts.insights}</h2>
			{insights.length === 0 && <p className="text-muted">{texts.nothing}</p>}
			<ul className="grid gap-3">
				{insights.map((insight) => {
					const good = insight === 'good'
					const Icon = good ? CheckCheck : TriangleAlert
					return (
						<li
							key={insight}
							className={`flex items-start gap-3 rounded-field border px-4 py-3 font-medium ${
								good ? 'border-success bg-success/10' : 'border-warning bg-warning/15'
							}`}
						>
							<Icon
								aria-hidden="true"
								className={`size-5 shrink-0 ${good ? 'text-success' : 'text-warning'}`}
							/>
							<span>{texts[insight]}</span>
						</li>
					)
				})}
			</ul>
		</section>
	)
}

const All = ({ stats }: { readonly stats: PolicyStats }) => (
	<>
		<Figures stats={stats} />
		<Insights stats={stats} />
		<Statuses stats={stats} />
		{stats.categories.length > 0 && <Categories stats={stats} max={SCORE_MAX} />}
	</>
)

/** How the policies are: how many, how clear, and how far looked at. */
export const PolicyStatsPage = () => {
	const { value, failure, reload } = useRead('policy-stats', readPolicyStats)
	return (
		<AdminPage title={common.pages.statistics} about={texts.about}>
			{failure && <ReadFailed failure={failure} failed={texts.failed} onRetry={reload} />}
			{value === null && !failure && <Skeletons label={common.loading} count={4} />}
			{value?.totalPolicies === 0 && (
				<p
					role="status"
					className="rounded-box border border-base-300 bg-surface px-6 py-10 text-center text-muted"
				>
					{texts.empty}
				</p>
			)}
			{value !== null && value.totalPolicies > 0 && <All stats={value} />}
		</AdminPage>
	)
}
