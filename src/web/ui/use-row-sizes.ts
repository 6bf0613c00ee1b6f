import type { VirtualItem, Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef } from 'react'

type List = Virtualizer<Window, Element>

interface Measuring {
	/** Measures each row that shows another item than when it was looked at last. */
	look(rows: Iterable<Element>): void
	end(): void
}

/** Which rows these are, all of them before the list is told of one: that can have an element show another one. */
const sizesOf = (list: List, entries: readonly ResizeObserverEntry[]) =>
	entries.flatMap(({ target, borderBoxSize: [box] }) =>
		target.isConnected && box
			? [[list.indexFromElement(target), Math.round(box.blockSize)] as const]
			: [],
	)

/**
 * Tells a list how high its rows are. Its own measuring takes an element for one item's for ever, and here those of an item
 * that has left become another's.
 */
const measuring = (list: List): Measuring => {
	const shown = new WeakMap<Element, VirtualItem['key']>()
	const keyOf = (row: Element) => list.options.getItemKey(list.indexFromElement(row))
	let delivering = false
	const observer = new ResizeObserver((entries) => {
		delivering = true
		for (const { target } of entries) if (!target.isConnected) observer.unobserve(target)
		for (const [row, height] of sizesOf(list, entries)) list.resizeItem(row, height)
		delivering = false
	})
	const observe = (row: Element): void => {
		// Anew, for it to tell of a row that is as high as the one before as well.
		observer.unobserve(row)
		observer.observe(row, { box: 'border-box' })
	}
	return {
		look: (rows) => {
			const others = [...rows].filter((row) => shown.get(row) !== keyOf(row))
			if (others.length === 0) return
			for (const row of others) shown.set(row, keyOf(row))
			// An observer that is given more while it tells complains that it could not tell all.
			if (delivering) requestAnimationFrame(() => others.forEach(observe))
			else others.forEach(observe)
		},
		end: () => observer.disconnect(),
	}
}

/** Has the rows of a list measured: the children of an element, each with its `data-index`. */
export const useRowSizes = (ref: RefObject<Element | null>, list: List): void => {
	const current = useRef<Measuring | null>(null)
	useLayoutEffect(() => {
		const begun = measuring(list)
		current.current = begun
		return () => begun.end()
	}, [list])
	useLayoutEffect(() => {
		if (ref.current) current.current?.look(ref.current.children)
	})
}
