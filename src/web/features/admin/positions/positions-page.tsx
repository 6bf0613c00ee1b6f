import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CheckCheck, ChevronsUpDown, ClipboardPaste, Merge, Undo2, X } from 'lucide-react'
import { lazy, useState } from 'react'
import { CELLS_MAX, type Position, type PositionGrid } from '#contract/admin/positions.ts'
import { COMPARE_MIN_CANDIDATES } from '#domain/limits.ts'
import { POLICY_CATEGORIES } from '#domain/types.ts'
import { useCapability } from '#web/app/capabilities.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { categoryName } from '#web/texts/en/admin/policies.ts'
import { positions as texts } from '#web/texts/en/admin/positions.ts'
import { numberText } from '#web/ui/format.ts'
import { useOneAtATime } from '#web/ui/hooks.ts'
import { Notice, Skeletons } from '#web/ui/notice.tsx'
import { LazyBoundary } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toast.ts'
import { ElectionPicker, useElectionNames } from '../elections/election-picker.tsx'
import { DraftBar } from '../kit/drafts.tsx'
import { errorText, hasStatus } from '../kit/errors.ts'
import { Select } from '../kit/fields.tsx'
import { LeaveQuestion, useLeaveGuard } from '../kit/leave-guard.tsx'
import { EmptyNote, ReadFailed, SearchField } from '../kit/list.tsx'
import { AdminPage, HistoryLink } from '../kit/page.tsx'
import { failureOf } from '../kit/queries.ts'
import { gridQuery, rereadGrid } from './api.ts'
import { isUnsaved } from './cell-queue.ts'
import { FairnessPanel } from './fairness-panel.tsx'
import {
	type At,
	type GridFilter,
	type GridProgress,
	progressOf,
	SHOWN,
	statementFilter,
} from './grid-model.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { PasteDialog } from './paste-dialog.tsx'
import { draftNoun, PositionDialog, valueLabel } from './position-dialog.tsx'
import { StatementDialog } from './statement-dialog.tsx'
import { type Cells, type ShownPosition, useCells } from './use-cells.ts'

const Grid = lazy(async () => ({ default: (await import('./grid.tsx')).Grid }))

type Statement = PositionGrid['statements'][number]
type Candidate = PositionGrid['candidates'][number]

export const filterOf = (said: { readonly [Name in keyof GridFilter]?: string }): GridFilter => ({
	show: SHOWN.find((known) => known === said.show) ?? 'all',
	candidate: said.candidate ?? '',
	category: POLICY_CATEGORIES.find((known) => known === said.category) ?? '',
	search: said.search ?? '',
})

const SHOW = SHOWN.map((value) => ({ value, label: texts.shown[value] }))
const CATEGORIES = [
	{ value: '', label: texts.allCategories },
	...POLICY_CATEGORIES.map((value) => ({ value: String(value), label: categoryName(value) })),
]

interface FilterBarProps {
	readonly candidates: readonly Candidate[]
	readonly filter: GridFilter
	readonly onFilter: (filter: GridFilter) => void
}

const FilterBar = ({ candidates, filter, onFilter }: FilterBarProps) => {
	const change = (part: Partial<GridFilter>): void => onFilter({ ...filter, ...part })
	return (
		<search className="mb-4 grid grid-cols-2 gap-3 xl:grid-cols-4">
			<SearchField
				label={texts.search}
				term={filter.search}
				delayMs={0}
				onSearch={(search) => change({ search })}
			/>
			<Select
				label={texts.show}
				value={filter.show}
				options={SHOW}
				onValue={(show) => change(show === 'all' ? { show, candidate: '' } : { show })}
			/>
			<Select
				label={texts.ofCandidate}
				value={filter.candidate}
				options={[
					{ value: '', label: texts.anyCandidate },
					...candidates.map(({ id, name }) => ({ value: id, label: name })),
				]}
				// Alone it would filter nothing.
				onValue={(candidate) =>
					change({ candidate, ...(filter.show === 'all' && { show: 'missing' }) })
				}
			/>
			<Select
				label={texts.category}
				value={filter.category}
				options={CATEGORIES}
				onValue={(category) => change({ category })}
			/>
		</search>
	)
}

