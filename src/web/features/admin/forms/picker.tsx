import { X } from 'lucide-react'
import { useId } from 'react'
import { common } from '#web/texts/admin/common.ts'
import { faultText } from '../faults.ts'
import { type FindRows, type PickerState, usePicker } from './use-picker.ts'

export interface PickerProps<Row> {
	readonly label: string
	readonly find: FindRows<Row>
	/** What is said where nothing could be read: "Unable to load elections. Please try again." */
	readonly failed: string
	readonly keyOf: (row: Row) => string
	readonly textOf: (row: Row) => string
	/** What tells it from others of its name. */
	readonly detailOf?: (row: Row) => string
	readonly onPick: (row: Row) => void
	/** What is chosen; the empty string where that is nothing, or where several are chosen that stand elsewhere. */
	readonly chosen?: string
	/** Takes the choice back. */
	readonly onClear?: () => void
	readonly placeholder?: string
	readonly error?: string | undefined
}

interface OptionsProps<Row>
	extends Pick<PickerProps<Row>, 'label' | 'failed' | 'keyOf' | 'textOf' | 'detailOf'> {
	readonly id: string
	readonly state: PickerState<Row>
}

const wordOf = <Row,>({ found, rows }: PickerState<Row>, failed: string): string | null => {
	if (found.failure) return faultText(found.failure, failed)
	if (found.value === null) return common.picker.searching
	if (rows.length === 0) return common.picker.nothing
	return found.value.next === null ? null : common.picker.more
}

/** Has a list that opens at the lower end of a dialog or a page come into sight. */
const comeIntoSight = (list: HTMLElement | null): void => list?.scrollIntoView({ block: 'nearest' })

const Options = <Row,>(props: OptionsProps<Row>) => {
	const { id, label, failed, keyOf, textOf, detailOf, state } = props
	return (
		<div
			// Again when what was found has made it longer.
			key={state.rows.length}
			ref={comeIntoSight}
			className="absolute inset-x-0 top-full z-20 mt-1 max-h-72 overflow-y-auto rounded-box border border-base-300 bg-raised p-1 shadow-paper"
		>
			<div id={id} role="listbox" aria-label={label}>
				{state.rows.map((row, index) => (
					// biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which says which option is meant.
					// biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's.
					<div
						key={keyOf(row)}
						id={`${id}-${index}`}
						role="option"
						aria-selected={index === state.at}
						className="flex min-h-12 cursor-pointer flex-col justify-center rounded-field px-3 py-1.5 hover:bg-base-200 aria-selected:bg-primary/10 aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-primary"
						onPointerDown={(event) => {
							// The field keeps the focus: losing it closes the list.
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

/** A field that finds a record by a part of its name and picks it (the combobox of the ARIA practices). */
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
