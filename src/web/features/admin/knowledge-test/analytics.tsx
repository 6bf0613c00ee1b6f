import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import {
	type TestAnalytics,
	type TestConfiguration,
	testManagement,
} from '#contract/admin/knowledge-test.ts'
import { fileSlug } from '#domain/written-forms.ts'
import { call } from '#web/app/api.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { knowledgeTest as texts } from '#web/texts/en/admin/knowledge-test.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { wholeMoment } from '#web/ui/format.ts'
import { useIsPrinting } from '#web/ui/printing.ts'
import { toast } from '#web/ui/toast.ts'
import { ColumnChart } from '../kit/charts.tsx'
import { datedName, saveCsv } from '../kit/csv.ts'
import { Loaded } from '../kit/list.tsx'
import { unwrap } from '../kit/queries.ts'
import {
	ANALYTICS_COLUMNS,
	analyticsCells,
	bucketsOf,
	distributionOf,
	type FigureTable,
	furtherOf,
	summaryOf,
	versusText,
} from './analytics-tables.ts'

interface FiguresTableProps {
	readonly table: FigureTable
	readonly titled?: boolean
	readonly bars?: boolean
}

const HEAD = 'py-2 font-medium align-bottom max-sm:wrap-anywhere'

const FiguresTable = ({ table, titled = false, bars = false }: FiguresTableProps) => {
	const { title, heads, rows } = table
	return (
		<table className="w-full text-sm">
			<caption className={titled ? 'sr-only' : 'mb-1 text-start text-base font-semibold'}>
				{title}
			</caption>
			<thead className="text-muted">
				<tr>
					{heads.map((head, index) => (
						<th
							key={head}
							scope="col"
							className={`${HEAD} ${index === 0 ? 'text-start' : 'ps-3 text-end'}`}
						>
							{head}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{rows.map(({ name, detail, figures, length }) => (
					<tr key={`${name}/${detail}`} className="border-t border-base-300">
						<th scope="row" className="py-1.5 text-start align-top font-medium wrap-anywhere">
							<span>{name}</span>
							{detail && <span className="block font-normal text-muted">{detail}</span>}
						</th>
						{figures.map((figure, index) => (
							<td key={heads[index + 1]} className="py-1.5 ps-3 text-end align-top tabular-nums">
								<span>{figure}</span>
								{bars && index === figures.length - 1 && (
									<span
										aria-hidden="true"
										className="ms-auto mt-1 mb-1 block h-2 w-full max-w-28 min-w-12 overflow-hidden rounded-full bg-base-200"
									>
										<span
											className="block h-full rounded-full bg-primary/70 forced-colors:bg-[CanvasText]"
											style={{ width: `${length}%` }}
										/>
									</span>
								)}
							</td>
						))}
					</tr>
				))}
			</tbody>
		</table>
	)
}

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

const Distribution = ({ analytics }: AnalyticsProps) => (
	<section className="mt-6">
		<h3 className="font-semibold">{texts.distribution}</h3>
		<div className="mt-2 grid items-center gap-x-6 gap-y-4 md:grid-cols-[minmax(0,1fr)_16rem]">
			<ColumnChart
				bars={bucketsOf(analytics).map(({ label, count }) => ({ label, value: count }))}
				name={texts.numberOfTests}
				across={texts.bucket}
			/>
			<FiguresTable table={distributionOf(analytics)} titled />
		</div>
	</section>
)

const Part = ({ table }: { readonly table: FigureTable }) => (
	<section className="mt-6 min-w-0">
		<h3 className="font-semibold">{table.title}</h3>
		{table.rows.length > 0 && <FiguresTable table={table} titled bars />}
		{table.note && <p className="mt-2 text-sm text-muted">{table.note}</p>}
	</section>
)

const Analytics = ({ analytics }: AnalyticsProps) => {
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

const Table = ({ table: { title, heads, rows, note } }: { readonly table: FigureTable }) => (
	<section>
		<h2>{title}</h2>
		{rows.length > 0 && (
			<table>
				<thead>
					<tr>
						{heads.map((head) => (
							<th key={head} scope="col">
								{head}
							</th>
						))}
						<td aria-hidden="true" />
					</tr>
				</thead>
				<tbody>
					{rows.map(({ name, detail, figures, length }) => (
						<tr key={`${name}/${detail}`}>
							<th scope="row">{`${name}${detail ? ` (${detail})` : ''}`}</th>
							{figures.map((figure, index) => (
								<td key={heads[index + 1]}>{figure}</td>
							))}
							<td aria-hidden="true" className="admin-bar">
								<div style={{ width: `${length}%` }} />
							</td>
						</tr>
					))}
				</tbody>
			</table>
		)}
		{note && <p>{note}</p>}
	</section>
)

/** Print sheet: all figures as tables. Rendered only while printing. */
const AnalyticsSheet = ({ analytics }: { readonly analytics: TestAnalytics }) => {
	const [now] = useState(() => new Date().toISOString())
	const { policies, groups } = furtherOf(analytics)
	const tables = [distributionOf(analytics), ...policies, ...groups]
	return createPortal(
		<article className="admin-sheet" lang="en">
			<h1>{texts.analyticsTitle}</h1>
			<p>
				<strong>{versusText(analytics)}</strong>
			</p>
			<p>{texts.printed(wholeMoment(now))}</p>
			<dl>
				{summaryOf(analytics).map(([name, value]) => (
					<div key={name}>
						<dt>{name}</dt>
						<dd>{value}</dd>
					</div>
				))}
			</dl>
			{tables.map((table) => (
				<Table key={table.title} table={table} />
			))}
		</article>,
		document.body,
	)
}

const Takeaways = ({ analytics }: { readonly analytics: TestAnalytics }) => {
	const printing = useIsPrinting()
	const save = (): void => {
		const name = datedName(`test_analytics_${fileSlug(versusText(analytics))}`, Date.now())
		saveCsv(name, ANALYTICS_COLUMNS, analyticsCells(analytics)).catch(() =>
			toast(texts.exportFailed),
		)
	}
	return (
		<>
			<button type="button" className="btn" onClick={() => print()}>
				{texts.print}
			</button>
			<button type="button" className="btn" onClick={save}>
				{texts.exportCsv}
			</button>
			{printing && <AnalyticsSheet analytics={analytics} />}
		</>
	)
}

interface AnalyticsDialogProps {
	readonly configuration: TestConfiguration
	readonly onClose: () => void
}

export const AnalyticsDialog = ({ configuration, onClose }: AnalyticsDialogProps) => {
	const { id } = configuration
	const query = useQuery({
		queryKey: ['test-analytics', id],
		queryFn: ({ signal }) => unwrap(call(testManagement.analytics, { params: { id } }, { signal })),
	})
	const { data } = query
	// Prefer the names in the analytics once loaded.
	const named = data ?? configuration
	return (
		<Dialog title={texts.analyticsTitle} onClose={onClose} className="max-w-4xl">
			<p className="mt-1 text-muted wrap-anywhere">{versusText(named)}</p>
			<Loaded query={query} failed={texts.analyticsFailed}>
				{(analytics) => <Analytics analytics={analytics} />}
			</Loaded>
			<div className="sticky -bottom-6 -mx-6 mt-6 -mb-6 flex flex-wrap justify-end gap-3 border-t border-base-300 bg-surface px-6 py-4 short:static">
				{data && data.totalTests > 0 && <Takeaways analytics={data} />}
				<button type="button" className="btn btn-primary" onClick={onClose}>
					{common.close}
				</button>
			</div>
		</Dialog>
	)
}
