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
import { useOneAtATime } from '#web/ui/hooks.ts'
import { showToast, toast } from '#web/ui/toast.ts'
import { withLastChange } from '../history/api.ts'
import { errorText, hasStatus } from './errors.ts'
import { failureOf, unwrap } from './queries.ts'
import { ifMatch } from './use-record-form.ts'

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
	toast(common.undone(name), 'good')
	onUndone()
}

const toastWithUndo = (done: Undoable): void => {
	const run = (): void => void takeBack(done).catch(reportError)
	showToast({ text: done.text, tone: 'good', action: { label: common.undo, run } })
}

interface RemoveDialogProps extends RemovalHeard {
	/** The question: "Delete “Texas 2026”?" */
	readonly title: string
	readonly record: {
		readonly id?: string | undefined
		readonly name: string
		readonly etag?: string | undefined
	}
	/** Sentences about records that are deleted or changed along with it. */
	readonly consequences?: () => Promise<Result<readonly string[], Failure>>
	readonly remove: (options: CallOptions) => Promise<Result<unknown, Failure>>
	readonly reread: () => Promise<Result<{ readonly etag?: string | undefined }, Failure>>
	/** Restores the record; omit it if the deletion is final. */
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
	query.data !== undefined || hasStatus(failureOf(query), 404)

const Consequences = ({ query }: { readonly query: UseQueryResult<readonly string[]> }) => {
	const { data, refetch } = query
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
	if (data === undefined)
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

const useRestore = ({ restore }: RemoveDialogProps) =>
	useCapability('restore') ? restore : undefined

const useRemoving = (props: RemoveDialogProps, lookAgain: () => void) => {
	const { record, remove, reread, failed, onRemoved, onRestored, onClose } = props
	const restore = useRestore(props)
	const { name } = record
	const [etag, setEtag] = useState(record.etag)
	const { busy, run } = useOneAtATime()
	const [error, setError] = useState<string | null>(null)
	const [key] = useState(uuid)

	const meet = async (): Promise<string> => {
		const now = await reread()
		if (!now.ok) return errorText(now.error, failed)
		setEtag(now.value.etag)
		lookAgain()
		return withLastChange(common.removal.changed, record.id)
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
		const idempotencyKey = etag === record.etag ? key : uuid()
		const reply = await remove({
			idempotencyKey,
			...ifMatch(etag),
		})
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
	const confirm = (): void =>
		run(async () => {
			setError(null)
			setError(await act())
		})
	return { busy, error, confirm }
}

/** Asks for confirmation, lists the consequences, deletes, and offers to undo. */
export const DeleteDialog = (props: RemoveDialogProps) => {
	const { title, consequences = NONE, onClose } = props
	const query = useQuery({
		queryKey: ['consequences', title],
		queryFn: () => unwrap(consequences()),
	})
	const { busy, error, confirm } = useRemoving(props, () => void query.refetch())
	const restorable = useRestore(props) !== undefined
	const ready = isKnown(query) && !busy
	const close = (): void => {
		if (!busy) onClose()
	}
	return (
		<Dialog title={title} onClose={close}>
			<Consequences query={query} />
			<p className="mt-3 text-muted">
				{restorable ? common.removal.restorable(RESTORE_DAYS) : common.removal.final}
			</p>
			<p role="alert" className="mt-3 font-medium text-error empty:hidden">
				{error}
			</p>
			<div className="mt-5 grid gap-3 sm:grid-cols-2">
				<button type="button" className="btn" aria-disabled={busy} onClick={close}>
					{common.cancel}
				</button>
				<button
					type="button"
					className="btn btn-error"
					aria-disabled={!ready}
					onClick={() => {
						if (ready) confirm()
					}}
				>
					{busy ? common.removal.removing : common.remove}
				</button>
			</div>
		</Dialog>
	)
}
