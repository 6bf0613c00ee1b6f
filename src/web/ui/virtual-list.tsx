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

/** From here on cards stand two in a row: Tailwind's `md`. */
const wide = matchMedia('(min-width: 48rem)')

const subscribe = (listener: () => void): (() => void) => {
	wide.addEventListener('change', listener)
	return () => wide.removeEventListener('change', listener)
}

/** How many cards stand in a row of a list. */
export const useColumns = (): 1 | 2 => useSyncExternalStore(subscribe, () => (wide.matches ? 2 : 1))

/** How long after a key, or after its last step, a browser may still glide to where the key leads, in ms. */
const GLIDE_MS = 1000

/** Whether a key leads to the top of the page; in a field it leads to the beginning of what stands there. */
const leadsToTop = ({ key, target }: KeyboardEvent): boolean =>
	key === 'Home' && !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)

/**
 * Whether the page is being moved by a key: browsers glide there, to the top of the page, say, and stop where anybody
 * else moves it meanwhile. One that was stopped short of the top all the same is taken there.
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

/** Between two rows, in px: as much as `gap-4`. */
const GAP = 16
/** How many rows beyond the screen are drawn: the Tab key must find the next one there. */
const OVERSCAN = 5
/** The same while other items have just taken the place of those that were there. */
const OVERSCAN_AT_FIRST = 0
/** How many rows beyond the screen are placed at all meanwhile, where the list has more. */
const PLACED_AT_FIRST = 40
/** How long a list has to stand for that, in ms: longer than whoever types looks for the next key. */
const SETTLE_MS = 1000
/** What somebody does who is about to look further: nothing is waited for then. */
const LOOKS_FURTHER = ['scroll', 'wheel', 'touchstart', 'pointerdown'] as const

/**
 * How many rows beyond the screen are drawn. All of them where a short list would have them drawn, once there is time; at
 * once where the focus is on one of them, for the Tab key to find the next.
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

// Scrolling draws the list for each row that comes: the cards that are there already stay as they are.
const Card = memo(({ item, card }: CardProps<unknown>) => card(item)) as <Item>(
	props: CardProps<Item>,
) => ReactNode

/** The row that has the focus stays in the page, however far the page is scrolled: the focus would be lost with it. */
const useFocusedRow = () => {
	const [focused, setFocused] = useState<number | null>(null)
	const rowOf = (target: EventTarget | null): number | null => {
		const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
		return row === null ? null : Number(row.dataset.index)
	}
	return {
		// Nobody else's, and where other items have come before it, not by its number alone.
		isHeld: (row: number): boolean => row === focused || row === rowOf(document.activeElement),
		hasFocus: focused !== null,
		// What a card shows elsewhere, a dialog say, tells nothing: the row stays that it was opened from.
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
 * How far below the top of the page an element begins, in px; it moves with what comes and goes above it. That makes the
 * page longer or shorter, and is looked at when the browser has laid it out: asking earlier has it lay out twice.
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

/** Whether the items have stood for a while, or are looked through: as each key of a search brings others, what is seen comes first. */
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

/** What is above the screen keeps what is on it in place: when it comes, and when it changes where nobody scrolls up. */
const keepsInPlace = (row: VirtualItem, list: Virtualizer<Window, Element>): boolean => {
	const offset = list.scrollOffset ?? 0
	if (!list.itemSizeCache.has(row.key)) return row.start < offset
	return row.end <= offset && list.scrollDirection !== 'backward'
}

/** A list of which only what is near the screen is in the page. */
interface VirtualListProps<Item> extends LongListProps<Item> {
	/** Most items that a plain list draws at once. */
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
	// At first all of them: the page may be one that is come back to, far down.
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
		// The row that has the focus can be far from the others.
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
		// biome-ignore lint/a11y/useSemanticElements: rows stand between the list and its items.
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
