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
	useEffect,
	useLayoutEffect,
	useRef,
	useState,
} from 'react'
import type { LongListProps } from './long-list.tsx'
import { PLAIN_MAX } from './plain-max.ts'
import { useColumns } from './use-columns.ts'
import { useGliding } from './use-gliding.ts'
import { useKeptScroll } from './use-kept-scroll.ts'
import { useRowSizes } from './use-row-sizes.ts'
import { useSlots } from './use-slots.ts'

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
const overscanOf = (items: number, settled: boolean, hasFocus: boolean): number => {
	if (!settled) return hasFocus ? OVERSCAN : OVERSCAN_AT_FIRST
	return items > PLAIN_MAX ? OVERSCAN : PLAIN_MAX
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
export const VirtualList = <Item,>({ name, items, keyOf, estimate, card }: LongListProps<Item>) => {
	const columns = useColumns()
	const { ref, top } = useTop()
	const { rowsOf, isHeld, hasFocus, ...focusing } = useFocusedRow()
	const isGliding = useGliding()
	const takeSizes = (): VirtualItem[] => virtualizer.takeSnapshot()
	const sizes = useKeptScroll(name, takeSizes)
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
		overscan: overscanOf(items.length, settled, hasFocus),
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