const SaveState = ({ cells }: { readonly cells: Cells }) => {
	const unsaved = cells.edits.filter(isUnsaved)
	const saving = cells.edits.length - unsaved.length
	const why = unsaved.find((edit) => edit.why)?.why || texts.saveFailed
	return (
		<>
			<p role="status" className="text-sm text-muted">
				{saving > 0 ? texts.saving(saving) : unsaved.length > 0 ? '' : texts.saved}
			</p>
			{unsaved.length > 0 && (
				<div role="alert" className="flex w-full flex-wrap items-center gap-2">
					<p className="font-medium text-error">{texts.unsaved(unsaved.length, why)}</p>
					<button type="button" className="btn btn-primary" onClick={cells.retry}>
						{texts.tryAgain}
					</button>
					<button type="button" className="btn btn-ghost" onClick={cells.discard}>
						{texts.discard}
					</button>
				</div>
			)}
		</>
	)
}

const Keys = () => (
	<details className="mt-4 text-sm">
		<summary className="flex min-h-11 w-fit cursor-pointer items-center gap-2 font-medium">
			<span>{texts.keysTitle}</span>
			<ChevronsUpDown aria-hidden="true" className="size-4 text-muted" />
		</summary>
		<dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
			{texts.keys.map(([keys, meaning]) => (
				<div key={keys} className="contents">
					<dt className="font-medium">{keys}</dt>
					<dd className="text-muted">{meaning}</dd>
				</div>
			))}
		</dl>
	</details>
)

const ProgressText = ({ progress: { all } }: { readonly progress: GridProgress }) => {
	const percent = all.of === 0 ? 0 : Math.floor((100 * all.known) / all.of)
	return (
		<p className="text-sm font-medium tabular-nums">
			{texts.progress(numberText(all.known), numberText(all.of), percent)}
		</p>
	)
}

type Open =
	| { readonly kind: 'details'; readonly statement: Statement; readonly candidate: Candidate }
	| { readonly kind: 'statement'; readonly statement: Statement }
	| { readonly kind: 'merge'; readonly pair: readonly [Statement, Statement] }
	| { readonly kind: 'paste'; readonly text: string; readonly at: At }

interface OpenDialogProps {
	readonly open: Open
	readonly grid: PositionGrid
	readonly statements: readonly Statement[]
	readonly cells: Cells
	readonly onMerged: () => void
	readonly onClose: () => void
}

const OpenDialog = ({ open, grid, statements, cells, onMerged, onClose }: OpenDialogProps) => {
	if (open.kind === 'statement') {
		return <StatementDialog grid={grid} statement={open.statement} onClose={onClose} />
	}
	if (open.kind === 'merge') {
		return <MergeDialog grid={grid} pair={open.pair} onMerged={onMerged} onClose={onClose} />
	}
	if (open.kind === 'paste') {
		return (
			<PasteDialog
				initial={open.text}
				target={{
					...{ row: open.at.row, column: Math.max(0, open.at.column - 1) },
					...{ statements, candidates: grid.candidates },
					known: (policyId, candidateId) => cells.cellOf(policyId, candidateId)?.value ?? null,
				}}
				onStore={cells.store}
				onConflict={() => rereadGrid(grid.election.id)}
				onStored={(count) => {
					toast(texts.paste.stored(numberText(count)), 'good')
					onClose()
				}}
				onClose={onClose}
			/>
		)
	}
	const { statement, candidate } = open
	const cell = cells.cellOf(statement.id, candidate.id)
	return (
		<PositionDialog
			electionId={grid.election.id}
			{...{ statement, candidate, cell }}
			onSaved={(position: Position) => {
				cells.show(position, cell)
				onClose()
			}}
			onClose={onClose}
		/>
	)
}

/** Statements of a filter. Those that were shown stay until the filter changes, so that no row moves while it is edited. */
const useShown = (grid: PositionGrid, filter: GridFilter, cells: Cells): readonly Statement[] => {
	const matches = statementFilter(filter, grid.candidates, cells.cellOf)
	const found = grid.statements.filter(matches)
	const key = JSON.stringify(filter)
	const [shown, setShown] = useState({ key: '', ids: new Set<string>() })
	if (shown.key !== key) setShown({ key, ids: new Set(found.map(({ id }) => id)) })
	return shown.key === key
		? grid.statements.filter((statement) => shown.ids.has(statement.id) || matches(statement))
		: found
}

interface ValidateProps {
	readonly electionId: string
	readonly cells: Cells
	readonly toReview: readonly ShownPosition[]
}

/** Validates all shown positions, such as those of an import, as one step of the undo. */
const ValidateButton = ({ electionId, cells, toReview }: ValidateProps) => {
	const { busy, run } = useOneAtATime()
	const validate = async (): Promise<void> => {
		const changes = toReview.slice(0, CELLS_MAX).map(({ policyId, candidateId, value }) => ({
			...{ policyId, candidateId },
			fields: { value, status: 'VALIDATED' } as const,
		}))
		const failure = await cells.store(changes)
		if (failure === null) return toast(texts.validated(numberText(changes.length)), 'good')
		if (!hasStatus(failure, 412)) return toast(errorText(failure, texts.paste.failed))
		await rereadGrid(electionId)
		toast(texts.validateChanged)
	}
	return (
		<button type="button" className="btn" aria-disabled={busy} onClick={() => run(validate)}>
			<CheckCheck aria-hidden="true" className="size-5 shrink-0" />
			<span>{texts.validate(numberText(toReview.length))}</span>
		</button>
	)
}

