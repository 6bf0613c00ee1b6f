import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { PageOf } from '#contract/paging.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { useStable } from '#web/ui/use-stable.ts'
import { type Read, useRead } from '../lists/use-read.ts'

/** How long nothing has to be typed before it is searched for, in ms. */
const SEARCH_DELAY_MS = 250

/** Finds records by a part of their names. */
export type FindRows<Row> = (
	term: string,
	signal: AbortSignal,
) => Promise<Result<PageOf<Row>, Failure>>

const NOTHING = async (): Promise<Result<PageOf<never>, Failure>> => ({
	ok: true,
	value: { rows: [], next: null, total: 0 },
})

/** A text once it has stood for a moment. */
const useSettled = (text: string): string => {
	const [settled, setSettled] = useState(text)
	useEffect(() => {
		const timer = setTimeout(() => setSettled(text), SEARCH_DELAY_MS)
		return () => clearTimeout(timer)
	}, [text])
	return settled
}

/** A hand that lets go no further away than so many px from where it pressed has not meant to move. */
const STILL_PX = 10

/**
 * Picks with a mouse what it pressed, when it lets go. What is found may change in between, and the click would then go to
 * nobody. A touch has no between: its click comes when the finger has gone, to whatever is there then.
 */
const usePress = <Row>(pick: (row: Row) => void) => {
	const pressed = useRef<{ readonly row: Row; readonly x: number; readonly y: number } | null>(null)
	const latest = useStable(pick)
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
	readonly found: Read<PageOf<Row>>
	readonly rows: readonly Row[]
	/** Which row the keys are at; -1 for none. */
	readonly at: number
	show(): void
	hide(): void
	type(text: string): void
	pick(row: Row): void
	/** Begins to pick a row: it is picked when the mouse lets go. */
	press(row: Row, event: PointerEvent): void
	onKeyDown(event: KeyboardEvent): void
}

/** What a picker knows: what is typed, what was found by it, and where the keys are. */
export const usePicker = <Row>(
	name: string,
	find: FindRows<Row>,
	onPick: (row: Row) => void,
): PickerState<Row> => {
	const [open, setOpen] = useState(false)
	const [text, setText] = useState('')
	const [at, setAt] = useState(-1)
	const term = useSettled(text.trim())
	const found = useRead<PageOf<Row>>(`${name}/${open ? term : ''}/${open}`, (signal) =>
		open ? find(term, signal) : NOTHING(),
	)
	// Keep the last rows while searching, so that no key press is lost.
	const [last, setLast] = useState<readonly Row[]>([])
	const rows = found.failure ? [] : (found.value?.rows ?? last)
	if (found.value !== null && found.value.rows !== last) setLast(found.value.rows)
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
	/** @returns whether the key was meant for the picker. */
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
				// It never sends the form that the picker stands in.
				return true
			}
			case 'Escape':
				hide()
				// The first closes the list, and not the dialog around it.
				return open
			default:
				return false
		}
	}
	return {
		open,
		text,
		found,
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
