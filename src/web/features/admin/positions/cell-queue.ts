import type { Position } from '#contract/admin/positions.ts'
import { createSignal, type Signal } from '#device/signal.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { errorText, hasStatus } from '../kit/errors.ts'

/** New fields of a cell. Omitted ones stay; the value null clears the cell. */
export interface CellFields
	extends Partial<Pick<Position, 'quote' | 'source' | 'url' | 'note' | 'status' | 'givenBy'>> {
	readonly value: number | null
}

export interface CellChange {
	readonly policyId: string
	readonly candidateId: string
	readonly fields: CellFields
}

export interface CellEdit extends CellChange {
	/** A conflict waits for the user's decision, a failure for a retry. */
	readonly state: 'waiting' | 'saving' | 'conflict' | 'failed'
	/** Why it failed; '' otherwise. */
	readonly why: string
}

export const cellKey = (policyId: string, candidateId: string): string =>
	`${policyId} ${candidateId}`

const keyOf = ({ policyId, candidateId }: CellChange): string => cellKey(policyId, candidateId)

export const isUnsaved = ({ state }: CellEdit): boolean =>
	state === 'failed' || state === 'conflict'

const rejectedCells = (failure: Failure): ReadonlyMap<number, string> => {
	const errors = failure.kind === 'problem' ? failure.errors : []
	const found = errors.flatMap(({ path, message }) => {
		const [, index] = /^cells\.(\d+)/.exec(path) ?? []
		return index === undefined ? [] : [[Number(index), message] as const]
	})
	return new Map(found)
}

export interface CellQueue
	extends Pick<Signal<ReadonlyMap<string, CellEdit>>, 'get' | 'subscribe'> {
	/** Queues changes and sends them. A newer change of a cell replaces its fields. */
	put(changes: readonly CellChange[]): void
	/** Forgets the unsaved changes of these keys. */
	drop(keys: readonly string[]): void
	/** Sends changes that failed or are in conflict again. */
	retry(): void
}

interface Deps {
	/** Stores all cells or none. */
	readonly send: (
		changes: readonly CellChange[],
	) => Promise<Result<readonly (Position | null)[], Failure>>
	readonly onStored: (changes: readonly CellChange[], stored: readonly (Position | null)[]) => void
}

/**
 * Unsaved changes of cells. One call at a time takes all that wait. If the server rejects some cells, they are marked
 * and the others are sent again; if it rejects the call, all stay as failed.
 */
export const createCellQueue = ({ send, onStored }: Deps): CellQueue => {
	const edits = createSignal<ReadonlyMap<string, CellEdit>>(new Map())
	let sending = false

	/** Changes the state of edits that are still the ones sent. */
	const mark = (sent: readonly CellEdit[], next: (edit: CellEdit, index: number) => CellEdit) => {
		const marked = sent.flatMap((edit, index) =>
			edits.get().get(keyOf(edit)) === edit ? [[keyOf(edit), next(edit, index)] as const] : [],
		)
		edits.set(new Map([...edits.get(), ...marked]))
		return marked.map(([, edit]) => edit)
	}
	const refuse = (sent: readonly CellEdit[], failure: Failure): void => {
		const rejected = rejectedCells(failure)
		const conflict = hasStatus(failure, 412)
		mark(sent, (edit, index) => {
			if (rejected.size > 0 && !rejected.has(index)) return { ...edit, state: 'waiting' }
			if (conflict) return { ...edit, state: 'conflict' }
			return { ...edit, state: 'failed', why: rejected.get(index) ?? errorText(failure, '') }
		})
	}
	const sendWaiting = async (): Promise<void> => {
		const waiting = [...edits.get().values()].filter(({ state }) => state === 'waiting')
		if (waiting.length === 0) return
		const sent = mark(waiting, (edit) => ({ ...edit, state: 'saving' }))
		const reply = await send(sent)
		if (reply.ok) {
			onStored(sent, reply.value)
			const left = [...edits.get()].filter(([, edit]) => !sent.includes(edit))
			edits.set(new Map(left))
		} else refuse(sent, reply.error)
		await sendWaiting()
	}
	const flush = (): void => {
		if (sending) return
		sending = true
		sendWaiting()
			.finally(() => {
				sending = false
			})
			.catch(reportError)
	}
	return {
		get: edits.get,
		subscribe: edits.subscribe,
		put(changes) {
			const next = changes.map((change) => {
				const before = edits.get().get(keyOf(change))?.fields
				const fields = { ...before, ...change.fields }
				return [keyOf(change), { ...change, fields, state: 'waiting', why: '' }] as const
			})
			edits.set(new Map([...edits.get(), ...next]))
			flush()
		},
		drop(keys) {
			edits.set(new Map([...edits.get()].filter(([key]) => !keys.includes(key))))
		},
		retry() {
			const failed = [...edits.get().values()].filter(isUnsaved)
			mark(failed, (edit) => ({ ...edit, state: 'waiting', why: '' }))
			flush()
		},
	}
}
