import { sql } from 'drizzle-orm'
import Papa from 'papaparse'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { LIKE_FORMULA } from '#domain/csv.ts'
import { testFeedback, testFeedbackMarks, testSessions } from '#server/db/schema.ts'
import type { Log } from '#server/log.ts'
import { markFeedback, renewMarks } from '#server/services/admin-shared/feedback.ts'
import { type TestedPair, writePair, writeTests } from '../../bench/knowledge-tests.ts'
import { raw, replyOf } from '../../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'

const { feedback } = endpoints
const NOT_ENDING = new AbortController().signal
const ENDING = AbortSignal.abort()
const PATH = '/api/admin/feedback/export'

let server: TestServer
let moderator: Voter
let pair: TestedPair
let logged: string[]
const log: Log = (level, event) => {
	logged.push(`${level} ${event}`)
}
beforeEach(async () => {
	logged = []
	server = await createTestServer({ log })
	moderator = await server.registerVoter('mo', ['ROLE_MODERATOR'])
	pair = await writePair(server.db, server.clock.now)
})

const write = (count: number) =>
	writeTests(server.db, { sessions: count, guessesEach: 1 }, pair, server.clock.now)
const mark = (ending = NOT_ENDING) => markFeedback(server.db, server.clock.now, ending)
const renew = (ending = NOT_ENDING) => renewMarks(server.db, server.clock.now, ending)
const ordinals = async () =>
	(await server.db.select().from(testFeedbackMarks).orderBy(testFeedbackMarks.ordinal)).map(
		({ ordinal }) => ordinal,
	)

const inOrder = async (): Promise<string[]> =>
	(
		await server.db
			.select({ id: testFeedback.id })
			.from(testFeedback)
			.orderBy(testFeedback.submittedAt, testFeedback.id)
	).map(({ id }) => id)

const pageOf = async (page: number, size: number, sortDirection: 'ASC' | 'DESC') =>
	replyOf(
		await moderator.call(feedback.page, {
			query: { page: String(page), size: String(size), sortDirection },
		}),
	)

/** Checks sample pages, including the first and the last, in both directions. */
const expectPagesRight = async (): Promise<void> => {
	const all = await inOrder()
	for (const sortDirection of ['ASC', 'DESC'] as const) {
		const expected = sortDirection === 'ASC' ? all : all.toReversed()
		for (const size of [7, 100]) {
			const pages = Math.ceil(all.length / size)
			const middle = Math.floor(1000 / size)
			for (const page of [0, 1, middle, middle + 1, pages - 2, pages - 1, pages, pages + 9]) {
				if (page < 0) continue
				const reply = await pageOf(page, size, sortDirection)
				expect(reply, `${sortDirection} ${page}`).toMatchObject({
					totalElements: all.length,
					totalPages: pages,
				})
				const ids = reply.content.map(({ id }) => id)
				expect(ids, `${sortDirection} ${page}`).toEqual(
					expected.slice(page * size, (page + 1) * size),
				)
			}
		}
	}
}

const tell = async (submittedAt: Date | string, text = 'Late') => {
	const [session] = await server.db.select({ id: testSessions.id }).from(testSessions).limit(1)
	await server.db.execute(
		sql`insert into test_feedback (id, session_id, text, submitted_at) values (
			${crypto.randomUUID()}, ${session?.id}, ${text},
			${typeof submittedAt === 'string' ? submittedAt : submittedAt.toISOString()}::timestamptz)`,
	)
}

describe('feedback pages', () => {
	it.each([
		['without marks', async () => undefined],
		['with all marks', mark],
		['with renewed marks', renew],
	])('are correct %s, from the first to beyond the last', async (_, settle) => {
		await write(2345)
		await settle()
		await expectPagesRight()
	})

	it('are correct with outdated marks and sub-millisecond ties', async () => {
		await write(1100)
		await mark()
		expect(await ordinals()).toEqual([1000])
		const at = server.clock.now.toISOString().slice(0, -1)
		for (let n = 0; n < 6; n++) await tell(`${at}${Math.floor(n / 2)}Z`)
		await expectPagesRight()
		server.clock.now = new Date(server.clock.now.getTime() + 3_600_000)
		await mark()
		await expectPagesRight()
	})

	it('are correct right at, below, and above a mark', async () => {
		for (const count of [999, 1, 1]) {
			const before = await server.db.$count(testFeedback)
			if (before === 0) await write(count)
			else await tell(new Date(server.clock.now.getTime() - 400_000 + before))
			await mark()
			await expectPagesRight()
		}
		expect(await ordinals()).toEqual([1000])
	})
})

