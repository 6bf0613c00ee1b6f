import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
	type ClipboardEvent,
	type FocusEvent,
	type KeyboardEvent,
	type MouseEvent,
	memo,
	useLayoutEffect,
	useRef,
	useState,
} from 'react'
import type { PositionGrid } from '#contract/admin/positions.ts'
import { categoryName } from '#web/texts/en/admin/policies.ts'
import { positions as texts } from '#web/texts/en/admin/positions.ts'
import { numberText } from '#web/ui/format.ts'
import { useEvent } from '#web/ui/hooks.ts'
import { statusName } from '../policies/policy-form-model.ts'
import { Chooser } from './chooser.tsx'
import {
	type At,
	type GridProgress,
	moveTo,
	OWN,
	type Progress,
	signed,
	VALUES,
	valueOfKey,
	valueWords,
} from './grid-model.ts'
import type { Cells } from './use-cells.ts'

type Statement = PositionGrid['statements'][number]
type Candidate = PositionGrid['candidates'][number]

/** Longest grid that is rendered whole, in rows. */
const PLAIN_MAX = 40
const OVERSCAN = 6
/** Height of a row before it is measured, in px. */
const ROW_PX = 96

const LINE = 'border-b border-base-300'
const FOCUS = 'outline-primary focus:outline-3 focus:-outline-offset-3'

const Dots = ({ value }: { readonly value: number }) => (
	<span aria-hidden="true" className="flex justify-center gap-1">
		{VALUES.map((each) => (
			<span
				key={each}
				className={`size-2.5 rounded-full border ${each === value ? 'border-base-content bg-base-content forced-colors:bg-[CanvasText]' : 'border-edge'}`}
			/>
		))}
	</span>
)

const MISSING =
	'bg-[repeating-linear-gradient(45deg,transparent_0_6px,var(--color-base-200)_6px_9px)]'

interface CellViewProps {
	readonly cells: Cells
	readonly statement: Statement
	readonly candidate: Candidate
}

const CellView = ({ cells, statement, candidate }: CellViewProps) => {
	const cell = cells.cellOf(statement.id, candidate.id)
	const edit = cells.editOf(statement.id, candidate.id)
	const failed = edit?.state === 'failed' || edit?.state === 'conflict'
	return (
		<>
			{cell === null ? (
				<span className="text-muted">{texts.unknown}</span>
			) : (
				<>
					<Dots value={cell.value} />
					<span className="mt-1 block">{valueWords(cell.value)}</span>
				</>
			)}
			{cell && cell.status !== 'VALIDATED' && (
				<span className="block font-medium text-warning">{statusName(cell.status)}</span>
			)}
			{edit && (
				<span className={`block font-medium ${failed ? 'text-error' : 'text-muted'}`}>
					{failed ? texts.cellFailed : texts.cellSaving}
				</span>
			)}
		</>
	)
}

const OwnCell = () => (
	<span className="text-primary">
		<b className="font-semibold">{signed(OWN)}</b>
		<span> {texts.own}</span>
	</span>
)

interface HeadProps {
	readonly candidate: Candidate
	readonly progress: Progress
}

const Head = ({ candidate: { name }, progress: { known, of } }: HeadProps) => (
	<>
		<span className="line-clamp-3 hyphens-auto wrap-anywhere">{name}</span>
		<span aria-hidden="true" className="my-1 block h-1.5 rounded-full bg-base-300">
			<span
				className={`block h-full rounded-full forced-colors:bg-[CanvasText] ${known === of ? 'bg-success' : 'bg-primary'}`}
				style={{ width: `${of === 0 ? 0 : (100 * known) / of}%` }}
			/>
		</span>
		<span className="block text-xs font-normal text-muted tabular-nums">
			{texts.ofStatements(numberText(known), numberText(of))}
		</span>
	</>
)

interface StatementViewProps {
	readonly statement: Statement
	readonly owner: string
	readonly selected: boolean
	readonly onSelect: () => void
}