interface EditorProps extends Omit<FilterBarProps, 'candidates'> {
	readonly grid: PositionGrid
}

const Editor = ({ grid, filter, onFilter }: EditorProps) => {
	const { candidates } = grid
	const cells = useCells(grid)
	const statements = useShown(grid, filter, cells)
	const progress = progressOf(grid.statements, candidates, cells.cellOf)
	const toReview = statements.flatMap((statement) =>
		candidates.flatMap(({ id }) => {
			const cell = cells.cellOf(statement.id, id)
			return cell && cell.status !== 'VALIDATED' ? [cell] : []
		}),
	)
	const [place, setPlace] = useState<At>({ row: 0, column: 1 })
	const at = { ...place, row: Math.max(0, Math.min(place.row, statements.length - 1)) }
	const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
	const [open, setOpen] = useState<Open | null>(null)
	const [said, setSaid] = useState('')
	const chosen = grid.statements.filter(({ id }) => ticked.has(id))
	const unsaved = cells.edits.some(isUnsaved)
	const guard = useLeaveGuard({ dirty: unsaved, busy: false }, () => undefined, cells.discard)

	const setValue = (statement: Statement, candidate: Candidate, value: number | null): void => {
		if (statement.candidateId === candidate.id) {
			setSaid(texts.isOwn(candidate.name))
			return
		}
		setSaid(texts.set(candidate.name, valueLabel(value)))
		if (value === (cells.cellOf(statement.id, candidate.id)?.value ?? null)) return
		cells.set(statement.id, candidate.id, { value })
	}
	const undo = (): void => {
		const undone = cells.undo()
		setSaid(undone.length === 0 ? texts.nothingToUndo : texts.undone(undone.length))
		const [first] = undone
		const row = statements.findIndex(({ id }) => id === first?.policyId)
		const column = candidates.findIndex(({ id }) => id === first?.candidateId) + 1
		if (row >= 0 && column > 0) setPlace({ row, column })
	}
	const select = ({ id }: Statement): void => {
		const next = new Set(ticked)
		if (!next.delete(id)) next.add(id)
		setTicked(next)
	}
	const details = (statement: Statement, candidate: Candidate): void => {
		if (statement.candidateId === candidate.id) setSaid(texts.isOwn(candidate.name))
		else setOpen({ kind: 'details', statement, candidate })
	}
	const goOn = (id: string | null): void => {
		const [policyId, candidateId] = (id ?? '').split(' ')
		const statement = grid.statements.find((each) => each.id === policyId)
		const candidate = candidates.find((each) => each.id === candidateId)
		if (statement && candidate) setOpen({ kind: 'details', statement, candidate })
	}
	const { conflictDialog } = cells
	const merge = (): void => {
		const [one, other, third] = chosen
		if (one && other && !third) setOpen({ kind: 'merge', pair: [one, other] })
	}
	return (
		<>
			{open === null && (
				<DraftBar noun={draftNoun(grid.election.id)} called={texts.form.noun} onContinue={goOn} />
			)}
			<FilterBar candidates={candidates} filter={filter} onFilter={onFilter} />
			<div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
				<div className="me-auto">
					<ProgressText progress={progress} />
					<p role="status" className="text-sm text-muted">
						{texts.count(numberText(statements.length), numberText(grid.statements.length))}
					</p>
				</div>
				<SaveState cells={cells} />
				<div className="flex flex-wrap gap-2">
					{toReview.length > 0 && (
						<ValidateButton electionId={grid.election.id} {...{ cells, toReview }} />
					)}
					<button
						type="button"
						className="btn"
						aria-disabled={!cells.canUndo}
						onClick={() => {
							if (cells.canUndo) undo()
						}}
					>
						<Undo2 aria-hidden="true" className="size-5 shrink-0" />
						<span>{common.undo}</span>
					</button>
					<button
						type="button"
						className="btn"
						aria-disabled={statements.length === 0}
						onClick={() => {
							if (statements.length > 0) setOpen({ kind: 'paste', text: '', at })
						}}
					>
						<ClipboardPaste aria-hidden="true" className="size-5 shrink-0" />
						<span>{texts.paste.button}</span>
					</button>
				</div>
			</div>
			{ticked.size > 0 && (
				<div className="mb-3 flex flex-wrap items-center gap-2 rounded-box bg-primary/10 px-4 py-2">
					<p role="status" className="me-auto font-medium">
						{chosen.length === 2
							? texts.selected(2)
							: `${texts.selected(chosen.length)}. ${texts.merge.needsTwo}`}
					</p>
					<button
						type="button"
						className="btn btn-primary"
						aria-disabled={chosen.length !== 2}
						onClick={merge}
					>
						<Merge aria-hidden="true" className="size-5 shrink-0" />
						<span>{texts.merge.button}</span>
					</button>
					<button type="button" className="btn btn-ghost" onClick={() => setTicked(new Set())}>
						<X aria-hidden="true" className="size-5 shrink-0" />
						<span>{texts.clearSelection}</span>
					</button>
				</div>
			)}
			<p role="status" className="sr-only">
				{said}
			</p>
			{statements.length === 0 ? (
				<EmptyNote>{texts.noMatch}</EmptyNote>
			) : (
				<LazyBoundary
					failed={<Notice title={texts.failed} />}
					loading={<Skeletons label={common.loading} count={4} />}
				>
					<Grid
						name={grid.election.name}
						{...{ statements, candidates, progress, cells, at }}
						selected={ticked}
						onAt={setPlace}
						onSelect={select}
						onValue={setValue}
						onDetails={details}
						onStatement={(statement) => setOpen({ kind: 'statement', statement })}
						onPaste={(text, on) => setOpen({ kind: 'paste', text, at: on })}
						onUndo={undo}
					/>
				</LazyBoundary>
			)}
			<Keys />
			<FairnessPanel grid={grid} savedCount={cells.savedCount} />
			{open && (
				<OpenDialog
					{...{ open, grid, statements, cells }}
					onMerged={() => {
						setTicked(new Set())
						setOpen(null)
					}}
					onClose={() => setOpen(null)}
				/>
			)}
			{conflictDialog}
			<LeaveQuestion guard={guard} />
		</>
	)
}

