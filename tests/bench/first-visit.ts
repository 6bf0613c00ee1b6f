import { type Browser, chromium, type Page } from 'playwright'
import { expect } from 'playwright/test'
import { alwaysSignedIn } from '../e2e/fixtures.ts'
import { type BuiltServer, registerVoter, startServer } from '../support/built-server.ts'
import { totalOf } from '../support/bundle.ts'
import { findChromium } from '../support/chromium.ts'
import { countTraffic, type Fetched, firstAt, noteFirst } from '../support/traffic.ts'
import { serveBare } from './bare-site.ts'
import { atMost, type Figure, type Goal, medianOf } from './figure.ts'

const VISITS = 3

interface Visit {
	readonly url: string
	/** Selector of an element. */
	readonly usable: string
	readonly signIn?: BuiltServer
	readonly act?: (page: Page) => Promise<void>
}

interface Traffic {
	readonly bytes: number[]
	readonly requests: number[]
}

/** Visits a page with an empty cache. @returns bytes and requests until it is usable. */
const visitOnce = async (
	browser: Browser,
	{ url, usable, signIn, act }: Visit,
): Promise<{ bytes: number; requests: number }> => {
	const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
	try {
		if (signIn) await alwaysSignedIn(context, await registerVoter(signIn.origin))
		const page = await context.newPage()
		const traffic = await countTraffic(page)
		await noteFirst(page, usable)
		await page.goto(url)
		await act?.(page)
		const usableAt = await firstAt(page)
		const asked = (): Fetched[] => traffic().filter(({ at }) => at < usableAt)
		// Count all requests started so far, even if their responses arrive later.
		await expect
			.poll(
				() =>
					asked()
						.filter(({ bytes }) => bytes === 0)
						.map(({ path }) => path),
				{ timeout: 30_000 },
			)
			.toEqual([])
		const seen = asked()
		return { bytes: totalOf(seen), requests: seen.length }
	} finally {
		await context.close()
	}
}

const visit = async (browser: Browser, page: Visit): Promise<Traffic> => {
	const visits: Awaited<ReturnType<typeof visitOnce>>[] = []
	for (let time = 0; time < VISITS; time++) visits.push(await visitOnce(browser, page))
	return {
		bytes: visits.map(({ bytes }) => bytes),
		requests: visits.map(({ requests }) => requests),
	}
}

const someQuiz = async ({ origin }: BuiltServer): Promise<string> => {
	const { token } = await registerVoter(origin)
	const read = async <Row>(path: string): Promise<Row[]> => {
		const reply = await fetch(`${origin}/api${path}`, {
			headers: { authorization: `Bearer ${token}` },
		})
		return (await reply.json()) as Row[]
	}
	const elections = await read<{ id: string; name: string }>('/elections/active')
	const election = elections.find(({ name }) => name.includes('1912'))
	const quizzes = await read<{ id: string; quizType: string }>(
		`/compare-quizzes/election/${election?.id}`,
	)
	const quiz = quizzes.find(({ quizType }) => quizType === 'SCALE')
	if (quiz === undefined) throw new Error('the sample contains no quiz')
	return quiz.id
}

const figuresOf = (
	what: string,
	own: Traffic,
	floor: { readonly name: string; readonly traffic: Traffic },
	goals: { readonly bytes?: Goal; readonly requests?: Goal },
): Figure[] => {
	const { name, traffic } = floor
	return [
		medianOf({
			what: `${what}: transferred`,
			unit: 'bytes',
			taken: own.bytes,
			floor: { name, taken: traffic.bytes },
			...(goals.bytes && { goal: goals.bytes }),
		}),
		medianOf({
			what: `${what}: requests`,
			taken: own.requests,
			floor: { name, taken: traffic.requests },
			...(goals.requests && { goal: goals.requests }),
		}),
	]
}

const measure = async (browser: Browser, server: BuiltServer): Promise<Figure[]> => {
	const bare = await serveBare()
	const store = await serveBare('store')
	try {
		const login = { url: `${bare.origin}/login`, usable: 'form button' }
		const begin = { url: `${store.origin}/test`, usable: 'button' }
		const page = { name: 'bare page', traffic: await visit(browser, login) }
		const withStore = { name: 'bare page with a store', traffic: await visit(browser, begin) }
		const test = { url: `${server.origin}/test`, usable: 'article' }
		const signIn = { url: `${server.origin}/login`, usable: 'form button[type=submit]' }
		const quiz: Visit = {
			url: `${server.origin}/quiz/${await someQuiz(server)}`,
			usable: 'article h2',
			signIn: server,
			act: (opened) => opened.getByRole('button', { name: 'Start Quiz' }).click(),
		}
		return [
			...figuresOf('/test, to the first statement', await visit(browser, test), withStore, {
				bytes: atMost(151_000),
				requests: atMost(12),
			}),
			...figuresOf('/login, to the form', await visit(browser, signIn), page, {
				bytes: atMost(130_000),
			}),
			...figuresOf('a quiz, to the first statement', await visit(browser, quiz), withStore, {
				requests: atMost(15),
			}),
		]
	} finally {
		await bare.close()
		await store.close()
	}
}

/**
 * Measures the transfer size (compressed, without headers) of a first visit until the page is usable. Floor: a minimal
 * page on the same libraries, served and measured in the same way.
 */
export const firstVisit = async (): Promise<Figure[]> => {
	const server = await startServer()
	const { executablePath, args } = findChromium()
	const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args })
	try {
		return await measure(browser, server)
	} finally {
		await browser.close()
		await server.stop()
	}
}
