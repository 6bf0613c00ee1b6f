import lighthouse from 'lighthouse'
import { chromium } from 'playwright'
import { type BuiltServer, startServer } from '../support/built-server.ts'
import { findChromium } from '../support/chromium.ts'
import { freePort } from '../support/free-port.ts'
import { median, verdict } from './figures.ts'
import { tableOf } from './table.ts'

const RUNS = 3
const PAGES = ['/test', '/login'] as const
/** The least score, 0 to 100, by Lighthouse's names. */
const GOALS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const
type Category = keyof typeof GOALS
const CATEGORIES = Object.keys(GOALS) as Category[]

interface Run {
	readonly scores: Readonly<Record<Category, number>>
	/** What cost points, by the names of Lighthouse's audits. */
	readonly faults: readonly string[]
}

/** One run of the mobile preset, in a browser of its own. */
const audit = async (url: string): Promise<Run> => {
	const port = await freePort()
	const { executablePath, args } = findChromium()
	const browser = await chromium.launch({
		...(executablePath ? { executablePath } : {}),
		args: [...args, `--remote-debugging-port=${port}`],
	})
	try {
		const result = await lighthouse(url, { port, onlyCategories: CATEGORIES, logLevel: 'error' })
		if (result === undefined) throw new Error(`Lighthouse said nothing of ${url}`)
		const { categories, audits } = result.lhr
		const faults = Object.values(audits)
			.filter(({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0)
			.map(({ id }) => id)
		const score = (name: Category): number => Math.round(100 * (categories[name]?.score ?? 0))
		const scores = Object.fromEntries(CATEGORIES.map((name) => [name, score(name)]))
		return { scores: scores as Run['scores'], faults }
	} finally {
		await browser.close()
	}
}

const auditPage = async (
	server: BuiltServer,
	path: string,
): Promise<{ row: (string | number)[]; met: boolean }> => {
	const runs: Run[] = []
	for (let run = 0; run < RUNS; run += 1) runs.push(await audit(`${server.origin}${path}`))
	const figures = CATEGORIES.map((name) => median(runs.map(({ scores }) => scores[name])))
	const faults = [...new Set(runs.flatMap((run) => run.faults))].join(' ')
	const met = CATEGORIES.every((name, index) => (figures[index] ?? 0) >= GOALS[name])
	return { row: [path, ...figures, faults], met }
}

/**
 * Lighthouse's mobile preset on the built app, for the pages that newcomers see first: the median of three runs each.
 * @returns whether accessibility, best practices and SEO have 100 and performance at least 95.
 */
export const lighthouseScores = async (): Promise<boolean> => {
	const server = await startServer()
	try {
		const pages: Awaited<ReturnType<typeof auditPage>>[] = []
		for (const path of PAGES) pages.push(await auditPage(server, path))
		console.log(
			tableOf(
				['page', ...CATEGORIES, 'faults'],
				pages.map(({ row }) => row),
			),
		)
		return verdict(
			'performance at least 95, everything else 100',
			pages.every(({ met }) => met),
		)
	} finally {
		await server.stop()
	}
}