const StatementView = ({ statement, owner, selected, onSelect }: StatementViewProps) => (
	<div className="flex items-start gap-1 sm:gap-2">
		<input
			type="checkbox"
			aria-label={texts.select(statement.text)}
			tabIndex={-1}
			checked={selected}
			className="checkbox checkbox-sm checkbox-primary relative mx-1 mt-0.5 shrink-0 border-edge after:absolute after:-inset-2.5 after:content-['']"
			onChange={onSelect}
		/>
		<div className="min-w-0">
			<span className="line-clamp-6 text-sm hyphens-auto wrap-anywhere">{statement.text}</span>
			<span className="mt-0.5 block text-xs text-muted wrap-anywhere">
				{[
					owner,
					categoryName(statement.category),
					statement.validationStatus === 'VALIDATED'
						? null
						: statusName(statement.validationStatus),
				]
					.filter(Boolean)
					.join(' · ')}
			</span>
		</div>
	</div>
)

export interface GridProps {
	readonly name: string
	readonly statements: readonly Statement[]
	readonly candidates: readonly Candidate[]
	readonly progress: GridProgress
	readonly cells: Cells
	readonly selected: ReadonlySet<string>
	readonly at: At
	readonly onAt: (at: At) => void
	readonly onSelect: (statement: Statement) => void
	readonly onValue: (statement: Statement, candidate: Candidate, value: number | null) => void
	readonly onDetails: (statement: Statement, candidate: Candidate) => void
	readonly onStatement: (statement: Statement) => void
	readonly onPaste: (text: string, at: At) => void
	readonly onUndo: () => void
}

interface RowProps
	extends Pick<GridProps, 'candidates' | 'cells' | 'onSelect' | 'onValue' | 'onDetails'> {
	readonly statement: Statement
	readonly row: number
	readonly selected: boolean
	/** Column of the focused cell; -1 in other rows. */
	readonly column: number
	readonly choosing: boolean
	/** All that the row shows of its cells. */
	readonly shows: string
	readonly onChosen: () => void
}

const isSameRow = (before: RowProps, after: RowProps): boolean =>
	(['statement', 'row', 'selected', 'column', 'choosing', 'shows', 'candidates'] as const).every(
		(name) => before[name] === after[name],
	)

const PlainRow = (props: RowProps) => {
	const { statement, candidates, cells, selected, row, choosing } = props
	const owner = candidates.find(({ id }) => id === statement.candidateId)?.name ?? ''
	const place = (column: number) => ({
		'aria-colindex': column + 1,
		'data-cell': `${row}:${column}`,
	})
	const tabIndexOf = (column: number) => (props.column === column ? 0 : -1)
	return (
		<>
			<th
				scope="row"
				{...place(0)}
				tabIndex={tabIndexOf(0)}
				className={`${LINE} ${FOCUS} sticky start-0 z-10 border-e bg-surface p-2 text-start align-top font-normal`}
			>
				<StatementView
					statement={statement}
					owner={owner}
					selected={selected}
					onSelect={() => props.onSelect(statement)}
				/>
			</th>
			{candidates.map((candidate, index) => {
				const column = index + 1
				const isOwn = candidate.id === statement.candidateId
				const known = isOwn || cells.cellOf(statement.id, candidate.id) !== null
				const failed = cells.editOf(statement.id, candidate.id)?.why
				return (
					<td
						key={candidate.id}
						{...place(column)}
						tabIndex={tabIndexOf(column)}
						className={`${LINE} ${FOCUS} cursor-pointer p-1.5 text-center text-xs ${isOwn ? 'bg-primary/10' : known ? '' : MISSING} ${failed ? 'bg-error/10' : ''}`}
					>
						{isOwn ? <OwnCell /> : <CellView {...{ cells, statement, candidate }} />}
						{choosing && props.column === column && (
							<Chooser
								name={candidate.name}
								value={cells.cellOf(statement.id, candidate.id)?.value ?? null}
								onValue={(value) => props.onValue(statement, candidate, value)}
								onDetails={() => props.onDetails(statement, candidate)}
								onClose={props.onChosen}
							/>
						)}
					</td>
				)
			})}
		</>
	)
}

