import type { Page } from 'playwright'
import type { StoredElection } from '#device/db.ts'
import { buildAside } from '../support/bare-build.ts'
import { manyElections } from '../support/big-store.ts'
import { serveBuilt } from './bare-site.ts'
import { type Figure, timeOf } from './figure.ts'
import type { LiveBench } from './live-query/main.ts'
import { withBrowserOnDisk } from './phone.ts'

const ELECTIONS = 10_000
const CPUS = [1, 4] as const
const WARM_UP = 2
const TIMES = 11

/** Samples of alternating tasks, so that other load on the machine affects them equally. */
interface Taken {
	readonly first: number[]
	readonly rawFirst: number[]
	readonly again: number[]
	readonly rawAgain: number[]
}

/** Reloads the page first, because Dexie caches earlier queries. */
const doOnce = async (page: Page, row: StoredElection, time: number) => {
	await page.reload()
	await page.waitForFunction(() => 'bench' in window)
	return page.evaluate(
		async ({ given, rawLast }) => {
			const { bench } = window as unknown as { bench: LiveBench }
			const early = rawLast ? Number.NaN : await bench.rawFirst()
			const first = await bench.first()
			const rawFirst = rawLast ? await bench.rawFirst() : early
			return {
				...{ first, rawFirst },
				...{ again: await bench.again(given), rawAgain: await bench.rawAgain(given) },
			}
		},
		{ given: { ...row, name: `${row.name}, ${time}` }, rawLast: time % 2 === 0 },
	)
}

const measure = async (page: Page, row: StoredElection): Promise<Taken> => {
	const taken: Taken = { first: [], rawFirst: [], again: [], rawAgain: [] }
	for (let time = 0; time < WARM_UP + TIMES; time++) {
		const once = await doOnce(page, row, time)
		if (time < WARM_UP) continue
		for (const what of ['first', 'rawFirst', 'again', 'rawAgain'] as const) {
			taken[what].push(once[what])
		}
	}
	return taken
}

const figuresOf = (cpu: number, { first, rawFirst, again, rawAgain }: Taken): Figure[] => [
	timeOf({
		what: `${ELECTIONS} elections, CPU x${cpu}: first list`,
		taken: first,
		floor: { name: 'getAll', taken: rawFirst },
	}),
	timeOf({
		what: `${ELECTIONS} elections, CPU x${cpu}: list after a change`,
		taken: again,
		floor: { name: 'put and getAll', taken: rawAgain },
	}),
]

/**
 * Measures the app's live query of the election list. Floor: reading all rows of the same store with IndexedDB. In
 * Chromium, with the database on disk.
 */
export const liveQuery = async (): Promise<Figure[]> => {
	const site = await serveBuilt((folder) =>
		buildAside('tests/bench/live-query/vite.config.ts', folder),
	)
	try {
		return await withBrowserOnDisk(async ({ launch }) => {
			const context = await launch(site.origin)
			const page = await context.newPage()
			await page.goto('/')
			await page.waitForFunction(() => 'bench' in window)
			const elections = manyElections(ELECTIONS)
			await page.evaluate((rows) => {
				const { bench } = window as unknown as { bench: LiveBench }
				return bench.fill(rows)
			}, elections)
			const cdp = await context.newCDPSession(page)
			const figures: Figure[] = []
			for (const cpu of CPUS) {
				await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu })
				figures.push(...figuresOf(cpu, await measure(page, elections[7] as StoredElection)))
			}
			return figures
		})
	} finally {
		await site.close()
	}
}
