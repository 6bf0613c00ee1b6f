/** Groups rows by a key, in their order: as `Map.groupBy`, which Node 20 has not. */
export const groupBy = <Key, Row, Value = Row>(
	rows: Iterable<Row>,
	keyOf: (row: Row) => Key,
	pick: (row: Row) => Value = (row) => row as unknown as Value,
): Map<Key, Value[]> => {
	const byKey = new Map<Key, Value[]>()
	for (const row of rows) {
		const group = byKey.get(keyOf(row))
		if (group === undefined) byKey.set(keyOf(row), [pick(row)])
		else group.push(pick(row))
	}
	return byKey
}
