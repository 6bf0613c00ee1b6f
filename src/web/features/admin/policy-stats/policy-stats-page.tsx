import { useQuery } from '@tanstack/react-query'
import { CheckCheck, TriangleAlert } from 'lucide-react'
import { managePolicies } from '#contract/admin/policies.ts'
import type { Reply } from '#contract/endpoint.ts'
import {
	INSIGHT_REVIEW_ABOVE,
	INSIGHT_VALIDATED_ABOVE,
	REVIEW,
	SCORE_MAX,
} from '#domain/policies.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { quietCall } from '#web/app/api.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { categoryName, policyStats as texts } from '#web/texts/en/admin/policies.ts'
import { numberText, scoreText, shareText } from '#web/ui/format.ts'
import { scaleEnd } from '../kit/chart-scale.ts'
import { type Bar, BarChart } from '../kit/charts.tsx'
import { EmptyNote, Loaded } from '../kit/list.tsx'
import { AdminPage } from '../kit/page.tsx'
import { unwrap } from '../kit/queries.ts'
import { BAND_LOOKS, scoreBand } from '../policies/policy-card.tsx'
import { statusName } from '../policies/policy-form-model.ts'

export interface StatsFacts {
	readonly totalPolicies: number
	readonly averageClarityScore: number | null
	readonly validationDistribution: readonly {
		readonly status: string
		readonly count: number
	}[]
}

export type Insight = 'unclear' | 'toReview' | 'good'

const countOf = ({ validationDistribution }: StatsFacts, status: string): number =>
	validationDistribution.find((part) => part.status === status)?.count ?? 0

/** Share of the policies with a status, from 0 to 1; 0 if there are none. */
export const shareOf = (stats: StatsFacts, status: string): number =>
	stats.totalPolicies === 0 ? 0 : countOf(stats, status) / stats.totalPolicies

export const insightsOf = (stats: StatsFacts): readonly Insight[] => {
	const { totalPolicies, averageClarityScore } = stats
	if (totalPolicies === 0) return []
	const found: [Insight, boolean][] = [
		['unclear', averageClarityScore !== null && averageClarityScore < REVIEW.clarity],
		['toReview', shareOf(stats, 'NEEDS_REVIEW') > INSIGHT_REVIEW_ABOVE],
		['good', shareOf(stats, 'VALIDATED') > INSIGHT_VALIDATED_ABOVE],
	]
	return found.flatMap(([insight, holds]) => (holds ? [insight] : []))
}

export type PolicyStats = Reply<typeof managePolicies.stats>

/** Reads the statistics. By specification, a 401 is shown on the page and does not end the session. */
const readPolicyStats = (signal: AbortSignal): Promise<Result<PolicyStats, Failure>> =>
	quietCall(managePolicies.stats, {}, { signal })

interface TableProps {
	readonly caption: string
	readonly heads: readonly string[]
	readonly rows: readonly (readonly string[])[]
}

const Table = ({ caption, heads, rows }: TableProps) => (
	<table className="w-full text-sm">
		<caption className="sr-only">{caption}</caption>
		<thead className="text-muted">
			<tr>
				{heads.map((head, index) => (
					<th
						key={head}
						scope="col"
						className={`py-2 font-medium ${index === 0 ? 'text-start' : 'ps-3 text-end'}`}
					>
						{head}
					</th>
				))}
			</tr>
		</thead>
		<tbody>
			{rows.map(([name = '', ...figures]) => (
				<tr key={name} className="border-t border-base-300">
					<th scope="row" className="py-2 text-start font-medium">
						{name}
					</th>
					{figures.map((figure, index) => (
						<td key={heads[index + 1]} className="py-2 ps-3 text-end tabular-nums">
							{figure}
						</td>
					))}
				</tr>
			))}
		</tbody>
	</table>
)

const PART = 'mt-8 rounded-box border border-base-300 bg-surface p-4 shadow-paper sm:p-5'
const BESIDE = 'mt-3 grid items-center gap-x-8 gap-y-4 lg:grid-cols-2'

const STATUS_LOOKS: Readonly<Record<string, string>> = {
	PENDING: 'text-muted',
	VALIDATED: 'text-success',
	NEEDS_REVIEW: 'text-warning',
	REJECTED: 'text-error',
}

interface StatsProps {
	readonly stats: PolicyStats
}

const Statuses = ({ stats }: StatsProps) => {
	const { totalPolicies, validationDistribution: parts } = stats
	const bars = parts.map(({ status, count }) => ({
		label: statusName(status),
		value: count,
		colorClass: STATUS_LOOKS[status] ?? 'text-muted',
	}))
	return (
		<section className={PART}>
			<h2 className="text-xl font-semibold">{texts.byStatus}</h2>
			<div className={BESIDE}>
				<BarChart bars={bars} max={scaleEnd(parts.map(({ count }) => count))} />
				<Table
					caption={texts.byStatus}
					heads={[texts.status, texts.count, texts.share]}
					rows={parts.map(({ status, count }) => [
						statusName(status),
						numberText(count),
						shareText(count / totalPolicies),
					])}
				/>
			</div>
		</section>
	)
}

interface PictureProps {
	readonly title: string
	readonly bars: readonly Bar[]
	readonly max: number
}

const Picture = ({ title, bars, max }: PictureProps) => (
	<div className="min-w-0">
		<h3 className="mb-2 font-semibold">{title}</h3>
		<BarChart bars={bars} max={max} />
	</div>
)

interface CategoriesProps extends StatsProps {
	readonly max: number
}

const Categories = ({ stats: { categories }, max }: CategoriesProps) => (
	<section className={PART}>
		<h2 className="text-xl font-semibold">{texts.byCategory}</h2>
		<div className={`${BESIDE} items-start`}>
			<Picture
				title={texts.countByCategory}
				max={scaleEnd(categories.map(({ count }) => count))}
				bars={categories.map(({ category, count }) => ({
					label: categoryName(category),
					value: count,
					colorClass: 'text-primary',
				}))}
			/>
			<Picture
				title={texts.clarityByCategory}
				max={max}
				bars={categories.map(({ category, averageClarityScore: clarity }) => ({
					label: categoryName(category),
					value: clarity ?? 0,
					colorClass: BAND_LOOKS[scoreBand(clarity ?? 0)],
				}))}
			/>
		</div>
		<div className="mt-4 max-w-2xl">
			<Table
				caption={texts.byCategory}
				heads={[texts.category, texts.count, texts.clarity]}
				rows={categories.map(({ category, count, averageClarityScore: clarity }) => [
					categoryName(category),
					numberText(count),
					clarity === null ? texts.unknown : scoreText(clarity),
				])}
			/>
		</div>
	</section>
)

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

export const PolicyStatsPage = () => {
	const query = useQuery({
		queryKey: ['policies', 'statistics'],
		queryFn: ({ signal }) => unwrap(readPolicyStats(signal)),
	})
	return (
		<AdminPage title={common.pages.statistics} about={texts.about}>
			<Loaded query={query} failed={texts.failed} skeletons={4}>
				{(stats) =>
					stats.totalPolicies === 0 ? <EmptyNote>{texts.empty}</EmptyNote> : <All stats={stats} />
				}
			</Loaded>
		</AdminPage>
	)
}
