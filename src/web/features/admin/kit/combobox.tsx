import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import type { PageOf } from '#contract/admin/fields.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { useDebounced, useEvent } from '#web/ui/hooks.ts'
import { errorText } from './errors.ts'
import { failureOf, unwrap } from './queries.ts'

const SEARCH_DELAY_MS = 250

export type FindRows<Row> = (
	term: string,
	signal: AbortSignal,
) => Promise<Result<PageOf<Row>, Failure>>

const NOTHING = async (): Promise<Result<PageOf<never>, Failure>> => ({
	ok: true,
	value: { rows: [], next: null, total: 0 },
})

/** A press that moves farther than this (px) is a drag, not a click. */
const STILL_PX = 10

/**
 * Picks the row that the mouse pressed when the button is released. The list may re-render in between, and the click
 * would then be lost. Touch needs no such care: its click follows the release.
 */
const usePress = <Row,>(pick: (row: Row) => void) => {
	const pressed = useRef<{ readonly row: Row; readonly x: number; readonly y: number } | null>(null)
	const latest = useEvent(pick)
	useEffect(() => {
		const release = ({ clientX, clientY }: MouseEvent): void => {
			const press = pressed.current
			pressed.current = null
			if (press === null) return
			const moved = Math.hypot(clientX - press.x, clientY - press.y)
			if (moved <= STILL_PX) latest(press.row)
		}
		addEventListener('pointerup', release)
		return () => removeEventListener('pointerup', release)
	}, [latest])
	return (row: Row, { pointerType, button, clientX, clientY }: PointerEvent): void => {
		if (pointerType === 'mouse' && button === 0) pressed.current = { row, x: clientX, y: clientY }
	}
}

export interface PickerState<Row> {
	readonly open: boolean
	readonly text: string
	readonly page: PageOf<Row> | undefined
	readonly failure: Failure | null
	readonly rows: readonly Row[]
	readonly at: number
	show(): void
	hide(): void
	type(text: string): void
	pick(row: Row): void
	press(row: Row, event: PointerEvent): void
	onKeyDown(event: KeyboardEvent): void
}

const usePicker = <Row,>(
	name: string,
	find: FindRows<Row>,
	onPick: (row: Row) => void,
): PickerState<Row> => {
	const [open, setOpen] = useState(false)
	const [text, setText] = useState('')
	const [at, setAt] = useState(-1)
	const term = useDebounced(text.trim(), SEARCH_DELAY_MS)
	const found = useQuery({
		queryKey: ['picker', name, open, open ? term : ''],
		queryFn: ({ signal }) => unwrap(open ? find(term, signal) : NOTHING()),
	})
	const failure = failureOf(found)
	// Keep the last rows while searching, so that no key press is lost.
	const [last, setLast] = useState<readonly Row[]>([])
	const rows = failure ? [] : (found.data?.rows ?? last)
	if (found.data && found.data.rows !== last) setLast(found.data.rows)
	const hide = (): void => {
		setOpen(false)
		setText('')
		setAt(-1)
	}
	const pick = (row: Row): void => {
		hide()
		onPick(row)
	}
	const beginPick = usePress((row: Row) => open && pick(row))
	const step = (by: number): void => {
		setOpen(true)
		// While searching, select the first row once it arrives.
		setAt(rows.length > 0 ? (at + by + rows.length) % rows.length : 0)
	}
	const press = (key: string): boolean => {
		switch (key) {
			case 'ArrowDown':
				step(1)
				return true
			case 'ArrowUp':
				step(at < 0 ? 0 : -1)
				return true
			case 'Enter': {
				const row = open ? rows[at] : undefined
				if (row !== undefined) pick(row)
				// Never submit the surrounding form.
				return true
			}
			case 'Escape':
				hide()
				// The first Escape closes the list, not the surrounding dialog.
				return open
			default:
				return false
		}
	}
	return {
		open,
		text,
		page: found.data,
		failure,
		rows,
		at: at < rows.length ? at : -1,
		show: () => setOpen(true),
		hide,
		type(next) {
			setText(next)
			setOpen(true)
			setAt(-1)
		},
		pick,
		press: beginPick,
		onKeyDown(event) {
			if (press(event.key)) event.preventDefault()
		},
	}
}

