import { categoryName } from '#web/texts/admin/categories.ts'
import { policyStats as texts } from '#web/texts/admin/policy-stats.ts'
import { numberText } from '#web/ui/numbers.ts'
import { shareText } from '../percent.ts'
import { type Bar, BarPicture } from '../pictures/bar-picture.tsx'
import { scaleEnd } from '../pictures/scale.ts'
import { statusName } from '../policies/policy-values.ts'
import { BAND_LOOKS, scoreBand } from '../policies/score-band.ts'
import type { PolicyStats } from './read.ts'
import { scoreText } from './stats-words.ts'

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

/** How many policies have each status: a picture, and its figures beside it. */
export const Statuses = ({ stats }: StatsProps) => {
	const { totalPolicies, validationDistribution: parts } = stats
	const bars = parts.map(({ status, count }) => ({
		label: statusName(status),
		value: count,
		look: STATUS_LOOKS[status] ?? 'text-muted',
	}))
	return (
		<section className={PART}>
			<h2 className="text-xl font-semibold">{texts.byStatus}</h2>
			<div className={BESIDE}>
				<BarPicture bars={bars} max={scaleEnd(parts.map(({ count }) => count))} />
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
		<BarPicture bars={bars} max={max} />
	</div>
)

interface CategoriesProps extends StatsProps {
	/** The highest clarity that there is. */
	readonly max: number
}

/** How many policies each category has, and how clear they are. */
export const Categories = ({ stats: { categories }, max }: CategoriesProps) => (
	<section className={PART}>
		<h2 className="text-xl font-semibold">{texts.byCategory}</h2>
		<div className={`${BESIDE} items-start`}>
			<Picture
				title={texts.countByCategory}
				max={scaleEnd(categories.map(({ count }) => count))}
				bars={categories.map(({ category, count }) => ({
					label: categoryName(category),
					value: count,
					look: 'text-primary',
				}))}
			/>
			<Picture
				title={texts.clarityByCategory}
				max={max}
				bars={categories.map(({ category, averageClarityScore: clarity }) => ({
					label: categoryName(category),
					value: clarity ?? 0,
					look: BAND_LOOKS[scoreBand(clarity ?? 0)],
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
