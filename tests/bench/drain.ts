import type { Page } from 'playwright'
import { untilSent } from '../e2e/attempt-events.ts'
import { type FaultyProxy, startFaultyProxy } from '../e2e/faulty-proxy.ts'
import { type BuiltServer, registerVoter } from '../support/built-server.ts'
import { atMostTimes, type Figure, timeOf } from './figure.ts'
import { arrive, beginQuiz, withPhone } from './phone.ts'

const ANSWERS = 200
const ROUNDS = 10
const GOAL = 2

/** A page of the app's origin on which the app does not run. */
const BLANK_PAGE = '/robots.txt'

interface Queued {
	readonly attemptId: string
	readonly count: number
}

/** Runs in the page. Fills the outbox as the app does offline. */
const fillQueue = ({ attemptId, count }: Queued): Promise<void> =>
	new Promise((resolve, reject) => {
		const opening = indexedDB.open('evenhand')
		opening.onerror = () => reject(opening.error)
		opening.onsuccess = () => {
			const writing = opening.result.transaction(['attempts', 'outbox'], 'readwrite')
			const reading = writing.objectStore('attempts').getAll()
			reading.onsuccess = () => {
				const { id, userId, statements } = reading.result.find(
					(row) => row.id === attemptId || row.serverId === attemptId,
				)
				for (let index = 0; index < count; index++) {
					const { policyId } = statements[index % statements.length]
					writing.objectStore('outbox').add({
						...{ id: crypto.randomUUID(), userId, stream: id, command: 'quiz.interact' },
						args: { attemptId: id, responseTimeMs: 800, policyId, value: index % 2 },
						...{ v: 1, state: 'waiting', tries: 0, notBefore: null, waitMs: 0 },
						...{ reason: null },
					})
				}
			}
			writing.onabort = () => reject(writing.error)
			writing.oncomplete = () => {
				opening.result.close()
				resolve()
			}
		}
	})

interface Loop {
	readonly token: string
	readonly quizId: string
	readonly count: number
}

/** Runs in the page. Sends the same requests sequentially. */
const sendPlainly = async ({ token, quizId, count }: Loop): Promise<void> => {
	const post = {
		async send(path: string, body: object, index: number) {
			const reply = await fetch(`/api/v2/quiz/${path}`, {
				method: 'POST',
				headers: {
					authorization: `Bearer ${token}`,
					'content-type': 'application/json',
					'idempotency-key': `"${crypto.randomUUID()}"`,
					'evenhand-order': `"plain";seq=${index}`,
				},
				body: JSON.stringify(body),
			})
			if (!reply.ok) throw new Error(`the server answered ${reply.status}`)
			return reply.json()
		},
	}
	const { quizAttemptId, allPolicies } = await post.send(`start/${quizId}`, {}, 0)
	for (let index = 0; index < count; index++) {
		const { id: policyId } = allPolicies[index % allPolicies.length]
		const answer = { interactionType: 'BINARY', policyId, value: index % 2, responseTimeMs: 800 }
		await post.send(`interact/${quizAttemptId}`, answer, index + 1)
	}
}

const countOf = (path: string, body: Buffer): number => {
	if (!path.includes('/batch/')) return 1
	const { operations } = JSON.parse(body.toString()) as { operations: unknown[] }
	return operations.length
}

/** Time in ms from the first to the last answer that passed the proxy during `act`. */
const timed = async (proxy: FaultyProxy, act: () => Promise<void>): Promise<number> => {
	const before = proxy.seen.length
	await act()
	const calls = proxy.seen
		.slice(before)
		.filter(({ path }) => path.includes('/interact/') || path.includes('/batch/'))
	const answers = calls.reduce((sum, { path, body }) => sum + countOf(path, body), 0)
	if (answers !== ANSWERS) throw new Error(`${answers} answers were sent`)
	return (calls.at(-1)?.at ?? Number.NaN) - (calls[0]?.at ?? Number.NaN)
}

/** Starts a new attempt. @returns its id, local or server. */
const beginAttempt = async (page: Page, server: BuiltServer, first: boolean): Promise<string> => {
	await page.goto(BLANK_PAGE)
	await page.evaluate(() => {
		for (const key of ['token', 'userData']) localStorage.removeItem(key)
	})
	await arrive(page, server)
	await beginQuiz(page, /agree or disagree/, first)
	await untilSent(page)
	return new URL(page.url()).searchParams.get('attemptId') ?? ''
}

const drainQueue = (page: Page, proxy: FaultyProxy, attemptId: string): Promise<number> =>
	timed(proxy, async () => {
		await page.goto(BLANK_PAGE)
		await page.evaluate(fillQueue, { attemptId, count: ANSWERS })
		await page.goto('/elections')
		await untilSent(page, 120_000)
	})

const loop = async (page: Page, proxy: FaultyProxy, token: string): Promise<number> => {
	const begun = proxy.writes().find(({ path }) => path.includes('/start/'))?.path ?? ''
	const quizId = begun.slice(begun.lastIndexOf('/') + 1)
	await page.goto(BLANK_PAGE)
	return timed(proxy, () => page.evaluate(sendPlainly, { token, quizId, count: ANSWERS }))
}

/**
 * Measures sending 200 queued answers against a plain loop of 200 requests, alternately, in Chromium with its database
 * on disk. Unlike the loop, the app sends batches and stores each reply.
 */
export const drain = (): Promise<Figure[]> =>
	withPhone(async (phone, server) => {
		const proxy = await startFaultyProxy(server.origin)
		try {
			const context = await phone.launch(proxy.origin)
			const page = await context.newPage()
			const rounds: { queue: number; plain: number }[] = []
			for (let round = 0; round < ROUNDS; round++) {
				const { token } = await registerVoter(server.origin)
				const attemptId = await beginAttempt(page, server, round === 0)
				const early = round % 2 === 1 ? await loop(page, proxy, token) : null
				const queue = await drainQueue(page, proxy, attemptId)
				rounds.push({ queue, plain: early ?? (await loop(page, proxy, token)) })
			}
			return [
				timeOf({
					what: `${ANSWERS} queued answers, until all are sent`,
					taken: rounds.map(({ queue }) => queue),
					floor: { name: 'plain loop', taken: rounds.map(({ plain }) => plain) },
					goal: atMostTimes(GOAL),
				}),
			]
		} finally {
			await proxy.stop()
		}
	})
