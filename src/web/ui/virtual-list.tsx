import {
	defaultRangeExtractor,
	type Range,
	useWindowVirtualizer,
	type VirtualItem,
} from '@tanstack/react-virtual'
import {
	type FocusEvent,
	memo,
	type ReactNode,
	startTransition,
	useEffect,
	useLayoutEffect,
	useRef,
	useState,
} from 'react'
import { useScrollRestoration } from '#web/app/scroll.ts'
import type { LongListProps } from './list.tsx'
import { useWide } from './wide.ts'

/** Gap between rows in px, equal to `gap-4`. */
const GAP = 16
/** Rows rendered beyond the screen, where the Tab key must find the next one. */
const OVERSCAN = 5
/** Time until rows beyond the screen are rendered for new items, in ms. While typing, visible rows come first. */
const SETTLE_MS = 500
/** Time after a key during which the browser may still scroll smoothly, in ms. */
const GLIDE_MS = 1000

/** Returns a check for keyboard scrolling, which stops if anything else scrolls meanwhile. */
const useGliding = (): (() => boolean) => {
	const lastKey = useRef(Number.NEGATIVE_INFINITY)
	useEffect(() => {
		const note = ({ timeStamp }: KeyboardEvent): void => {
			lastKey.current = timeStamp
		}
		addEventListener('keydown', note, { passive: true })
		return () => removeEventListener('keydown', note)
	}, [])
	return () => performance.now() - lastKey.current < GLIDE_MS
}

/** Returns an element's distance from the top of the page, in px. Measured after layout, to avoid a second one. */
const useTop = () => {
	const ref = useRef<HTMLDivElement>(null)
	const [top, setTop] = useState(0)
	useLayoutEffect(() => {
		const measure = (): void => {
			if (ref.current) setTop(Math.round(ref.current.getBoundingClientRect().top + scrollY))
		}
		measure()
		const observer = new ResizeObserver(measure)
		observer.observe(document.body)
		return () => observer.disconnect()
	}, [])
	return { ref, top }
}

const useSettled = (items: unknown): boolean => {
	const [settled, setSettled] = useState<unknown>(null)
	useEffect(() => {
		const timer = setTimeout(() => startTransition(() => setSettled(items)), SETTLE_MS)
		return () => clearTimeout(timer)
	}, [items])
	return settled === items
}

interface CardProps<Item> {
	readonly item: Item
	readonly card: (item: Item) => ReactNode
}

// Memoized, because scrolling rerenders the list for each new row.
const Card = memo(({ item, card }: CardProps<unknown>) => card(item)) as <Item>(
	props: CardProps<Item>,
) => ReactNode

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
	const columns = useWide() ? 2 : 1
	const { ref, top } = useTop()
	const isGliding = useGliding()
	const settled = useSettled(items)
	const [focused, setFocused] = useState<string | null>(null)
	const takeSizes = (): VirtualItem[] => virtualizer.takeSnapshot()
	const sizes = useScrollRestoration(name, takeSizes)
	const keyOfRow = (row: number): string => {
		const first = items[row * columns]
		return first === undefined ? '' : keyOf(first)
	}
	const further = items.length > plainMax ? OVERSCAN : plainMax
	const virtualizer = useWindowVirtualizer<HTMLDivElement>({
		count: Math.ceil(items.length / columns),
		estimateSize: () => estimate,
		getItemKey: keyOfRow,
		gap: GAP,
		overscan: settled || focused !== null ? further : 0,
		scrollMargin: top,
		initialMeasurementsCache: sizes ?? [],
		// Unmounting the focused row would lose the focus.
		rangeExtractor: (range: Range) => {
			const shown = defaultRangeExtractor(range)
			if (focused === null) return shown
			const row = Math.floor(items.findIndex((item) => keyOf(item) === focused) / columns)
			return row < 0 || shown.includes(row) ? shown : [...shown, row].sort((a, b) => a - b)
		},
	})
	virtualizer.shouldAdjustScrollPositionOnItemSizeChange = (row, _, { scrollOffset }) =>
		!isGliding() && row.start < (scrollOffset ?? 0)
	const focusing = (key: string) => ({
		// Bubbles from a card's dialog too: React follows components, not elements.
		onFocus: () => setFocused(key),
		onBlur: ({ relatedTarget }: FocusEvent) => {
			if (relatedTarget === null) setFocused(null)
		},
	})
	return (
		// biome-ignore lint/a11y/useSemanticElements: rows come between the list and its items.
		<div
			ref={ref}
			role="list"
			className="relative"
			style={{ height: virtualizer.getTotalSize(), overflowAnchor: 'none' }}
		>
			{virtualizer.getVirtualItems().map(({ key, index: row, start }) => (
				<div
					key={key}
					ref={virtualizer.measureElement}
					role="presentation"
					data-index={row}
					className="absolute inset-x-0 top-0 grid gap-4 md:grid-cols-2"
					style={{ translate: `0 ${start - top}px` }}
				>
					{items.slice(row * columns, (row + 1) * columns).map((item, column) => (
						// biome-ignore lint/a11y/useSemanticElements: see above.
						<div
							key={keyOf(item)}
							role="listitem"
							aria-setsize={items.length}
							aria-posinset={row * columns + column + 1}
							{...focusing(keyOf(item))}
						>
							<Card item={item} card={card} />
						</div>
					))}
				</div>
			))}
		</div>
	)
}
