import type { FigureTable as Table } from './analytics-tables.ts'

interface FigureTableProps {
	readonly table: Table
	/** Whether its title is seen elsewhere. */
	readonly titled?: boolean
	/** Whether bars beside the figures show them. */
	readonly bars?: boolean
}

const HEAD = 'py-2 font-medium align-bottom max-sm:wrap-anywhere'

/** Figures under their names, with bars where no picture shows them. */
export const FigureTable = ({ table, titled = false, bars = false }: FigureTableProps) => {
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
