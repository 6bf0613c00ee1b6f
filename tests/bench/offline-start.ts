import { expect, type Page } from 'playwright/test'
import { answerNext, untilSent } from '../e2e/attempt-events.ts'
import { registerVoter, signIn } from '../e2e/fixtures.ts'
import { untilControlled } from '../e2e/update-host.ts'
import type { BuiltServer } from '../support/built-server.ts'
import { type GiveAnswer, takeQuiz } from '../support/take-quiz.ts'
import { serveBare } from './bare-site.ts'
import { atMostTimes, type Figure, timeOf } from './figure.ts'
import { beginQuiz, type Phone, slowDown, timesUntilUsable, withPhone } from './phone.ts'

const STARTS = 11
const GOAL = 1.5

interface Target {
	readonly name: string
	readonly url: string
	/** Selector of an element. */
	readonly usable: string
	/** Opened online on a slow phone. */
	readonly online?: true
}

const agreeWithFirst: GiveAnswer = (candidate) => Number(candidate === 0)

/** Opens the three pages online once. */
const prepareApp = async (page: Page, server: BuiltServer): Promise<Target[]> => {
	const voter = await registerVoter(server.origin)
	await signIn(page, voter)
	await untilControlled(page)
	const { attemptId } = await takeQuiz(server.origin, voter, 'BINARY', agreeWithFirst)
	const results = `${server.origin}/results?quizAttemptId=${attemptId}`
	await page.goto(results)
	await expect(page.getByRole('heading', { name: 'Top match' })).toBeVisible()
	await beginQuiz(page, /rate each policy/)
	await answerNext(page, 3)
	await untilSent(page)
	const quiz = page.url()
	await page.goto('/elections')
	await expect(page.getByRole('article').first()).toBeVisible()
	const next: Target = { name: 'the next statement', url: quiz, usable: 'article h2' }
	return [
		{ name: 'the elections', url: `${server.origin}/elections`, usable: 'article a' },
		next,
		{ ...next, online: true },
		{ name: 'the results', url: results, usable: '[role=tabpanel] h3' },
	]
}

/** The used part of Trusted Types, which TypeScript's DOM types lack. */
interface Trusting {
	readonly trustedTypes?: {
		createPolicy(
			name: string,
			rules: { createScriptURL(text: string): string },
		): { createScriptURL(text: string): unknown }
	}
}

/** Lets the bare page's service worker cache it. */
const prepareBare = async (page: Page, url: string): Promise<void> => {
	await page.goto(url)
	await page.evaluate(async () => {
		// The CSP requires Trusted Types for worker URLs: see `app-update.ts`.
		const { trustedTypes } = window as unknown as Trusting
		// A method, because tsx wraps named functions in a helper that does not exist in the page.
		const rules = {
			createScriptURL(text: string) {
				return text
			},
		}
		const address = trustedTypes?.createPolicy('worker', rules).createScriptURL('/sw.js')
		await navigator.serviceWorker.register((address ?? '/sw.js') as string)
		await navigator.serviceWorker.ready
	})
}

interface Times {
	/** Until its content is painted, in ms: the last seen screen, if there is one. */
	readonly painted: number
	/** Until the app has drawn it, in ms. */
	readonly tappable: number
}

/** Opens a page in a new browser process: offline, or online on a slow phone. */
const start = async (phone: Phone, { url, usable, online }: Target): Promise<Times> => {
	const context = await phone.launch(url)
	if (!online) await context.setOffline(true)
	const [page = await context.newPage()] = context.pages()
	if (online) await slowDown(page)
	const [painted = 0, tappable = 0] = await timesUntilUsable(page, url, [usable, `#root ${usable}`])
	// The app stores the screen again after a second without a change. A closed browser could not.
	await page.waitForTimeout(2500)
	return { painted, tappable }
}

/** Opens all targets alternately. @returns times by target. */
const startAll = async (phone: Phone, targets: readonly Target[]) => {
	const taken = new Map(targets.map((target) => [target, [] as Times[]]))
	for (let round = 0; round < STARTS; round++) {
		for (const target of round % 2 === 0 ? targets : targets.toReversed()) {
			taken.get(target)?.push(await start(phone, target))
		}
	}
	return taken
}

/**
 * Measures the offline start, from navigation to the elections, a quiz in progress, and results, and the online start to
 * the quiz on a slow phone: until their content is painted, which the last seen screen does first, and until they can be
 * tapped. Floor: a minimal React page served in the same way. Each start is a new browser process with its profile on
 * disk; the pages alternate.
 */
export const offlineStart = async (): Promise<Figure[]> =>
	withPhone(async (phone, server) => {
		const bare = await serveBare()
		try {
			const context = await phone.launch(server.origin)
			const app = await prepareApp(await context.newPage(), server)
			const floor: Target = {
				name: 'bare React page',
				url: `${bare.origin}/login`,
				usable: 'form button',
			}
			await prepareBare(await context.newPage(), floor.url)
			await phone.close()
			const onlineFloor: Target = { ...floor, online: true }
			const taken = await startAll(phone, [...app, floor, onlineFloor])
			const timesOf = (target: Target, until: keyof Times): number[] =>
				(taken.get(target) ?? []).map((times) => times[until])
			return app.flatMap((target) => {
				const what = `${target.online ? 'online on a slow phone: ' : ''}navigation to ${target.name}`
				const figureOf = (until: keyof Times) => ({
					taken: timesOf(target, until),
					floor: {
						name: floor.name,
						taken: timesOf(target.online ? onlineFloor : floor, until),
					},
				})
				return [
					timeOf({ what, ...figureOf('painted'), goal: atMostTimes(GOAL) }),
					timeOf({ what: `${what} that can be tapped`, ...figureOf('tappable') }),
				]
			})
		} finally {
			await bare.close()
		}
	})
