import lighthouse, { type Result } from 'lighthouse'
import { chromium } from 'playwright'
import { startServer } from '../support/built-server.ts'
import { findChromium } from '../support/chromium.ts'
import { freePort } from '../support/free-port.ts'
import { serveBare } from './bare-site.ts'
import { atLeast, type Figure, figure, medianOf } from './figure.ts'
import { median } from './quantiles.ts'

const ROUNDS = 10
const PAGES = ['/test', '/login'] as const
/** Maximum of points less than the bare page. */
const POINTS_LESS = 3
/** Categories whose audits do not depend on time. */
const TIMELESS = ['accessibility', 'best-practices', 'seo'] as const
/** Metrics of the performance score. */
const METRICS = [
	'first-contentful-paint',
	'largest-contentful-paint',
	'speed-index',
	'total-blocking-time',
	'cumulative-layout-shift',
] as const

/** Audits a page on a simulated phone, with an empty cache. */
const audit = async (url: string, onlyCategories: readonly string[]): Promise<Result> => {
	const port = await freePort()
	const { executablePath, args } = findChromium()
	const browser = await chromium.launch({
		...(executablePath ? { executablePath } : {}),
		args: [...args, `--remote-debugging-port=${port}`],
	})
	try {
		const result = await lighthouse(url, {
			...{ port, onlyCategories: [...onlyCategories], logLevel: 'error' },
			disableFullPageScreenshot: true,
		})
		if (result === undefined) throw new Error(`Lighthouse returned no result for ${url}`)
		return result.lhr
	} finally {
		await browser.close()
	}
}

const pointsOf = ({ categories }: Result, category: string): number =>
	Math.round(100 * (categories[category]?.score ?? Number.NaN))

/** Audits the bare page and the landing pages alternately. @returns results by URL. */
const auditAlternately = async (urls: readonly string[]): Promise<Result[][]> => {
	const results = urls.map((): Result[] => [])
	for (let round = 0; round < ROUNDS; round++) {
		for (const [at, url] of urls.entries()) results[at]?.push(await audit(url, ['performance']))
	}
	return results
}

const printMetrics = (name: string, results: readonly Result[]): void => {
	const metrics = METRICS.map((id) => {
		const values = results.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN)
		return `${id} ${median(values).toFixed(id === 'cumulative-layout-shift' ? 3 : 0)}`
	})
	console.log(`${name}: ${metrics.join(', ')}`)
}

const timelessFigures = async (path: string, url: string): Promise<Figure[]> => {
	const result = await audit(url, TIMELESS)
	const faults = Object.values(result.audits)
		.filter(({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0)
		.map(({ id }) => id)
	if (faults.length > 0) console.log(`${path}: points lost for: ${faults.join(' ')}`)
	return TIMELESS.map((name) =>
		figure({ what: `${path}: ${name}`, value: pointsOf(result, name), goal: atLeast(100) }),
	)
}

/**
 * Measures the mobile Lighthouse scores of the landing pages. Floor of the performance: a minimal React page, audited in
 * turn. The other scores do not depend on time.
 */
export const lighthouseScores = async (): Promise<Figure[]> => {
	const server = await startServer()
	const bare = await serveBare()
	try {
		const urls = PAGES.map((path) => `${server.origin}${path}`)
		const [least = [], ...results] = await auditAlternately([`${bare.origin}/login`, ...urls])
		const floor = least.map((each) => pointsOf(each, 'performance'))
		printMetrics('bare page', least)
		const figures: Figure[] = []
		for (const [at, path] of PAGES.entries()) {
			const audited = results[at] ?? []
			printMetrics(path, audited)
			const performance = medianOf({
				what: `${path}: performance`,
				taken: audited.map((each) => pointsOf(each, 'performance')),
				floor: { name: 'bare React page', taken: floor },
				goal: atLeast(median(floor) - POINTS_LESS),
			})
			figures.push(performance, ...(await timelessFigures(path, urls[at] ?? '')))
		}
		return figures
	} finally {
		await bare.close()
		await server.stop()
	}
}