export interface PickerProps<Row> {
	readonly label: string
	readonly find: FindRows<Row>
	readonly failed: string
	readonly keyOf: (row: Row) => string
	readonly textOf: (row: Row) => string
	readonly detailOf?: (row: Row) => string
	readonly onPick: (row: Row) => void
	/** Text of the selection; '' if nothing is selected or the selection is shown elsewhere. */
	readonly chosen?: string
	readonly onClear?: () => void
	readonly placeholder?: string
	readonly error?: string | undefined
}

interface OptionsProps<Row>
	extends Pick<PickerProps<Row>, 'label' | 'failed' | 'keyOf' | 'textOf' | 'detailOf'> {
	readonly id: string
	readonly state: PickerState<Row>
}

const wordOf = <Row,>({ page, failure, rows }: PickerState<Row>, failed: string): string | null => {
	if (failure) return errorText(failure, failed)
	if (page === undefined) return common.picker.searching
	if (rows.length === 0) return common.picker.nothing
	return page.next === null ? null : common.picker.more
}

/** Scrolls a list that opens at the lower edge of a dialog or page into view. */
const comeIntoSight = (list: HTMLElement | null): void => list?.scrollIntoView({ block: 'nearest' })

const Options = <Row,>(props: OptionsProps<Row>) => {
	const { id, label, failed, keyOf, textOf, detailOf, state } = props
	return (
		<div
			// Remount when the number of rows changes, to scroll into view again.
			key={state.rows.length}
			ref={comeIntoSight}
			className="absolute inset-x-0 top-full z-20 mt-1 max-h-72 overflow-y-auto rounded-box border border-base-300 bg-raised p-1 shadow-paper"
		>
			<div id={id} role="listbox" aria-label={label}>
				{state.rows.map((row, index) => (
					// biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input.
					// biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys.
					<div
						key={keyOf(row)}
						id={`${id}-${index}`}
						role="option"
						aria-selected={index === state.at}
						className="flex min-h-12 cursor-pointer flex-col justify-center rounded-field px-3 py-1.5 hover:bg-base-200 aria-selected:bg-primary/10 aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-primary"
						onPointerDown={(event) => {
							// Keep the focus in the input: losing it closes the list.
							event.preventDefault()
							state.press(row, event)
						}}
						onClick={() => state.pick(row)}
					>
						<span className="wrap-anywhere">{textOf(row)}</span>
						{detailOf && <span className="text-sm text-muted wrap-anywhere">{detailOf(row)}</span>}
					</div>
				))}
			</div>
			<p role="status" className="px-3 py-2 text-sm text-muted empty:hidden">
				{wordOf(state, failed)}
			</p>
		</div>
	)
}

/** Finds a record by a part of its name and picks it (ARIA combobox pattern). */
export const Picker = <Row,>(props: PickerProps<Row>) => {
	const { label, find, onPick, chosen = '', onClear, placeholder, error, ...options } = props
	const id = useId()
	const state = usePicker(id, find, onPick)
	const { open, text, at } = state
	return (
		<div>
			<label htmlFor={id} className="mb-1.5 block font-medium">
				{label}
			</label>
			<div className="relative">
				<input
					id={id}
					type="text"
					role="combobox"
					aria-expanded={open}
					aria-controls={open ? `${id}-list` : undefined}
					aria-autocomplete="list"
					aria-activedescendant={open && at >= 0 ? `${id}-list-${at}` : undefined}
					aria-invalid={error !== undefined}
					aria-describedby={error === undefined ? undefined : `${id}-error`}
					autoComplete="off"
					value={open ? text : chosen}
					placeholder={open && chosen ? chosen : placeholder}
					className={`input w-full bg-surface text-base ${onClear && chosen ? 'pe-12' : ''} ${error ? 'input-error' : 'border-edge'}`}
					onClick={state.show}
					onChange={({ target }) => state.type(target.value)}
					onKeyDown={state.onKeyDown}
					onBlur={state.hide}
				/>
				{onClear && chosen && (
					<button
						type="button"
						aria-label={common.picker.clear(label)}
						className="absolute inset-y-0 end-0 grid w-12 place-items-center rounded-field text-muted hover:text-base-content"
						onClick={onClear}
					>
						<X aria-hidden="true" className="size-5" />
					</button>
				)}
				{open && <Options {...options} id={`${id}-list`} label={label} state={state} />}
			</div>
			{error !== undefined && (
				<p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-error">
					{error}
				</p>
			)}
		</div>
	)
}
