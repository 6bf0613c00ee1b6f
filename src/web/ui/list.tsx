import { memo, type ReactNode, useState } from 'react'
import { useScrollRestoration } from '#web/app/scroll.ts'
import { useIsPrinting } from './printing.ts'
import { VirtualList } from './virtual-list.tsx'

/** Longest list that is rendered whole, so that the browser's search finds everything. */
const PLAIN_MAX = 60

export interface LongListProps<Item> {
	readonly name: string
	readonly items: readonly Item[]
	readonly keyOf: (item: Item) => string
	/** Height of a card before it is measured, in px. */
	readonly estimate: number
	/** Must be stable while it renders the same. */
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

const AnyList = <Item,>(props: LongListProps<Item>) => {
	const printing = useIsPrinting()
	const [wasLong, setWasLong] = useState(false)
	const long = wasLong || props.items.length > PLAIN_MAX
	if (long !== wasLong) setWasLong(long)
	// Paper does not scroll. A filtered list stays virtual, because switching would rerender every card.
	if (!long || printing) return <PlainList {...props} />
	return <VirtualList {...props} plainMax={PLAIN_MAX} />
}

/** List of cards, virtual if long. Screen readers get the total and positions; browser search finds rendered cards. */
export const LongList = memo(AnyList) as typeof AnyList
