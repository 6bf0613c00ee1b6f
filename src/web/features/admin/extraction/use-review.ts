import { type RefObject, useEffect, useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { lastingStorage } from '#web/app/storage.ts'
import { extraction } from '#web/texts/en/admin/extraction.ts'
import { policies as policyTexts } from '#web/texts/en/admin/policies.ts'
import { useEvent } from '#web/ui/hooks.ts'
import { toast } from '#web/ui/toast.ts'
import type { Names } from '../kit/neutrality.tsx'
import { changeText, lacksReason, type PolicyStatus, shownOf } from './review-policies.ts'
import { nextReview, type ReviewEvent, type ReviewState, startReview } from './review-reducer.ts'
import type { KeptReview, ReviewKeeper } from './saved-review.ts'

const texts = extraction.review

/** Debounce of the automatic storage, in ms. */
const KEEP_MS = 300

export interface Review {
	readonly state: ReviewState
	readonly dispatch: (event: ReviewEvent) => void
	/** False if the browser storage is full. */
	readonly kept: boolean
	settle(): void
}

/** State of a review, stored in the browser until it is saved. */
export const useReview = (start: KeptReview, keeper: ReviewKeeper, names: Names): Review => {
	const [state, dispatch] = useReducer(nextReview, null, () =>
		startReview(start.policies, names, start.saveKey),
	)
	useEffect(() => dispatch({ type: 'names', names }), [names])
	const [kept, setKept] = useState(true)
	const settled = useRef(false)
	const { policies, saveKey } = state
	const latest = useRef<(() => void) | null>(null)
	useEffect(() => {
		const write = (): void => {
			if (settled.current) return
			setKept(keeper.keep({ ...start, policies: [...policies], saveKey, at: Date.now() }))
		}
		latest.current = write
		const timer = setTimeout(write, KEEP_MS)
		return () => clearTimeout(timer)
	}, [start, keeper, policies, saveKey])
	useEffect(() => {
		const now = (): void => latest.current?.()
		addEventListener('pagehide', now)
		return () => {
			removeEventListener('pagehide', now)
			now()
		}
	}, [])
	return {
		state,
		dispatch,
		kept,
		settle() {
			settled.current = true
			keeper.drop()
		},
	}
}

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
	e: 'edit',
	v: 'validate',
	n: 'needs-review',
	r: 'reject',
	x: 'remove',
	delete: 'remove',
	u: 'undo',
	'?': 'keys',
	enter: 'edit',
}
/** Arrows work only in the list: they have a meaning elsewhere. */
const IN_LIST: Readonly<Record<string, KeyCommand>> = {
	...COMMANDS,
	arrowdown: 'next',
	arrowup: 'previous',
}

export interface KeyPress {
	readonly key: string
	readonly ctrl: boolean
	readonly alt: boolean
	readonly shift: boolean
	/** 'detail' is a field of the open policy, 'field' any other; 'control' is a button or link; 'page' is everything else. */
	readonly on: 'detail' | 'field' | 'list' | 'control' | 'page'
}

/** Command of a key in its context; null if there is none. */
export const commandOf = ({ key, ctrl, alt, shift, on }: KeyPress): KeyCommand | null => {
	const name = key.toLowerCase()
	if (alt || on === 'field') return null
	if (on === 'detail') return ctrl && name === 'enter' ? 'validate' : null
	if (ctrl) return name === 'z' && !shift ? 'undo' : null
	if (name === 'enter' && on === 'control') return null
	return (on === 'list' ? IN_LIST : COMMANDS)[name] ?? null
}

const FIELDS = 'input:not([type=checkbox]), textarea, select, [contenteditable]'

const placeOf = (target: EventTarget | null): KeyPress['on'] => {
	if (!(target instanceof Element)) return 'page'
	if (target.closest(FIELDS)) return target.closest('[data-policy-detail]') ? 'detail' : 'field'
	if (target.closest('[data-policy-list]')) return 'list'
	return target.closest('a, button, summary, input') ? 'control' : 'page'
}

const SETTING = 'evenhand.review-keys'

