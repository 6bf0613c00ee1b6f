import { openCatalogue, type Size } from './admin-catalogue.ts'
import { takenByTurns } from './by-turns.ts'
import { ms, p95, verdict } from './figures.ts'
import { tableOf } from './table.ts'

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
const CALLS = 100
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

/** The lists of the back-office with much to administrate, each beside the same with a hundredth of it. */
export const adminLists = async (): Promise<boolean> => {
	const small = await openCatalogue(SMALL)
	const full = await openCatalogue(FULL)
	try {
		const paths = {
			small: listsOf(SMALL, await someElection(small)),
			full: listsOf(FULL, await someElection(full)),
		}
		const rows: (string | number)[][] = []
		let worst = 0
		for (const [at, [name, path]] of paths.full.entries()) {
			const [few = [], many = []] = await takenByTurns(
				[() => small.read(paths.small[at]?.[1] ?? ''), () => full.read(path)],
				{ warmUp: WARM_UP, calls: CALLS },
			)
			const ratio = p95(many) / p95(few)
			worst = Math.max(worst, ratio)
			rows.push([name, ms(p95(few)), ms(p95(many)), ratio.toFixed(2)])
		}
		const sizes = Object.entries(FULL).map(
			([what, count]) => `${count.toLocaleString('en')} ${what}`,
		)
		console.log(
			`full: ${sizes.join(', ')}; small: a hundredth of it; embedded database, in memory\n`,
		)
		console.log(tableOf(['first page of', 'small p95 ms', 'full p95 ms', 'ratio'], rows))
		return verdict(`no list takes more than ${GOAL} times as long`, worst <= GOAL)
	} finally {
		await small.close()
		await full.close()
	}
}
