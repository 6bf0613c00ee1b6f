import { openCatalogue, type Size } from './admin-catalogue.ts'
import { takenByTurns } from './by-turns.ts'
import { atMostTimes, type Figure, figure, timeOf } from './figure.ts'
import { p95 } from './quantiles.ts'

const FULL: Size = {
	elections: 5_000,
	candidates: 20_000,
	policies: 200_000,
	users: 20_000,
	changes: 100_000,
}
/** A hundredth of it. */
const SMALL = Object.fromEntries(
	Object.entries(FULL).map(([what, count]) => [what, count / 100]),
) as unknown as Size

const WARM_UP = 5
const CALLS = 30
/** The most that a call may take with a hundred times as much, beside what it takes with little. */
const GOAL = 2

type Catalogue = Awaited<ReturnType<typeof openCatalogue>>

/** How many rows a search asks for: as many as it finds in the small one too, so that both have the same to send. */
const FOUND = 5

/** What is asked for: the paths of the lists as the pages call them. */
const listsOf = (
	size: Size,
	electionId: string,
): readonly (readonly [name: string, path: string])[] => {
	const lists = [
		['elections', size.elections],
		['candidates', size.candidates],
		['compare-quizzes', size.elections],
		['users/page', size.users],
		['history', size.changes],
	] as const
	return [
		...lists.flatMap(([list, last]) => [
			[list, `/admin/${list}`] as const,
			[`${list}, search for many`, `/admin/${list}?search=mar&size=${FOUND}`] as const,
			// The number of the last row: nothing else begins so.
			[`${list}, search for one`, `/admin/${list}?search=${last}`] as const,
		]),
		['elections, active', '/admin/elections?active=true'],
		['candidates of an election', `/admin/candidates?electionId=${electionId}`],
		['quizzes of an election', `/admin/compare-quizzes?electionId=${electionId}`],
		['users with a role', '/admin/users/page?role=ROLE_ADMIN'],
		['history of a kind', '/admin/history?noun=election'],
		['history, to be restored', '/admin/history?deleted=true'],
	]
}

const someElection = async ({ read }: Catalogue): Promise<string> => {
	const { rows } = (await read('/admin/elections')) as { rows: { id: string }[] }
	return rows[0]?.id ?? ''
}

interface Measured {
	readonly name: string
	readonly few: readonly number[]
	readonly many: readonly number[]
}

const measure = async (small: Catalogue, full: Catalogue): Promise<Measured[]> => {
	const paths = listsOf(SMALL, await someElection(small))
	const measured: Measured[] = []
	for (const [at, [name, path]] of listsOf(FULL, await someElection(full)).entries()) {
		const [few = [], many = []] = await takenByTurns(
			[() => small.read(paths[at]?.[1] ?? ''), () => full.read(path)],
			{ warmUp: WARM_UP, calls: CALLS },
		)
		measured.push({ name, few, many })
	}
	return measured
}

/** The list whose slowest calls grow most, by the one in twenty that is slower than the others. */
const worstOf = (measured: readonly Measured[]): Figure => {
	const ratioOf = ({ few, many }: Measured): number => p95(many) / p95(few)
	const [worst] = measured.toSorted((a, b) => ratioOf(b) - ratioOf(a))
	if (worst === undefined) throw new Error('there is no list')
	return figure({
		what: `the list that grows most: ${worst.name}`,
		unit: 'ms',
		value: p95(worst.many),
		by: `p95 of ${CALLS}`,
		floor: { name: 'p95 of a hundredth', value: p95(worst.few) },
		goal: atMostTimes(GOAL),
	})
}

/** The lists of the back-office with much to administrate, each beside the same with a hundredth of it. */
export const adminLists = async (): Promise<Figure[]> => {
	const small = await openCatalogue(SMALL)
	const full = await openCatalogue(FULL)
	const sizes = Object.entries(FULL).map(([what, count]) => `${count.toLocaleString('en')} ${what}`)
	console.log(`full: ${sizes.join(', ')}; embedded database, in memory`)
	try {
		const measured = await measure(small, full)
		return [
			...measured.map(({ name, few, many }) =>
				timeOf({
					what: `first page of ${name}`,
					taken: many,
					floor: { name: 'a hundredth of it', taken: few },
					goal: atMostTimes(GOAL),
				}),
			),
			worstOf(measured),
		]
	} finally {
		await small.close()
		await full.close()
	}
}
