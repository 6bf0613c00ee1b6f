import {
	defaultRangeExtractor,
	type Range,
	useWindowVirtualizer,
	type VirtualItem,
	type Virtualizer,
} from '@tanstack/react-virtual'
import {
	type FocusEvent,
	memo,
	type ReactNode,
	type RefObject,
	useCallback,
	useEffect,
	useLayoutEffect,
	useRef,
	useState,
	useSyncExternalStore,
} from 'react'
import { useScrollRestoration } from '#web/app/scroll.ts'
import type { LongListProps } from './list.tsx'

/** Two columns from this width on: Tailwind's `md`. */
const wide = matchMedia('(min-width: 48rem)')

const subscribe = (listener: () => void): (() => void) => {
	wide.addEventListener('change', listener)
	return () => wide.removeEventListener('change', listener)
}

export const useColumns = (): 1 | 2 => useSyncExternalStore(subscribe, () => (wide.matches ? 2 : 1))

/** Time after a key, or the last scroll event, during which the browser may still scroll smoothly, in ms. */
const GLIDE_MS = 1000

/** True if a key scrolls to the top. In a text field Home moves the caret instead. */
const leadsToTop = ({ key, target }: KeyboardEvent): boolean =>
	key === 'Home' && !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)

/**
 * Returns a check for keyboard scrolling. Browsers scroll smoothly to the target, and stop if anything else scrolls
 * meanwhile. A scroll to the top that stopped short is completed.
 */
export const useGliding = (): (() => boolean) => {
	const movedAt = useRef(Number.NEGATIVE_INFINITY)
	const isGliding = useCallback(() => performance.now() - movedAt.current < GLIDE_MS, [])
	useEffect(() => {
		const listening = new AbortController()
		const options = { signal: listening.signal, passive: true }
		let toTop = false
		const end = (): void => {
			movedAt.current = Number.NEGATIVE_INFINITY
		}
		const onKey = (event: KeyboardEvent): void => {
			movedAt.current = performance.now()
			toTop = leadsToTop(event)
		}
		const onScroll = (): void => {
			if (isGliding()) movedAt.current = performance.now()
		}
		const onScrollEnd = (): void => {
			end()
			if (toTop && scrollY > 0) scrollTo({ top: 0 })
			else toTop = false
		}
		const onHand = (): void => {
			end()
			toTop = false
		}
		addEventListener('keydown', onKey, options)
		addEventListener('scroll', onScroll, options)
		addEventListener('scrollend', onScrollEnd, options)
		for (const name of ['wheel', 'touchstart', 'pointerdown'])
			addEventListener(name, onHand, options)
		return () => listening.abort()
	}, [isGliding])
	return isGliding
}

type List = Virtualizer<Window, Element>

interface Measuring {
	/** Measures each row that shows another item than at the last look. */
	look(rows: Iterable<Element>): void
	end(): void
}

/** Collects all heights before reporting one, because a report may reassign elements. */
const sizesOf = (list: List, entries: readonly ResizeObserverEntry[]) =>
	entries.flatMap(({ target, borderBoxSize: [box] }) =>
		target.isConnected && box
			? [[list.indexFromElement(target), Math.round(box.blockSize)] as const]
			: [],
	)

/** Reports row heights. The virtualizer's own measuring assumes one element per item; here elements are recycled. */
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
		// Observe again, so that a row of unchanged height is reported too.
		observer.unobserve(row)
		observer.observe(row, { box: 'border-box' })
	}
	return {
		look: (rows) => {
			const others = [...rows].filter((row) => shown.get(row) !== keyOf(row))
			if (others.length === 0) return
			for (const row of others) shown.set(row, keyOf(row))
			// Observing more elements inside the callback raises a ResizeObserver loop error.
			if (delivering) requestAnimationFrame(() => others.forEach(observe))
			else others.forEach(observe)
		},
		end: () => observer.disconnect(),
	}
}

/** Measures a list's rows: the children of an element, each with its `data-index`. */
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

/** A rendered item and its DOM slot. Items with the same slot number reuse the same elements. */
export interface Slot {
	readonly key: string
	readonly slot: number
	readonly row: number
}

type Shown = Omit<Slot, 'slot'>

