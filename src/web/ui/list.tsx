import { lazy, memo, type ReactNode, useState } from 'react'
import { useScrollRestoration } from '#web/app/scroll.ts'
import { LazyBoundary } from './page.tsx'
import { useIsPrinting } from './printing.ts'

/** Up to this many cards a list is simply drawn: the browser finds words in all of them. */
const PLAIN_MAX = 60

/** As many cards as fill any screen: what stands there until the part that draws long lists has been loaded. */
const FIRST = 20

export interface LongListProps<Item> {
	/** Tells the lists of the app apart. */
	readonly name: string
	readonly items: readonly Item[]
	readonly keyOf: (item: Item) => string
	/** How high a card is before anybody has measured it, in px. */
	readonly estimate: number
	/** Draws a card; the same function as long as it draws the same. */
	readonly card: (item: Item) => ReactNode
}

const Cards = <Item,>({ items, keyOf, card }: LongListProps<Item>) => (
	<ul className="grid gap-4 md:grid-cols-2">
		{items.map((item) => (
			<li key={keyOf(item)}>{card(item)}</li>
		))}
	</ul>
)

const PlainList = <Item,>(props: LongListProps<Item>) => {
	useScrollRestoration(props.name, () => null)
	return <Cards {...props} />
}

// Few voters have that many, and it weighs as much as the rest of their pages.
const VirtualList = lazy(async () => ({
	default: (await import('./virtual-list.tsx')).VirtualList,
})) as <Item>(props: LongListProps<Item> & { readonly plainMax: number }) => ReactNode

const AnyList = <Item,>(props: LongListProps<Item>) => {
	const printing = useIsPrinting()
	const [wasLong, setWasLong] = useState(false)
	const long = wasLong || props.items.length > PLAIN_MAX
	if (long !== wasLong) setWasLong(long)
	// On paper there is no scrolling. What a search makes short stays what it is: all of it would have to be drawn anew.
	if (!long || printing) return <PlainList {...props} />
	return (
		<LazyBoundary
			loading={<Cards {...props} items={props.items.slice(0, FIRST)} />}
			failed={<PlainList {...props} />}
		>
			<VirtualList {...props} plainMax={PLAIN_MAX} />
		</LazyBoundary>
	)
}

/**
 * A list of cards of any length. Of a long one only what is near the screen is in the page; how many there are, and
 * which one each card is, is said to those who cannot see it. The browser's own search finds what is drawn.
 */
export const LongList = memo(AnyList) as typeof AnyList
