export const groupBy = <Key, Item>(
	items: Iterable<Item>,
	of: (item: Item) => Key,
): Map<Key, Item[]> => {
	const groups = new Map<Key, Item[]>()
	for (const item of items) {
		const group = groups.get(of(item))
		if (group) group.push(item)
		else groups.set(of(item), [item])
	}
	return groups
}