describe('feedback marks', () => {
	it('mark every thousandth feedback and extend incrementally', async () => {
		await write(2500)
		await mark()
		expect(await ordinals()).toEqual([1000, 2000])
		const all = await inOrder()
		const marks = await server.db.select().from(testFeedbackMarks)
		for (const { ordinal, feedbackId } of marks) expect(feedbackId).toBe(all[ordinal - 1])
		await server.db.delete(testFeedback).where(sql`id in (select id from test_feedback limit 5)`)
		await mark()
		// Existing marks are renewed only once a day.
		expect(await server.db.select().from(testFeedbackMarks)).toEqual(marks)
	})

	it('skip recent feedback that earlier rows may still precede', async () => {
		await write(999)
		await tell(new Date(server.clock.now.getTime() - 299_000))
		await mark()
		expect(await ordinals()).toEqual([])
		server.clock.now = new Date(server.clock.now.getTime() + 60_000)
		await mark()
		expect(await ordinals()).toEqual([1000])
	})

	it('are repaired by the daily renewal after late feedback', async () => {
		await write(2100)
		await mark()
		await tell(new Date('2020-01-01T00:00:00Z'))
		expect((await pageOf(0, 10, 'DESC')).totalElements).toBe(2100)
		await renew()
		await expectPagesRight()
		expect((await pageOf(0, 10, 'DESC')).totalElements).toBe(2101)
	})

	it('are removed when less feedback remains', async () => {
		await write(2100)
		await mark()
		await server.db.delete(testFeedback).where(sql`submitted_at < (
			select submitted_at from test_feedback order by submitted_at desc offset 1500 limit 1)`)
		await renew()
		expect(await ordinals()).toEqual([1000])
		await expectPagesRight()
	})

	it('are consistent when several processes set them', async () => {
		await write(3000)
		await Promise.all([mark(), renew(), mark(), renew()])
		expect(await ordinals()).toEqual([1000, 2000, 3000])
		await expectPagesRight()
	})

	it('stay unchanged when the process stops during a renewal', async () => {
		await write(2100)
		await mark()
		await renew(ENDING)
		expect(await ordinals()).toEqual([1000, 2000])
	})
})

/** Text of a reply including the byte order mark, which `text()` strips. */
const wholeText = async (response: Response): Promise<string> =>
	new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())

const fileOf = async (query = '') => {
	const response = await server.app.request(`${PATH}${query}`, {
		headers: { authorization: `Bearer ${moderator.token}` },
	})
	return { response, text: await wholeText(response) }
}
const rowsOf = (text: string): string[][] => {
	expect(text.startsWith('\uFEFF'), 'the byte order mark').toBe(true)
	const { data, errors } = Papa.parse<string[]>(text.slice(1), { skipEmptyLines: true })
	expect(errors).toEqual([])
	return data
}
/** Reads a guarded cell as a consumer of the file would. */
const unguarded = (cell = ''): string =>
	cell.startsWith("'") && LIKE_FORMULA.test(cell) ? cell.slice(1) : cell

/** Starts an export of which only the first chunk is read. */
const begunExport = () =>
	server.app.request(PATH, { headers: { authorization: `Bearer ${moderator.token}` } })

