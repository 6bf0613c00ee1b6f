import { type ReactNode, useState } from 'react'
import type { Result } from '#domain/types.ts'
import type { CallOptions } from '#http/client.ts'
import type { Failure } from '#http/failure.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { lastChangeText } from '../history/api.ts'
import { hasStatus, NOT_FOUND } from './errors.ts'

/** If-Match header for optimistic locking; empty if the record has no etag. */
export const ifMatch = (etag: string | undefined): Pick<CallOptions, 'headers'> =>
	etag === undefined ? {} : { headers: { 'If-Match': etag } }

export interface Conflict<Row> {
	readonly theirs: Row
	readonly by: string | null
}

/**
 * Reads the record again after a 412. If it was deleted, the failure says by whom.
 * @param record id in the change history
 */
export const readConflict = async <Row,>(
	reread: () => Promise<Result<Row, Failure>>,
	record: string | undefined,
): Promise<Result<Conflict<Row>, Failure>> => {
	const [now, by] = await Promise.all([
		reread(),
		record === undefined ? null : lastChangeText(record),
	])
	if (now.ok) return { ok: true, value: { theirs: now.value, by } }
	if (!hasStatus(now.error, 404)) return now
	const message = [common.conflict.gone, by].filter(Boolean).join(' ')
	return { ok: false, error: { ...NOT_FOUND, message } }
}

export interface Described {
	readonly label: string
	readonly text: string
}

const CELL = 'w-1/2 px-3 pb-3 align-top wrap-anywhere'

interface RowsProps {
	readonly mine: readonly Described[]
	readonly theirs: readonly Described[]
}

const Rows = ({ mine, theirs }: RowsProps) =>
	mine.map(({ label, text }, index) => {
		const other = theirs[index]?.text ?? ''
		const differs = other !== text
		const look = differs ? 'font-semibold' : 'text-muted'
		return (
			<tbody key={label} className={`border-t border-base-300 ${differs ? 'bg-warning/15' : ''}`}>
				<tr>
					<th scope="rowgroup" colSpan={2} className="px-3 pt-2 pb-1 text-start font-medium">
						<span>{label}</span>
						{differs && (
							<span className="ms-2 font-semibold text-warning">{common.conflict.differs}</span>
						)}
					</th>
				</tr>
				<tr>
					<td className={`${CELL} ${look}`}>{text || common.conflict.empty}</td>
					<td className={`${CELL} ${look}`}>{other || common.conflict.empty}</td>
				</tr>
			</tbody>
		)
	})

interface ConflictViewProps extends RowsProps {
	readonly by: string | null
	readonly onKeepMine: () => void
	readonly onTakeTheirs: () => void
	readonly labels?: Readonly<Record<'mine' | 'theirs' | 'keepMine' | 'takeTheirs', string>>
}

export const ConflictView = (props: ConflictViewProps) => {
	const { by, mine, theirs, onKeepMine, onTakeTheirs, labels = common.conflict } = props
	return (
		<div className="mt-4 grid gap-4">
			<div role="alert" className="rounded-field border border-warning bg-warning/15 px-4 py-3">
				<p className="font-semibold">{common.conflict.title}</p>
				{by && <p className="mt-1 wrap-anywhere">{by}</p>}
				<p className="mt-1">{common.conflict.why}</p>
			</div>
			<table className="w-full table-fixed rounded-field border border-base-300 text-sm">
				<thead>
					<tr>
						<th scope="col" className="px-3 py-2 text-start">
							{labels.mine}
						</th>
						<th scope="col" className="px-3 py-2 text-start">
							{labels.theirs}
						</th>
					</tr>
				</thead>
				<Rows mine={mine} theirs={theirs} />
			</table>
			<div className="grid gap-3 sm:grid-cols-2">
				<button type="button" className="btn btn-primary" onClick={onKeepMine}>
					{labels.keepMine}
				</button>
				<button type="button" className="btn" onClick={onTakeTheirs}>
					{labels.takeTheirs}
				</button>
			</div>
		</div>
	)
}

/** A change of one step, such as assigning a role, that the server rejected with 412. */
interface RejectedChange<Row> {
	readonly title: string
	readonly record: string | undefined
	readonly reread: () => Promise<Result<Row, Failure>>
	readonly apply: (theirs: Row) => Row
	readonly describe: (row: Row) => readonly Described[]
	/** Called without a question if the record already has the change, for example after a lost reply. */
	readonly onSame: (theirs: Row) => void
	readonly onKeepMine: (theirs: Row) => void
	readonly onTakeTheirs: (theirs: Row) => void
}

interface ConflictQuestion {
	/** Reads the current version and asks. @returns the failure if it could not be read. */
	ask<Row>(change: RejectedChange<Row>): Promise<Failure | null>
	/** The dialog to render; null without a conflict. */
	readonly conflictDialog: ReactNode
}

const isSame = (mine: readonly Described[], theirs: readonly Described[]): boolean =>
	mine.every(({ text }, index) => text === theirs[index]?.text)

export const useConflict = (): ConflictQuestion => {
	const [open, setOpen] = useState<(ConflictViewProps & { readonly title: string }) | null>(null)
	const choose = (act: () => void) => (): void => {
		setOpen(null)
		act()
	}
	return {
		async ask({ title, record, reread, apply, describe, ...choices }) {
			const now = await readConflict(reread, record)
			if (!now.ok) return now.error
			const { theirs, by } = now.value
			const rows = { mine: describe(apply(theirs)), theirs: describe(theirs) }
			if (isSame(rows.mine, rows.theirs)) choices.onSame(theirs)
			else {
				setOpen({
					...{ title, by, ...rows },
					onKeepMine: () => choices.onKeepMine(theirs),
					onTakeTheirs: () => choices.onTakeTheirs(theirs),
				})
			}
			return null
		},
		conflictDialog: open && (
			<Dialog title={open.title} onClose={choose(open.onTakeTheirs)} className="max-w-2xl">
				<ConflictView
					{...open}
					onKeepMine={choose(open.onKeepMine)}
					onTakeTheirs={choose(open.onTakeTheirs)}
				/>
			</Dialog>
		),
	}
}
