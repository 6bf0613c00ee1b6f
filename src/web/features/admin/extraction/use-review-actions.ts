import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { extraction } from '#web/texts/admin/extraction.ts'
import { policies as policyTexts } from '#web/texts/admin/policies.ts'
import { toast } from '#web/ui/toasts-show.ts'
import type { PolicyStatus } from './review-policy.ts'
import { lacksReason, shownOf } from './review-view.ts'
import { changeText } from './review-words.ts'
import type { Review } from './use-review.ts'
import type { KeyCommand } from './use-review-keys.ts'

const texts = extraction.review

/** The parts of the page that are gone to. */
export interface ReviewPlaces {
	readonly root: RefObject<HTMLElement | null>
	readonly field: RefObject<HTMLTextAreaElement | null>
	readonly heading: RefObject<HTMLHeadingElement | null>
}

/**
 * What is done to the opened policy, by keys and by buttons alike: each is said to those who do not see it, and the focus
 * goes where the work goes on.
 */
export const useReviewActions = ({ state, dispatch }: Review) => {
	const places: ReviewPlaces = { root: useRef(null), field: useRef(null), heading: useRef(null) }
	/** On a phone the list and the opened policy take turns. */
	const [opened, setOpened] = useState(false)
	const [said, setSaid] = useState('')
	const [keysShown, setKeysShown] = useState(false)
	const { selected } = state

	const toRow = (): void => {
		const row = places.root.current?.querySelector<HTMLElement>('[data-policy][aria-current]')
		// On a phone the list is not there: its policy's heading is.
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
		setSaid(texts.said(policyTexts.statuses[status]))
	}
	/** Sets the status of many; those that name someone are validated one by one, with a reason. */
	const setStatusOf = (ids: readonly string[], status: PolicyStatus): void => {
		const wanted = new Set(ids)
		const held = state.policies.filter(
			(policy) =>
				wanted.has(policy.id) &&
				lacksReason(
					{ ...policy, values: { ...policy.values, validationStatus: status } },
					state.names,
				),
		)
		const heldIds = new Set(held.map(({ id }) => id))
		const set = ids.filter((id) => !heldIds.has(id))
		dispatch({ type: 'status', ids: set, status })
		const said = texts.applied(set.length, policyTexts.statuses[status])
		setSaid(held.length === 0 ? said : `${said}. ${texts.held(held.length)}`)
		if (held.length > 0) toast(texts.held(held.length))
	}
	const remove = (): void => {
		const left = state.policies.filter(({ id, removed }) => !removed && id !== selected).length
		if (selected === null) return
		flushSync(() => dispatch({ type: 'remove', ids: [selected] }))
		setSaid(texts.removed(left))
		toRow()
	}
	const undo = (): void => {
		const last = state.past.at(-1)
		if (last) dispatch({ type: 'undo' })
		setSaid(last ? texts.undone(changeText(last)) : texts.nothingToUndo)
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
		validate: () => setStatus('VALIDATED'),
		'needs-review': () => setStatus('NEEDS_REVIEW'),
		reject: () => setStatus('REJECTED'),
		remove,
		undo,
		keys: () => setKeysShown(true),
	}
	return {
		places,
		opened,
		said,
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
		/** Back to the list, on a phone. */
		close() {
			flushSync(() => setOpened(false))
			toRow()
		},
		toRow,
		shown: shownOf(state),
	}
}

export type ReviewActions = ReturnType<typeof useReviewActions>
