import { useLayoutEffect, useRef } from 'react'

/** An item that is in the page, and what of the page is its: the same number, the same elements. */
export interface Slot {
	readonly key: string
	readonly slot: number
	/** The row that it stands in. */
	readonly row: number
}

type Shown = Omit<Slot, 'slot'>

/**
 * What stays keeps its slot, and with it the focus and whatever else its elements have. What comes takes over the slot of
 * one that left where that stands in the same place among those that stay: nothing has to be moved in the page then, and
 * an element that is moved loses the focus.
 * @param isHeld tells of a row whether its slots are nobody else's.
 */
export const slotsFor = (
	shown: readonly Shown[],
	before: readonly Slot[],
	isHeld: (row: number) => boolean,
): readonly Slot[] => {
	const places = new Map(before.map(({ key }, place) => [key, place]))
	const stays = new Set(shown.map(({ key }) => key))
	let fresh = before.reduce((most, { slot }) => Math.max(most, slot + 1), 0)
	let next = 0
	const freed = (): number | null => {
		for (; next < before.length; next++) {
			const left = before[next]
			if (left === undefined || stays.has(left.key)) return null
			if (isHeld(left.row)) continue
			next++
			return left.slot
		}
		return null
	}
	return shown.map(({ key, row }) => {
		const place = places.get(key)
		if (place === undefined) return { key, row, slot: freed() ?? fresh++ }
		next = Math.max(next, place + 1)
		return { key, row, slot: before[place]?.slot ?? fresh++ }
	})
}

/**
 * Which slot each item has that is in the page: to make the elements of a card anew takes several times as long as to
 * have them say something else.
 */
export const useSlots = (
	shown: readonly Shown[],
	isHeld: (row: number) => boolean,
): readonly Slot[] => {
	const before = useRef<readonly Slot[]>([])
	const slots = slotsFor(shown, before.current, isHeld)
	// Of what the page has, not of what was drawn for it and given up.
	useLayoutEffect(() => {
		before.current = slots
	})
	return slots
}
