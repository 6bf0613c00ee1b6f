import { openCatalogue, type Size } from './admin-catalogue.ts'
import { atMostTimes, type Figure, figure, timeOf } from './figure.ts'
import { p95 } from './quantiles.ts'
import { timeAlternately } from './time-alternately.ts'

const FULL: Size = {
	elections: 5_000,
	candidates: 20_000,
	policies: 200_000,
	users: 20_000,
	changes: 100_000,
}
const SMALL = Object.fromEntries(
	Object.entries(FULL).map(([what, count]) => [what, count / 100]),
) as unknown as Size

const WARM_UP = 5
const CALLS = 30
/** Maximum ratio of the p95 with full data to the p95 with a hundredth of it. */
const GOAL = 2

type Catalogue = Awaited<ReturnType<typeof openCatalogue>>

/** Page size of searches: no more than the small catalogue has, so that both transfer the same number of rows. */
const FOUND = 5

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
			// The number of the last row is unique.
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
		const [few = [], many = []] = await timeAlternately(
			[() => small.read(paths[at]?.[1] ?? ''), () => full.read(path)],
			{ warmUp: WARM_UP, calls: CALLS },
		)
		measured.push({ name, few, many })
	}
	return measured
}

/** The list whose p95 grows most. */
const worstOf = (measured: readonly Measured[]): Figure => {
	const ratioOf = ({ few, many }: Measured): number => p95(many) / p95(few)
	const [worst] = measured.toSorted((a, b) => ratioOf(b) - ratioOf(a))
	if (worst === undefined) throw new Error('no list was measured')
	return figure({
		what: `largest increase: ${worst.name}`,
		unit: 'ms',
		value: p95(worst.many),
		by: `p95 of ${CALLS}`,
		floor: { name: 'p95 of a hundredth', value: p95(worst.few) },
		goal: atMostTimes(GOAL),
	})
}

/** Measures the admin lists with a large catalogue against a hundredth of it. */
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
