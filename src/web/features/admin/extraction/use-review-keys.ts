import { useEffect, useRef, useState } from 'react'
import { lastingStorage } from '#web/app/storage.ts'

/** What a key asks for. */
export type KeyCommand =
	| 'next'
	| 'previous'
	| 'edit'
	| 'validate'
	| 'needs-review'
	| 'reject'
	| 'remove'
	| 'undo'
	| 'keys'

const COMMANDS: Readonly<Record<string, KeyCommand>> = {
	j: 'next',
	k: 'previous',
	v: 'validate',
	n: 'needs-review',
	r: 'reject',
	delete: 'remove',
	u: 'undo',
	'?': 'keys',
}
/** These have a meaning of their own elsewhere in the page. */
const IN_LIST: Readonly<Record<string, KeyCommand>> = {
	arrowdown: 'next',
	arrowup: 'previous',
	enter: 'edit',
}

/** What a key was pressed on. */
export interface KeyPress {
	readonly key: string
	readonly ctrl: boolean
	readonly alt: boolean
	readonly shift: boolean
	/** A field, where keys are letters; the list of policies; a button or link; or nothing of these. */
	readonly on: 'field' | 'list' | 'control' | 'page'
}

/** The command of a key; null where it has none there. */
export const commandOf = ({ key, ctrl, alt, shift, on }: KeyPress): KeyCommand | null => {
	if (on === 'field' || alt) return null
	const name = key.toLowerCase()
	if (ctrl) return name === 'z' && !shift ? 'undo' : null
	if (name === 'enter') return on === 'control' ? null : 'edit'
	if (on === 'list' && IN_LIST[name]) return IN_LIST[name]
	return COMMANDS[name] ?? null
}

const FIELDS = 'input:not([type=checkbox]), textarea, select, [contenteditable]'

const placeOf = (target: EventTarget | null): KeyPress['on'] => {
	if (!(target instanceof Element)) return 'page'
	if (target.closest(FIELDS)) return 'field'
	if (target.closest('[data-policy-list]')) return 'list'
	return target.closest('a, button, summary, input') ? 'control' : 'page'
}

const SETTING = 'evenhand.review-keys'

/**
 * The keys of the review. Single letters can be switched off (WCAG 2.1.4), and do nothing while a field or a dialog has
 * the focus.
 */
export const useReviewKeys = (onCommand: (command: KeyCommand) => void) => {
	const [on, setOn] = useState(() => lastingStorage.getItem(SETTING) !== 'off')
	const latest = useRef(onCommand)
	useEffect(() => {
		latest.current = onCommand
	})
	useEffect(() => {
		if (!on) return
		const press = (event: KeyboardEvent): void => {
			const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
			if (event.defaultPrevented || document.querySelector('dialog[open], :popover-open')) return
			const command = commandOf({
				key,
				ctrl: ctrlKey || metaKey,
				alt: altKey,
				shift: shiftKey,
				on: placeOf(target),
			})
			if (command === null) return
			event.preventDefault()
			latest.current(command)
		}
		document.addEventListener('keydown', press)
		return () => document.removeEventListener('keydown', press)
	}, [on])
	return {
		on,
		switchKeys() {
			lastingStorage.setItem(SETTING, on ? 'off' : 'on')
			setOn(!on)
		},
	}
}
