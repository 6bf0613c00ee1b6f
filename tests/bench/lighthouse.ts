import lighthouse from 'lighthouse'
import { chromium } from 'playwright'
import { type BuiltServer, startServer } from '../support/built-server.ts'
import { findChromium } from '../support/chromium.ts'
import { freePort } from '../support/free-port.ts'
import { atLeast, type Figure, medianOf } from './figure.ts'

const RUNS = 3
const PAGES = ['/test', '/login'] as const
const GOALS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const
type Category = keyof typeof GOALS
const CATEGORIES = Object.keys(GOALS) as Category[]

interface Run {
	readonly scores: Readonly<Record<Category, number>>
	readonly faults: readonly string[]
}

const audit = async (url: string): Promise<Run> => {
	const port = await freePort()
	const { executablePath, args } = findChromium()
	const browser = await chromium.launch({
		...(executablePath ? { executablePath } : {}),
		args: [...args, `--remote-debugging-port=${port}`],
	})
	try {
		const result = await lighthouse(url, { port, onlyCategories: CATEGORIES, logLevel: 'error' })
		if (result === undefined) throw new Error(`Lighthouse returned no result for ${url}`)
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

const auditPage = async (server: BuiltServer, path: string): Promise<Figure[]> => {
	const runs: Run[] = []
	for (let run = 0; run < RUNS; run += 1) runs.push(await audit(`${server.origin}${path}`))
	const faults = [...new Set(runs.flatMap((run) => run.faults))].join(' ')
	console.log(`${path}: points lost for: ${faults || 'nothing'}`)
	return CATEGORIES.map((name) =>
		medianOf({
			what: `${path}: ${name}`,
			taken: runs.map(({ scores }) => scores[name]),
			goal: atLeast(GOALS[name]),
		}),
	)
}

/** Measures the mobile Lighthouse scores of the landing pages, as the median of three runs. */
export const lighthouseScores = async (): Promise<Figure[]> => {
	const server = await startServer()
	try {
		const figures: Figure[] = []
		for (const path of PAGES) figures.push(...(await auditPage(server, path)))
		return figures
	} finally {
		await server.stop()
	}
}