// Memoized, because each key and scroll renders the grid.
const Row = memo(PlainRow, isSameRow)

const shownOf = (cells: Cells, { id }: Statement, candidates: readonly Candidate[]): string =>
	candidates
		.map((candidate) => {
			const cell = cells.cellOf(id, candidate.id)
			const edit = cells.editOf(id, candidate.id)
			return [cell?.value, cell?.status, edit?.state, edit?.why].join()
		})
		.join(' ')

const cellAt = (element: Element): At | null => {
	const [row, column] = element.closest('[data-cell]')?.getAttribute('data-cell')?.split(':') ?? []
	return column === undefined ? null : { row: Number(row), column: Number(column) }
}

/** Moves the focus with the cell, but only if the grid has it. */
const useFocusAt = ({ row, column }: At) => {
	const ref = useRef<HTMLTableElement>(null)
	const last = useRef(`${row}:${column}`)
	useLayoutEffect(() => {
		const at = `${row}:${column}`
		if (last.current === at) return
		last.current = at
		const table = ref.current
		if (!table?.contains(document.activeElement)) return
		table.querySelector<HTMLElement>(`[data-cell="${at}"]`)?.focus()
	})
	return ref
}

/** Renders the rows in sight and the focused one. Short grids are rendered whole, so that the browser's search finds all. */
const useRows = (props: GridProps) => {
	const { statements, at } = props
	const scroller = useRef<HTMLDivElement>(null)
	const long = statements.length > PLAIN_MAX
	const virtualizer = useVirtualizer({
		count: statements.length,
		enabled: long,
		estimateSize: () => ROW_PX,
		getItemKey: (index) => statements[index]?.id ?? index,
		getScrollElement: () => scroller.current,
		overscan: OVERSCAN,
		rangeExtractor: (range: Range) => {
			const shown = defaultRangeExtractor(range)
			return shown.includes(at.row) ? shown : [...shown, at.row].sort((a, b) => a - b)
		},
	})
	const items = virtualizer.getVirtualItems()
	const all = statements.map((_, index) => ({ index, before: 0 }))
	let end = 0
	const some = items.map(({ index, start, end: next }) => {
		const before = start - end
		end = next
		return { index, before }
	})
	return {
		scroller,
		rows: long ? some : all,
		after: long ? virtualizer.getTotalSize() - end : 0,
		measure: virtualizer.measureElement,
	}
}

const Space = ({ height }: { readonly height: number }) =>
	height > 0 && (
		<tbody aria-hidden="true">
			<tr style={{ height }} />
		</tbody>
	)

