import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { TestAnalytics } from '#contract/test-management.ts'
import { knowledgeTest as texts } from '#web/texts/admin/knowledge-test.ts'
import { wholeMoment } from '../history/moments.ts'
import { distributionOf, type FigureTable, furtherOf, summaryOf } from './analytics-tables.ts'
import { versusText } from './figures.ts'

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

/** The analytics as they are printed: all figures in tables, on white, and nothing to press. Never on the screen. */
export const AnalyticsSheet = ({ analytics }: { readonly analytics: TestAnalytics }) => {
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