/**
 * Assigns slots. An item that stays keeps its slot, with focus and DOM state. A new item takes a slot that was freed at
 * the same place, so that no element moves: a moved element loses the focus.
 * @param isHeld true if a row's slots must not be reused.
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

/** Recycles elements: creating a card's elements takes several times as long as updating them. */
export const useSlots = (
	shown: readonly Shown[],
	isHeld: (row: number) => boolean,
): readonly Slot[] => {
	const before = useRef<readonly Slot[]>([])
	const slots = slotsFor(shown, before.current, isHeld)
	// Only committed slots count, because React may discard a render.
	useLayoutEffect(() => {
		before.current = slots
	})
	return slots
}

/** Gap between rows in px, equal to `gap-4`. */
const GAP = 16
/** Rows rendered beyond the screen, where the Tab key must find the next one. */
const OVERSCAN = 5
/** The same right after the items have changed. */
const OVERSCAN_AT_FIRST = 0
/** Rows placed beyond the screen meanwhile. */
const PLACED_AT_FIRST = 40
/** Time until a list counts as settled, in ms: longer than a pause in typing. */
const SETTLE_MS = 1000
/** Input that settles a list at once. */
const LOOKS_FURTHER = ['scroll', 'wheel', 'touchstart', 'pointerdown'] as const

/**
 * Rows beyond the screen. Before the list settles, only a focused row needs some, for the Tab key. A settled list that
 * is short enough is rendered whole.
 */
const overscanOf = (
	items: number,
	plainMax: number,
	settled: boolean,
	hasFocus: boolean,
): number => {
	if (!settled) return hasFocus ? OVERSCAN : OVERSCAN_AT_FIRST
	return items > plainMax ? OVERSCAN : plainMax
}

interface CardProps<Item> {
	readonly item: Item
	readonly card: (item: Item) => ReactNode
}

// Memoized, because scrolling rerenders the list for each new row.
const Card = memo(({ item, card }: CardProps<unknown>) => card(item)) as <Item>(
	props: CardProps<Item>,
) => ReactNode

/** Keeps the focused row mounted however far the page scrolls, because unmounting it would lose the focus. */
const useFocusedRow = () => {
	const [focused, setFocused] = useState<number | null>(null)
	const rowOf = (target: EventTarget | null): number | null => {
		const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
		return row === null ? null : Number(row.dataset.index)
	}
	return {
		// Keep the slot of the focused row, even after its index has changed.
		isHeld: (row: number): boolean => row === focused || row === rowOf(document.activeElement),
		hasFocus: focused !== null,
		// Focus in a card's dialog is outside any row: keep the row that opened it.
		onFocus: ({ target }: FocusEvent) => setFocused((before) => rowOf(target) ?? before),
		onBlur: ({ relatedTarget }: FocusEvent) => {
			if (relatedTarget === null) setFocused(null)
		},
		rowsOf: (range: Range): number[] => {
			const rows = defaultRangeExtractor(range)
			if (focused === null || focused >= range.count || rows.includes(focused)) return rows
			return [...rows, focused].sort((a, b) => a - b)
		},
	}
}

/**
 * Returns an element's distance from the top of the page, in px. Measured after layout, when the page's height changes:
 * earlier measuring would force a second layout.
 */
const useTop = () => {
	const ref = useRef<HTMLDivElement>(null)
	const [top, setTop] = useState(0)
	useLayoutEffect(() => {
		const look = (): void => {
			if (ref.current) setTop(Math.round(ref.current.getBoundingClientRect().top + scrollY))
		}
		look()
		const observer = new ResizeObserver(look)
		observer.observe(document.body)
		return () => observer.disconnect()
	}, [])
	return { ref, top }
}

/** True if the items have not changed for a while or the user looks further. While typing, visible rows come first. */
const useSettled = (items: unknown): boolean => {
	const [settled, setSettled] = useState<unknown>(null)
	useEffect(() => {
		const settle = (): void => setSettled(items)
		const timer = setTimeout(settle, SETTLE_MS)
		for (const name of LOOKS_FURTHER) addEventListener(name, settle, { passive: true, once: true })
		return () => {
			clearTimeout(timer)
			for (const name of LOOKS_FURTHER) removeEventListener(name, settle)
		}
	}, [items])
	return settled === items
}

