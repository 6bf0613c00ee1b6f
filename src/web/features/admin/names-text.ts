import { common } from '#web/texts/admin/common.ts'

/** How many names a sentence has. */
const NAMES_MAX = 5

/** Names in a sentence: the first few, and how many more there are. */
export const namesText = ({
	count,
	names,
}: {
	readonly count: number
	readonly names: readonly string[]
}): string => {
	const shown = names.slice(0, NAMES_MAX)
	const more = count - shown.length
	return [...shown, ...(more > 0 ? [common.removal.andMore(more)] : [])].join(', ')
}
