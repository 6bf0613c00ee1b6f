import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Position, PositionGrid } from '#contract/admin/positions.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { positions as texts } from '#web/texts/en/admin/positions.ts'
import { useEvent } from '#web/ui/hooks.ts'
import { toast } from '#web/ui/toast.ts'
import { useConflict } from '../kit/conflict.tsx'
import { errorText } from '../kit/errors.ts'
import { fieldsOf, rereadGrid, showStored, storeCells, storedCell } from './api.ts'
import {
	type CellChange,
	type CellEdit,
	type CellFields,
	cellKey,
	createCellQueue,
	isUnsaved,
} from './cell-queue.ts'
import { describeCell } from './position-dialog.tsx'

/** A cell as shown: stored, or with unsaved fields. */
export type ShownPosition = Omit<Position, 'id' | 'etag'> & Partial<Pick<Position, 'id' | 'etag'>>

const NEW: Omit<ShownPosition, 'policyId' | 'candidateId' | 'value'> = {
	...{ quote: null, source: null, url: null, note: null },
	...{ status: 'VALIDATED', givenBy: 'editor' },
}

const withFields = (
	stored: ShownPosition | null,
	{ policyId, candidateId, fields: { value, ...fields } }: CellChange,
): ShownPosition | null => {
	if (value === null) return null
	const given = Object.entries(fields).filter(([, field]) => field !== undefined)
	return { ...(stored ?? { ...NEW, policyId, candidateId }), ...Object.fromEntries(given), value }
}

const UNDO_MAX = 200

export interface Cells {
	cellOf(policyId: string, candidateId: string): ShownPosition | null
	editOf(policyId: string, candidateId: string): CellEdit | null
	readonly edits: readonly CellEdit[]
	readonly savedCount: number
	set(policyId: string, candidateId: string, fields: CellFields): void
	/** Stores all or none at once, as one step of the undo. */
	store(changes: readonly CellChange[]): Promise<Failure | null>
	/** Shows a position that a form has stored, as one step of the undo. */
	show(position: Position, before: ShownPosition | null): void
	/** Takes back the last step. @returns its cells, empty if there is none */
	undo(): readonly CellChange[]
	readonly canUndo: boolean
	retry(): void
	discard(): void
	readonly conflictDialog: ReactNode
}

const makeQueue = (electionId: string, onSaved: () => void) =>
	createCellQueue({
		send: (changes) => storeCells(electionId, changes),
		onStored(changes, stored) {
			showStored(electionId, changes, stored)
			onSaved()
		},
	})

/** The cells of a grid with unsaved changes, undo, and conflicts. Render it once per election. */
export const useCells = (grid: PositionGrid): Cells => {
	const electionId = grid.election.id
	const [savedCount, setSavedCount] = useState(0)
	const onSaved = useEvent(() => setSavedCount((count) => count + 1))
	const [queue] = useState(() => makeQueue(electionId, onSaved))
	const edits = useSyncExternalStore(queue.subscribe, queue.get)
	const [steps, setSteps] = useState<readonly (readonly CellChange[])[]>([])
	const { ask, conflictDialog } = useConflict()
	const asking = useRef(false)

	const stored = useMemo(
		() => new Map(grid.cells.map((cell) => [cellKey(cell.policyId, cell.candidateId), cell])),
		[grid.cells],
	)
	const cellOf = (policyId: string, candidateId: string): ShownPosition | null => {
		const key = cellKey(policyId, candidateId)
		const edit = edits.get(key)
		const now = stored.get(key) ?? null
		return edit ? withFields(now, edit) : now
	}
	const remember = (step: readonly CellChange[]): void =>
		setSteps((before) => [...before, step].slice(-UNDO_MAX))
	const beforeOf = ({ policyId, candidateId }: CellChange): CellChange => ({
		policyId,
		candidateId,
		fields: fieldsOf(cellOf(policyId, candidateId)),
	})

	const reread = async (edit: CellEdit): Promise<Result<Position | null, Failure>> => {
		const read = await rereadGrid(electionId)
		if (!read.ok) return read
		return { ok: true, value: storedCell(electionId, edit.policyId, edit.candidateId) }
	}
	const settle = async (edit: CellEdit): Promise<void> => {
		const { policyId, candidateId, fields } = edit
		const name = grid.candidates.find(({ id }) => id === candidateId)?.name ?? ''
		const drop = (): void => queue.drop([cellKey(policyId, candidateId)])
		const done = (act: () => void) => (): void => {
			asking.current = false
			act()
		}
		const failure = await ask<ShownPosition | null>({
			title: texts.form.title(name),
			record: stored.get(cellKey(policyId, candidateId))?.id,
			reread: () => reread(edit),
			apply: (theirs) => withFields(theirs, edit),
			describe: describeCell,
			onSame: done(drop),
			onKeepMine: done(() => queue.put([{ policyId, candidateId, fields }])),
			onTakeTheirs: done(drop),
		})
		if (failure === null) return
		asking.current = false
		toast(errorText(failure, texts.form.failed))
	}
	const conflict = [...edits.values()].find(({ state }) => state === 'conflict')
	const meet = useEvent((edit: CellEdit) => {
		if (asking.current) return
		asking.current = true
		settle(edit).catch(reportError)
	})
	useEffect(() => {
		if (conflict) meet(conflict)
	}, [conflict, meet])

	useEffect(() => {
		addEventListener('online', queue.retry)
		return () => removeEventListener('online', queue.retry)
	}, [queue])

	return {
		cellOf,
		editOf: (policyId, candidateId) => edits.get(cellKey(policyId, candidateId)) ?? null,
		edits: [...edits.values()],
		savedCount,
		set(policyId, candidateId, fields) {
			const change = { policyId, candidateId, fields }
			remember([beforeOf(change)])
			queue.put([change])
		},
		async store(changes) {
			const before = changes.map(beforeOf)
			const reply = await storeCells(electionId, changes)
			if (!reply.ok) return reply.error
			showStored(electionId, changes, reply.value)
			queue.drop(changes.map(({ policyId, candidateId }) => cellKey(policyId, candidateId)))
			remember(before)
			onSaved()
			return null
		},
		show(position, before) {
			const { policyId, candidateId } = position
			showStored(electionId, [position], [position])
			queue.drop([cellKey(policyId, candidateId)])
			remember([{ policyId, candidateId, fields: fieldsOf(before) }])
			onSaved()
		},
		undo() {
			const last = steps.at(-1)
			if (last === undefined) return []
			setSteps(steps.slice(0, -1))
			queue.put(last)
			return last
		},
		canUndo: steps.length > 0,
		retry: queue.retry,
		discard: () => queue.drop([...edits].filter(([, edit]) => isUnsaved(edit)).map(([key]) => key)),
		conflictDialog,
	}
}
