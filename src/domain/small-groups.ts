import { SMALLEST_GROUP } from './manage-limits.ts'

/** Some of those who took a test. */
interface Group {
	readonly tests: number
}

const sumOf = (groups: readonly Group[]): number =>
	groups.reduce((sum, { tests }) => sum + tests, 0)

/**
 * The groups that may be told, in the order in which they come. One that is too small says something of somebody; and
 * whoever knows the sum of all can take the others from it: so what is left out together is never too small either.
 */
export const groupsToTell = <Some extends Group>(groups: readonly Some[]): Some[] => {
	const bySize = groups.toSorted((one, other) => one.tests - other.tests)
	let left = bySize.findIndex(({ tests }) => tests >= SMALLEST_GROUP)
	if (left === -1) return []
	const rest = () => sumOf(bySize.slice(0, left))
	while (rest() > 0 && rest() < SMALLEST_GROUP) left++
	const told = new Set(bySize.slice(left))
	return groups.filter((group) => told.has(group))
}
