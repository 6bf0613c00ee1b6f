import type { TestAnalytics } from '#contract/test-management.ts'
import { knowledgeTest as texts } from '#web/texts/admin/knowledge-test.ts'
import { ColumnPicture } from '../pictures/column-picture.tsx'
import {
	distributionOf,
	type FigureTable as Figures,
	furtherOf,
	summaryOf,
} from './analytics-tables.ts'
import { FigureTable } from './figure-table.tsx'
import { bucketsOf } from './figures.ts'

interface AnalyticsProps {
	readonly analytics: TestAnalytics
}

const Summary = ({ analytics }: AnalyticsProps) => (
	<dl className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3">
		{summaryOf(analytics).map(([name, value]) => (
			<div key={name} className="rounded-field bg-base-200 px-4 py-3 first:max-sm:col-span-full">
				<dt className="text-sm text-muted">{name}</dt>
				<dd className="font-serif text-2xl font-semibold tabular-nums">{value}</dd>
			</div>
		))}
	</dl>
)

/** How many tests came to which accuracy: a picture, and the same as a table beside it. */
const Distribution = ({ analytics }: AnalyticsProps) => (
	<section className="mt-6">
		<h3 className="font-semibold">{texts.distribution}</h3>
		<div className="mt-2 grid items-center gap-x-6 gap-y-4 md:grid-cols-[minmax(0,1fr)_16rem]">
			<ColumnPicture
				bars={bucketsOf(analytics).map(({ label, count }) => ({ label, value: count }))}
				name={texts.numberOfTests}
				across={texts.bucket}
			/>
			<FigureTable table={distributionOf(analytics)} titled />
		</div>
	</section>
)

const Part = ({ table }: { readonly table: Figures }) => (
	<section className="mt-6 min-w-0">
		<h3 className="font-semibold">{table.title}</h3>
		{table.rows.length > 0 && <FigureTable table={table} titled bars />}
		{table.note && <p className="mt-2 text-sm text-muted">{table.note}</p>}
	</section>
)

/** What the completed tests of a pair have come to. */
export const Analytics = ({ analytics }: AnalyticsProps) => {
	if (analytics.totalTests === 0) return <p className="mt-4">{texts.noResults}</p>
	const { policies, groups } = furtherOf(analytics)
	return (
		<>
			<Summary analytics={analytics} />
			<Distribution analytics={analytics} />
			{policies.map((table) => (
				<Part key={table.title} table={table} />
			))}
			<div className="grid gap-x-8 md:grid-cols-2">
				{groups.map((table) => (
					<Part key={table.title} table={table} />
				))}
			</div>
		</>
	)
}
