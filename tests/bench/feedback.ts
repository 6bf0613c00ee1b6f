import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb } from '#server/db/open.ts'
import type { OpenDb } from '#server/db/types.ts'
import { ensureCategoryWeights } from '#server/first-rows.ts'
import { renewMarks } from '#server/services/administration/feedback-marks.ts'
import { tallySessions } from '#server/services/knowledge-test/tally.ts'
import { makeDatabase, startPostgres } from '../support/postgres.ts'
import { administer } from './administer.ts'
import { takenByTurns } from './by-turns.ts'
import { median, ms, verdict } from './figures.ts'
import { type TestSize, writePair, writeTests } from './knowledge-tests.ts'
import { tableOf } from './table.ts'

const SMALL = 10_000
const LARGE = 1_000_000
const PAGE = 10
const HOW_OFTEN = { warmUp: 5, calls: 20 }
/** The most that a call may take with a hundred times as much, beside what it takes with little. */
const GOAL = 2
/** The most that an export may need beside what the process has anyway, in MB: the file is larger. */
const GOAL_MB = 150
const MB = 1_000_000

const NOW = new Date('2026-11-21T12:00:00Z')
const NEVER = new AbortController().signal

/** Fills a database, and has housekeeping do what it does by and by. */
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

/** What is asked for, as the pages call it. */
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

/** Reads an export to its end. */
const exportAll = async ({ open, sessions }: Tests): Promise<boolean> => {
	const before = process.memoryUsage().rss
	let peak = before
	const began = performance.now()
	const { body } = await open('/admin/feedback/export')
	let bytes = 0
	let rows = -1
	for await (const piece of body ?? []) {
		bytes += piece.length
		for (const byte of piece) if (byte === 10) rows++
		peak = Math.max(peak, process.memoryUsage().rss)
	}
	const seconds = (performance.now() - began) / 1000
	const above = (peak - before) / MB
	console.log(
		`export: ${rows.toLocaleString('en')} rows, ${(bytes / MB).toFixed(0)} MB in ${seconds.toFixed(1)} s; at most ${above.toFixed(0)} MB above what the process had before`,
	)
	return verdict(`every row, and at most ${GOAL_MB} MB more`, rows === sessions && above <= GOAL_MB)
}

const compare = async (name: string, small: Tests, large: Tests): Promise<boolean> => {
	const paths = pathsOf(small)
	const rows: (string | number)[][] = []
	let worst = 0
	for (const [at, [what, path]] of pathsOf(large).entries()) {
		const [few = [], many = []] = await takenByTurns(
			[() => small.read(paths[at]?.[1] ?? ''), () => large.read(path)],
			HOW_OFTEN,
		)
		const ratio = median(many) / median(few)
		worst = Math.max(worst, ratio)
		rows.push([what, ms(median(few)), ms(median(many)), ratio.toFixed(2)])
	}
	const sizes = [small, large].map(({ sessions }) => `${sessions.toLocaleString('en')}, ms`)
	console.log(`\n${tableOf([name, ...sizes, 'ratio'], rows)}\n`)
	return verdict(`no call takes more than ${GOAL} times as long`, worst <= GOAL)
}

const runOn = async (
	name: string,
	open: () => Promise<OpenDb>,
	guessesEach: number,
): Promise<boolean> => {
	console.log(`\n## ${name}\n`)
	const small = await openTests(await open(), { sessions: SMALL, guessesEach })
	const large = await openTests(await open(), { sessions: LARGE, guessesEach })
	try {
		const isFast = await compare(name, small, large)
		return (await exportAll(large)) && isFast
	} finally {
		await small.close()
		await large.close()
	}
}

const onPostgres = async (): Promise<boolean> => {
	const { url, stop } = await startPostgres()
	const open = async () =>
		openDb({ kind: 'postgres', url: await makeDatabase(url) }, () => undefined)
	try {
		return await runOn('PostgreSQL', open, 10)
	} finally {
		await stop()
	}
}

/** One guess each: an embedded database takes many minutes to write ten million. */
const onEmbedded = async (): Promise<boolean> => {
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

/** Feedback and analytics of the knowledge test with a million of each, beside ten thousand. */
export const feedback = async (): Promise<boolean> => {
	const isFast = await onPostgres()
	return (await onEmbedded()) && isFast
}
