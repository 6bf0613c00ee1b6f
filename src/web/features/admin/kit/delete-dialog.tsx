import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { RESTORE_DAYS } from '#domain/limits.ts'
import type { Result } from '#domain/types.ts'
import type { CallOptions } from '#http/client.ts'
import type { Failure } from '#http/failure.ts'
import { uuid } from '#web/app/api.ts'
import { useCapability } from '#web/app/capabilities.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { showToast, toast } from '#web/ui/toast.ts'
import { ConfirmButtons, useAction } from './actions.tsx'
import { type Conflict, ConflictView, type Described, ifMatch, readConflict } from './conflict.tsx'
import { errorText, hasStatus } from './errors.ts'
import { failureOf, unwrap } from './queries.ts'

export interface Undoable {
	readonly text: string
	readonly name: string
	readonly undo: (options: CallOptions) => Promise<Result<unknown, Failure>>
	readonly onUndone: () => void
}

const takeBack = async ({ name, undo, onUndone }: Undoable): Promise<void> => {
	const reply = await undo({ idempotencyKey: uuid() })
	if (!reply.ok) {
		toast(`${common.undoFailed(name)} ${errorText(reply.error, '')}`.trim())
		return
	}
	toast(common.undone, 'good')
	onUndone()
}

export const toastWithUndo = (done: Undoable): void => {
	const run = (): void => void takeBack(done).catch(reportError)
	showToast({ text: done.text, tone: 'good', action: { label: common.undo, run } })
}

interface Versioned {
	readonly id?: string | undefined
	readonly etag?: string | undefined
}

interface RemoveDialogProps<Row extends Versioned> extends RemovalHeard {
	readonly title: string
	readonly name: string
	readonly record: Row
	readonly describe: (row: Row) => readonly Described[]
	/** Sentences about records that are deleted or changed along with it. */
	readonly consequences?: () => Promise<Result<readonly string[], Failure>>
	readonly remove: (options: CallOptions) => Promise<Result<unknown, Failure>>
	readonly reread: () => Promise<Result<Row, Failure>>
	readonly restore?: (options: CallOptions) => Promise<Result<unknown, Failure>>
	readonly failed: string
}

export interface RemovalHeard {
	readonly onRemoved: () => void
	readonly onRestored: () => void
	readonly onClose: () => void
}

const NONE = async (): Promise<Result<readonly string[], Failure>> => ({ ok: true, value: [] })

/** True if the consequences have loaded, or the record (404) is gone, which the deletion reports. */
const isKnown = (query: UseQueryResult<readonly string[]>): boolean =>
	(query.isSuccess && !query.isFetching) || hasStatus(failureOf(query), 404)

const Consequences = ({ query }: { readonly query: UseQueryResult<readonly string[]> }) => {
	const { data, isFetching, refetch } = query
	const failure = failureOf(query)
	if (failure && !hasStatus(failure, 404)) {
		return (
			<div role="alert" className="mt-3 grid gap-2">
				<p className="font-medium text-error">
					{`${common.removal.unknown} ${errorText(failure, '')}`}
				</p>
				<button type="button" className="btn" onClick={() => void refetch()}>
					{common.retry}
				</button>
			</div>
		)
	}
	// Those of another version may differ.
	if (data === undefined || isFetching)
		return failure ? null : (
			<p role="status" className="mt-3 text-muted">
				{common.removal.looking}
			</p>
		)
	return (
		<ul className="mt-3 grid list-disc gap-1.5 ps-5 empty:hidden">
			{data.map((line) => (
				<li key={line} className="wrap-anywhere">
					{line}
				</li>
			))}
		</ul>
	)
}

const useRestore = <Row extends Versioned>({ restore }: RemoveDialogProps<Row>) =>
	useCapability('restore') ? restore : undefined

const useRemoving = <Row extends Versioned>(
	props: RemoveDialogProps<Row>,
	lookAgain: () => void,
) => {
	const { name, remove, reread, failed, onRemoved, onRestored, onClose } = props
	const restore = useRestore(props)
	const [record, setRecord] = useState(props.record)
	const [conflict, setConflict] = useState<Conflict<Row> | null>(null)
	const action = useAction()
	const [key] = useState(uuid)

	const meet = async (): Promise<string | null> => {
		const now = await readConflict(reread, record.id)
		if (!now.ok) return errorText(now.error, failed)
		setConflict(now.value)
		return null
	}
	const goOn = (theirs: Row): void => {
		setRecord(theirs)
		setConflict(null)
		lookAgain()
	}
	const leave = (): void => {
		flushSync(() => {
			onRemoved()
			onClose()
		})
		// The focused button is gone with its record: focus the page content instead of the start of the document.
		if (document.activeElement === document.body) {
			document.getElementById('admin-page')?.focus({ preventScroll: true })
		}
	}
	const act = async (): Promise<string | null> => {
		// Deleting another version is a different request and needs a new idempotency key.
		const idempotencyKey = record.etag === props.record.etag ? key : uuid()
		const reply = await remove({ idempotencyKey, ...ifMatch(record.etag) })
		if (hasStatus(reply.ok ? null : reply.error, 404)) {
			// Another tab or administrator already deleted it.
			leave()
			toast(common.removal.gone(name))
			return null
		}
		if (!reply.ok) return hasStatus(reply.error, 412) ? meet() : errorText(reply.error, failed)
		leave()
		const text = common.deleted(name)
		if (restore) toastWithUndo({ text, name, undo: restore, onUndone: onRestored })
		else toast(text, 'good')
		return null
	}
	return { record, conflict, goOn, action, confirm: () => action.run(act) }
}

export const DeleteDialog = <Row extends Versioned>(props: RemoveDialogProps<Row>) => {
	const { title, describe, consequences = NONE, onClose } = props
	const query = useQuery({
		queryKey: ['consequences', title],
		queryFn: () => unwrap(consequences()),
	})
	const lookAgain = (): void => void query.refetch()
	const { record, conflict, goOn, action, confirm } = useRemoving(props, lookAgain)
	const restorable = useRestore(props) !== undefined
	const close = (): void => {
		if (!action.busy) onClose()
	}
	if (conflict !== null) {
		return (
			<Dialog key="conflict" title={title} onClose={onClose} className="max-w-2xl">
				<ConflictView
					by={conflict.by}
					mine={describe(record)}
					theirs={describe(conflict.theirs)}
					labels={common.removal.conflict}
					onKeepMine={() => goOn(conflict.theirs)}
					onTakeTheirs={onClose}
				/>
			</Dialog>
		)
	}
	return (
		<Dialog title={title} onClose={close}>
			<Consequences query={query} />
			<p className="mt-3 text-muted">
				{restorable ? common.removal.restorable(RESTORE_DAYS) : common.removal.final}
			</p>
			<ConfirmButtons
				label={common.remove}
				busyLabel={common.removal.removing}
				look="btn-error"
				ready={isKnown(query)}
				state={action}
				onConfirm={confirm}
				onCancel={close}
			/>
		</Dialog>
	)
}