/** Keyboard shortcuts of the review. They can be switched off (WCAG 2.1.4) and are ignored in fields and dialogs. */
export const useReviewKeys = (onCommand: (command: KeyCommand) => void) => {
	const [on, setOn] = useState(() => lastingStorage.getItem(SETTING) !== 'off')
	const runCommand = useEvent(onCommand)
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
			runCommand(command)
		}
		document.addEventListener('keydown', press)
		return () => document.removeEventListener('keydown', press)
	}, [on, runCommand])
	return {
		on,
		switchKeys() {
			lastingStorage.setItem(SETTING, on ? 'off' : 'on')
			setOn(!on)
		},
	}
}

export interface ReviewPlaces {
	readonly root: RefObject<HTMLElement | null>
	readonly field: RefObject<HTMLTextAreaElement | null>
	readonly heading: RefObject<HTMLHeadingElement | null>
}

/** Actions on the open policy, for shortcuts and buttons. Each announces its result and moves the focus. */
export const useReviewActions = ({ state, dispatch }: Review) => {
	const places: ReviewPlaces = { root: useRef(null), field: useRef(null), heading: useRef(null) }
	const [opened, setOpened] = useState(false)
	const [announcement, setAnnouncement] = useState('')
	const [keysShown, setKeysShown] = useState(false)
	const { selected } = state

	const toRow = (): void => {
		const row = places.root.current?.querySelector<HTMLElement>('[data-policy][aria-current]')
		// The list is hidden on a phone: focus the heading instead.
		if (row?.checkVisibility()) row.focus({ preventScroll: true })
		else places.heading.current?.focus()
	}
	const step = (by: 1 | -1): void => {
		flushSync(() => dispatch({ type: 'step', by }))
		toRow()
	}
	const setStatus = (status: PolicyStatus): void => {
		if (selected === null) return
		flushSync(() => dispatch({ type: 'status', ids: [selected], status }))
		setAnnouncement(texts.said(policyTexts.statuses[status]))
	}
	/** Sets the status of many policies. Skips those that name someone: they need an individual reason. */
	const setStatusOf = (ids: readonly string[], status: PolicyStatus): void => {
		const wanted = new Set(ids)
		const skipped = state.policies.filter(
			(policy) =>
				wanted.has(policy.id) &&
				lacksReason(
					{ ...policy, values: { ...policy.values, validationStatus: status } },
					state.names,
				),
		)
		const skippedIds = new Set(skipped.map(({ id }) => id))
		const set = ids.filter((id) => !skippedIds.has(id))
		dispatch({ type: 'status', ids: set, status })
		const applied = texts.applied(set.length, policyTexts.statuses[status])
		setAnnouncement(skipped.length === 0 ? applied : `${applied}. ${texts.held(skipped.length)}`)
		if (skipped.length > 0) toast(texts.held(skipped.length))
	}
	const decide = (status: PolicyStatus): void => {
		if (selected === null) return
		setStatus(status)
		flushSync(() => dispatch({ type: 'advance', from: selected }))
		toRow()
	}
	const remove = (): void => {
		const left = state.policies.filter(({ id, removed }) => !removed && id !== selected).length
		if (selected === null) return
		flushSync(() => dispatch({ type: 'remove', ids: [selected] }))
		setAnnouncement(texts.removed(left))
		toRow()
	}
	const undo = (): void => {
		const last = state.past.at(-1)
		if (last) dispatch({ type: 'undo' })
		setAnnouncement(last ? texts.undone(changeText(last)) : texts.nothingToUndo)
	}
	const edit = (): void => {
		flushSync(() => setOpened(true))
		places.field.current?.focus()
	}
	const open = (): void => {
		const hidden = !places.heading.current?.checkVisibility()
		flushSync(() => setOpened(true))
		if (hidden) places.heading.current?.focus()
	}
	const commands: Readonly<Record<KeyCommand, () => void>> = {
		next: () => step(1),
		previous: () => step(-1),
		edit,
		validate: () => decide('VALIDATED'),
		'needs-review': () => decide('NEEDS_REVIEW'),
		reject: () => decide('REJECTED'),
		remove,
		undo,
		keys: () => setKeysShown(true),
	}
	return {
		places,
		opened,
		announcement,
		keysShown,
		hideKeys: () => setKeysShown(false),
		run: (command: KeyCommand): void => commands[command](),
		setStatus,
		setStatusOf,
		remove,
		undo,
		edit,
		open,
		step,
		close() {
			flushSync(() => setOpened(false))
			toRow()
		},
		toRow,
		shown: shownOf(state),
	}
}

export type ReviewActions = ReturnType<typeof useReviewActions>