/** The grid of positions (ARIA grid pattern): keys, paste, mouse, and touch. */
export const Grid = (props: GridProps) => {
	const { name, statements, candidates, progress, cells, at, onAt } = props
	const table = useFocusAt(at)
	const { scroller, rows, after, measure } = useRows(props)
	const [choosing, setChoosing] = useState(false)
	const lastKey = useRef('')
	const close = useEvent(() => setChoosing(false))
	const onSelect = useEvent(props.onSelect)
	const onValue = useEvent(props.onValue)
	const onDetails = useEvent(props.onDetails)
	const statement = statements[at.row]
	const candidate = candidates[at.column - 1]

	const onClick = (event: MouseEvent): void => {
		const target = event.target as HTMLElement
		const to = cellAt(target)
		if (to === null || target.closest('input, [popover]')) return
		lastKey.current = ''
		onAt(to)
		setChoosing(to.column > 0)
		target.closest<HTMLElement>('[data-cell]')?.focus()
	}
	const onFocus = ({ target }: FocusEvent): void => {
		const to = target.hasAttribute('data-cell') ? cellAt(target) : null
		if (to && (to.row !== at.row || to.column !== at.column)) onAt(to)
	}
	const actOnStatement = (key: string, on: Statement): boolean => {
		if (key === ' ') props.onSelect(on)
		else if (key === 'Enter') props.onStatement(on)
		return key === ' ' || key === 'Enter'
	}
	/** @returns false for a key without a meaning here */
	const act = (key: string): boolean => {
		if (statement === undefined) return false
		if (candidate === undefined) return actOnStatement(key, statement)
		if (key === 'Enter') {
			close()
			props.onDetails(statement, candidate)
			return true
		}
		const before = cells.cellOf(statement.id, candidate.id)?.value ?? null
		const value = valueOfKey(key, lastKey.current, before)
		if (value === undefined) return false
		close()
		props.onValue(statement, candidate, value)
		return true
	}
	const onKeyDown = (event: KeyboardEvent): void => {
		if (!(event.target as HTMLElement).hasAttribute('data-cell')) return
		const { key, ctrlKey, metaKey, altKey } = event
		const to = altKey
			? null
			: moveTo(event, at, { row: statements.length, column: candidates.length + 1 })
		if (to !== null) {
			event.preventDefault()
			lastKey.current = ''
			close()
			onAt(to)
			return
		}
		if ((ctrlKey || metaKey) && key.toLowerCase() === 'z') {
			event.preventDefault()
			props.onUndo()
		}
		if (ctrlKey || metaKey || altKey) return
		if (act(key)) event.preventDefault()
		lastKey.current = key
	}
	const onPaste = (event: ClipboardEvent): void => {
		const target = event.target as HTMLElement
		const on = target.hasAttribute('data-cell') ? cellAt(target) : null
		if (on === null) return
		event.preventDefault()
		close()
		props.onPaste(event.clipboardData.getData('text/plain'), on)
	}
	return (
		<div
			ref={scroller}
			className="isolate max-h-[max(20rem,75dvh)] scroll-ps-40 scroll-pt-24 overflow-auto overscroll-x-contain rounded-box border border-base-300 bg-surface shadow-paper sm:scroll-ps-72"
		>
			<table
				ref={table}
				// biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA grid pattern.
				role="grid"
				aria-label={texts.grid(name)}
				aria-rowcount={statements.length + 1}
				aria-colcount={candidates.length + 1}
				aria-multiselectable="true"
				className="w-full table-fixed border-separate border-spacing-0"
				onClick={onClick}
				onFocus={onFocus}
				onKeyDown={onKeyDown}
				onPaste={onPaste}
			>
				<colgroup>
					<col className="w-40 sm:w-72" />
					{candidates.map(({ id }) => (
						<col key={id} className="w-28" />
					))}
				</colgroup>
				<thead>
					<tr aria-rowindex={1}>
						<th
							scope="col"
							aria-colindex={1}
							className={`${LINE} sticky start-0 top-0 z-30 border-e bg-base-200 p-2 text-start`}
						>
							{texts.statement}
						</th>
						{candidates.map((each, index) => (
							<th
								key={each.id}
								scope="col"
								aria-colindex={index + 2}
								className={`${LINE} sticky top-0 z-20 bg-base-200 p-2 text-center text-sm font-semibold`}
							>
								<Head
									candidate={each}
									progress={progress.candidates.get(each.id) ?? progress.all}
								/>
							</th>
						))}
					</tr>
				</thead>
				{rows.flatMap(({ index, before }) => {
					const each = statements[index]
					if (each === undefined) return []
					return [
						<Space key={`before ${each.id}`} height={before} />,
						<tbody key={each.id} ref={measure} data-index={index}>
							<tr aria-rowindex={index + 2} aria-selected={props.selected.has(each.id)}>
								<Row
									{...{ candidates, cells, onSelect, onValue, onDetails }}
									statement={each}
									row={index}
									selected={props.selected.has(each.id)}
									column={at.row === index ? at.column : -1}
									choosing={choosing && at.row === index}
									shows={shownOf(cells, each, candidates)}
									onChosen={close}
								/>
							</tr>
						</tbody>,
					]
				})}
				<Space height={after} />
			</table>
		</div>
	)
}