interface ElectionProps extends Omit<EditorProps, 'grid'> {
	readonly electionId: string
}

const OfElection = ({ electionId, ...props }: ElectionProps) => {
	const query = useQuery(gridQuery(electionId))
	const { data, refetch } = query
	const failure = failureOf(query)
	if (failure && data === undefined) {
		return hasStatus(failure, 404) ? (
			<Notice title={texts.notFound} text={texts.notFoundWhy} />
		) : (
			<ReadFailed failure={failure} failed={texts.failed} onRetry={refetch} />
		)
	}
	if (data === undefined) return <Skeletons label={common.loading} count={4} />
	if (data.candidates.length < COMPARE_MIN_CANDIDATES) {
		return (
			<Notice title={texts.fewCandidates} text={texts.fewCandidatesWhy}>
				<Link to="/admin/elections" className="btn btn-primary">
					{texts.toElections}
				</Link>
			</Notice>
		)
	}
	if (data.statements.length === 0) {
		return (
			<Notice title={texts.noStatements} text={texts.noStatementsWhy}>
				<Link to="/admin/extract-policies" className="btn btn-primary">
					{texts.toExtraction}
				</Link>
			</Notice>
		)
	}
	return <Editor grid={data} {...props} />
}

interface PositionsPageProps extends Omit<EditorProps, 'grid'> {
	readonly electionId: string | undefined
	readonly onElection: (electionId: string | null) => void
}

export const PositionsPage = ({ electionId, onElection, ...props }: PositionsPageProps) => {
	const offered = useCapability('positions')
	const nameOf = useElectionNames(electionId === undefined ? [] : [electionId])
	const name = electionId === undefined ? '' : (nameOf(electionId) ?? '')
	return (
		<AdminPage
			title={common.pages.positions}
			about={texts.about}
			actions={electionId !== undefined && <HistoryLink id={electionId} name={name} />}
		>
			{offered ? (
				<>
					<div className="mb-4 sm:max-w-md">
						<ElectionPicker
							label={texts.election}
							failed={texts.electionsFailed}
							chosen={name}
							placeholder={texts.electionHint}
							onPick={({ id }) => onElection(id)}
							onClear={() => onElection(null)}
						/>
					</div>
					{electionId === undefined ? (
						<Notice title={texts.chooseElection} text={texts.chooseElectionWhy} />
					) : (
						<OfElection key={electionId} electionId={electionId} {...props} />
					)}
				</>
			) : (
				<Notice title={texts.lacking} text={texts.lackingWhy} />
			)}
		</AdminPage>
	)
}
