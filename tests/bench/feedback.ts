import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureCategoryWeights } from '#server/boot.ts'
import { type OpenDb, openDb } from '#server/db/open.ts'
import { renewMarks } from '#server/services/admin-shared/feedback.ts'
import { tallySessions } from '#server/services/knowledge-test/analytics.ts'
import { isPostgresThere, makeDatabase, startPostgres } from '../support/postgres.ts'
import { administer } from './administer.ts'
import { atLeastTimes, atMost, atMostTimes, type Figure, figure, timeOf } from './figure.ts'
import { type TestSize, writePair, writeTests } from './knowledge-tests.ts'
import { timeAlternately } from './time-alternately.ts'

const LARGE = 100_000
const PAGE = 10
const RUNS = { warmUp: 5, calls: 20 }
/** Maximum ratio of the time with full data to the time with a hundredth of it. */
const GOAL = 2
/** Maximum memory growth during an export, in MB. The exported file is larger. */
const GOAL_MB = 150
const MB = 1_000_000

const NOW = new Date('2026-11-21T12:00:00Z')
const NEVER = new AbortController().signal

const openTests = async (opened: OpenDb, size: TestSize) => {
	const { db } = opened
	const began = performance.now()
	await opened.prepare((prepared) => ensureCategoryWeights(prepared, NOW))
	const pair = await writePair(db, NOW)
	await writeTests(db, size, pair, NOW)
	const filled = performance.now()
	await tallySessions(db, NOW, NEVER)
	const tallied = performance.now()
	await renewMarks(db, NOW, NEVER)
	const marked = performance.now()
	const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1)
	console.log(
		`${size.sessions.toLocaleString('en')} sessions with ${size.guessesEach} guesses and a feedback each: filled in ${seconds(began, filled)} s, tallied in ${seconds(filled, tallied)} s, marked in ${seconds(tallied, marked)} s`,
	)
	const server = await administer(db, () => NOW)
	return { ...server, ...pair, sessions: size.sessions, close: opened.close }
}

type Tests = Awaited<ReturnType<typeof openTests>>

const pathsOf = ({ sessions, configurationId }: Tests) => {
	const pages = sessions / PAGE
	const page = (number: number, direction = 'DESC') =>
		`/admin/feedback?page=${number}&size=${PAGE}&sortDirection=${direction}`
	return [
		['feedback, first page', page(0)],
		['feedback, middle page', page(pages / 2)],
		['feedback, last page', page(pages - 1)],
		['feedback, last page, oldest first', page(pages - 1, 'ASC')],
		['analytics', `/admin/test-config/${configurationId}/analytics`],
	] as const
}

/** Reads an export to its end. Checks that all rows are there and that the export is streamed. */
const exportAll = async (name: string, { open, sessions }: Tests): Promise<Figure[]> => {
	const before = process.memoryUsage.rss()
	let peak = before
	const { body } = await open('/admin/feedback/export')
	let bytes = 0
	let rows = -1
	for await (const piece of body ?? []) {
		bytes += piece.length
		for (const byte of piece) if (byte === 10) rows++
		peak = Math.max(peak, process.memoryUsage.rss())
	}
	return [
		figure({
			what: `${name}, export: rows`,
			value: rows,
			floor: { name: 'stored', value: sessions },
			goal: atLeastTimes(1),
		}),
		figure({
			what: `${name}, export: additional memory`,
			unit: 'MB',
			value: (peak - before) / MB,
			floor: { name: 'the file', value: bytes / MB },
			goal: atMost(GOAL_MB),
		}),
	]
}

const compare = async (name: string, small: Tests, large: Tests): Promise<Figure[]> => {
	const paths = pathsOf(small)
	const figures: Figure[] = []
	for (const [at, [what, path]] of pathsOf(large).entries()) {
		const [few = [], many = []] = await timeAlternately(
			[() => small.read(paths[at]?.[1] ?? ''), () => large.read(path)],
			RUNS,
		)
		figures.push(
			timeOf({
				what: `${name}, ${what}`,
				taken: many,
				floor: { name: 'a hundredth of it', taken: few },
				goal: atMostTimes(GOAL),
			}),
		)
	}
	return figures
}

const runOn = async (
	name: string,
	open: () => Promise<OpenDb>,
	guessesEach: number,
): Promise<Figure[]> => {
	const small = await openTests(await open(), { sessions: LARGE / 100, guessesEach })
	const large = await openTests(await open(), { sessions: LARGE, guessesEach })
	try {
		return [...(await compare(name, small, large)), ...(await exportAll(name, large))]
	} finally {
		await small.close()
		await large.close()
	}
}

const onPostgres = async (): Promise<Figure[]> => {
	const { url, stop } = await startPostgres()
	const open = async () =>
		openDb({ kind: 'postgres', url: await makeDatabase(url) }, () => undefined)
	try {
		return await runOn('PostgreSQL', open, 3)
	} finally {
		await stop()
	}
}

/** One guess per session, because the embedded database takes minutes to write more. */
const onEmbedded = async (): Promise<Figure[]> => {
	const folder = await mkdtemp(join(tmpdir(), 'evenhand-feedback-'))
	let opened = 0
	const open = () =>
		openDb({ kind: 'embedded', dataDir: join(folder, String(opened++)) }, () => undefined)
	try {
		return await runOn('embedded', open, 1)
	} finally {
		await rm(folder, { recursive: true, force: true })
	}
}

/**
 * Measures feedback and analytics with many sessions against a hundredth of them. Uses PostgreSQL if installed, else
 * the embedded database.
 */
export const feedback = (): Promise<Figure[]> => (isPostgresThere() ? onPostgres() : onEmbedded())