/** Keep the viewport anchored when rows above it mount or resize, unless the user scrolls up. */
const keepsInPlace = (row: VirtualItem, list: Virtualizer<Window, Element>): boolean => {
	const offset = list.scrollOffset ?? 0
	if (!list.itemSizeCache.has(row.key)) return row.start < offset
	return row.end <= offset && list.scrollDirection !== 'backward'
}

interface VirtualListProps<Item> extends LongListProps<Item> {
	/** Longest list that is rendered whole. */
	readonly plainMax: number
}

export const VirtualList = <Item,>({
	name,
	items,
	keyOf,
	estimate,
	card,
	plainMax,
}: VirtualListProps<Item>) => {
	const columns = useColumns()
	const { ref, top } = useTop()
	const { rowsOf, isHeld, hasFocus, ...focusing } = useFocusedRow()
	const isGliding = useGliding()
	const takeSizes = (): VirtualItem[] => virtualizer.takeSnapshot()
	const sizes = useScrollRestoration(name, takeSizes)
	const settled = useSettled(items)
	const rows = Math.ceil(items.length / columns)
	// Infinite at first, because a restored page may be far down.
	const lastSeen = useRef(Number.POSITIVE_INFINITY)
	const placed = settled ? rows : Math.min(rows, lastSeen.current + PLACED_AT_FIRST)
	const virtualizer = useWindowVirtualizer({
		count: placed,
		estimateSize: () => estimate,
		getItemKey: (row) => {
			const first = items[row * columns]
			return first === undefined ? row : keyOf(first)
		},
		gap: GAP,
		overscan: overscanOf(items.length, plainMax, settled, hasFocus),
		scrollMargin: top,
		rangeExtractor: rowsOf,
		initialMeasurementsCache: sizes ?? [],
	})
	virtualizer.shouldAdjustScrollPositionOnItemSizeChange = (row, _, list) =>
		!isGliding() && keepsInPlace(row, list)
	useEffect(() => {
		lastSeen.current = virtualizer.range?.endIndex ?? 0
	})
	const rowsRef = useRef<HTMLDivElement>(null)
	useRowSizes(rowsRef, virtualizer)
	const seen = virtualizer.getVirtualItems()
	const drawn = seen.map(({ index: row, start }) => ({
		row,
		start,
		// The focused row may be far from the others.
		apart: seen.length > 1 && !seen.some(({ index }) => Math.abs(index - row) === 1),
		cards: items.slice(row * columns, (row + 1) * columns),
	}))
	const begin = drawn.find(({ apart }) => !apart)?.start ?? top
	const slots = useSlots(
		drawn.flatMap(({ row, cards }) => cards.map((item) => ({ key: keyOf(item), row }))),
		isHeld,
	)
	const slotOf = new Map(slots.map(({ key, slot }) => [key, slot]))
	const height = virtualizer.getTotalSize() + (rows - placed) * (estimate + GAP)
	return (
		// biome-ignore lint/a11y/useSemanticElements: rows come between the list and its items.
		<div ref={ref} role="list" style={{ minHeight: height, overflowAnchor: 'none' }} {...focusing}>
			<div
				ref={rowsRef}
				role="presentation"
				className="relative flex flex-col gap-4"
				style={{ translate: `0 ${begin - top}px` }}
			>
				{drawn.map(({ row, start, apart, cards }) => (
					<div
						key={cards[0] && slotOf.get(keyOf(cards[0]))}
						role="presentation"
						data-index={row}
						className={`grid gap-4 md:grid-cols-2 ${apart ? 'absolute inset-x-0 top-0' : ''}`}
						style={apart ? { translate: `0 ${start - begin}px` } : undefined}
					>
						{cards.map((item, column) => (
							// biome-ignore lint/a11y/useSemanticElements: see above.
							<div
								key={slotOf.get(keyOf(item))}
								role="listitem"
								aria-setsize={items.length}
								aria-posinset={row * columns + column + 1}
							>
								<Card item={item} card={card} />
							</div>
						))}
					</div>
				))}
			</div>
		</div>
	)
}