describe('feedback export', () => {
	it('has only a header row without feedback', async () => {
		const { response, text } = await fileOf()
		expect(response.status).toBe(200)
		expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
		expect(response.headers.get('content-disposition')).toBe('attachment; filename="feedback.csv"')
		expect(response.headers.get('cache-control')).toBe('no-store')
		expect(text).toBe('\uFEFFDate,Session ID,Feedback,Test Candidates,Accuracy,Status\r\n')
	})

	it('has every row once in either order, across batches', async () => {
		await write(2345)
		const expected = await server.db
			.select({ at: testFeedback.submittedAt, sessionId: testFeedback.sessionId })
			.from(testFeedback)
			.orderBy(testFeedback.submittedAt, testFeedback.id)
		const oldestFirst = expected.map(({ at, sessionId }) => [at.toISOString(), sessionId])
		const [, ...newest] = rowsOf((await fileOf()).text)
		expect(newest.map((row) => row.slice(0, 2))).toEqual(oldestFirst.toReversed())
		const [, ...oldest] = rowsOf((await fileOf('?sortDirection=ASC')).text)
		expect(oldest.map((row) => row.slice(0, 2))).toEqual(oldestFirst)
	})

	it('is complete when the last batch is full', async () => {
		await write(1000)
		expect(rowsOf((await fileOf()).text)).toHaveLength(1001)
	})

	it('has the same values as the feedback page', async () => {
		await write(3)
		const { content } = await pageOf(0, 10, 'DESC')
		const [, ...rows] = rowsOf((await fileOf()).text)
		expect(rows).toEqual(
			content.map(({ submittedAt, sessionId, feedbackText, testResult }) => [
				submittedAt,
				sessionId,
				feedbackText.replaceAll(',', ';'),
				'Ann Example vs Bob Sample',
				testResult?.correctGuesses === 1 ? '100.0%' : '0.0%',
				'Completed',
			]),
		)
	})

	it('survives a round trip except for commas and contains no formulas', async () => {
		await write(1)
		const texts = [
			'=1+1',
			'+1',
			'-1',
			'@sum(A1)',
			'\t=1',
			'\r=1',
			'\n=1',
			'\u0001=1',
			"'=1",
			"''=1",
			"'quoted'",
			'say "yes"; then; no',
			'"=1"',
			'line\r\nbreak\nand\rreturn',
			' blanks around ',
			'a, b,c',
			'ñandú 漢字 🗳',
		]
		for (const [at, text] of texts.entries()) {
			await tell(new Date(server.clock.now.getTime() + at), text)
		}
		const { text } = await fileOf('?sortDirection=ASC')
		const cells = rowsOf(text).map((row) => row[2] ?? '')
		// Formulas after a semicolon or a line break are guarded too.
		const read = (cell: string) => unguarded(cell).replace(/([;\r\n]\s*)'('*[=+\-@\t])/g, '$1$2')
		expect(cells.slice(2).map(read)).toEqual(texts.map((each) => each.replaceAll(',', ';')))
		for (const cell of rowsOf(text).flat()) expect(cell).not.toMatch(/^[=+\-@\p{Cc}]/u)
	})

	it('excludes feedback submitted after its start', async () => {
		await write(1500)
		const response = await begunExport()
		await tell(new Date(server.clock.now.getTime() + 1000))
		expect(rowsOf(await wholeText(response))).toHaveLength(1501)
	})

	it('answers with a regular error if the first rows cannot be read', async () => {
		await server.db.execute(sql`alter table test_feedback rename to away`)
		try {
			const reply = await raw(server, PATH, { token: moderator.token })
			expect(reply.status).toBe(500)
			expect(reply.headers.get('content-type')).toBe('application/problem+json')
			expect(reply.headers.get('content-disposition')).toBeNull()
		} finally {
			await server.db.execute(sql`alter table away rename to test_feedback`)
		}
		expect(logged).toEqual(['error request failed'])
	})

	// Half a file must not look complete.
	it('aborts if later rows cannot be read', async () => {
		await write(2500)
		const response = await begunExport()
		await server.db.execute(sql`alter table test_feedback rename to away`)
		try {
			await expect(response.text()).rejects.toThrow()
		} finally {
			await server.db.execute(sql`alter table away rename to test_feedback`)
		}
		expect(logged).toEqual(['error reply broken off'])
	})

	it('stops reading when the client disconnects', async () => {
		await write(2500)
		const response = await begunExport()
		await response.body?.cancel()
		await server.db.execute(sql`alter table test_feedback rename to away`)
		await server.db.execute(sql`alter table away rename to test_feedback`)
		expect(logged).toEqual([])
	})

	it('refuses an unknown sort direction', async () => {
		const reply = await raw(server, `${PATH}?sortDirection=UP`, { token: moderator.token })
		expect(reply.status).toBe(400)
		expect(reply.body).toMatchObject({ errors: [{ path: 'sortDirection' }] })
	})

	it('marks unfinished sessions and leaves accuracy blank without guesses', async () => {
		await write(1)
		await server.db.execute(sql`delete from test_guesses`)
		await server.db.update(testSessions).set({ completedAt: null })
		const [, row] = rowsOf((await fileOf()).text)
		expect(row?.slice(3)).toEqual(['Ann Example vs Bob Sample', '', 'Incomplete'])
	})
})
