import type { BrowserContext, Page } from 'playwright'
import { answerNext, untilSent } from '../e2e/attempt-events.ts'
import { startFaultyProxy } from '../e2e/faulty-proxy.ts'
import { atMost, atMostTimes, type Figure, figure } from './figure.ts'
import { arrive, beginQuiz, withPhone } from './phone.ts'

const ANSWERS = 20
/** An answer renders about 20 components (the next card and the progress), and again after the store is read back. */
const MOST_DRAWN = 60
/** Of the complete quiz. Its start and completion are calls as well. */
const STATEMENTS = 40

interface Noting {
	costs: { writes: number; sends: number; reads: number; commits: number; drawn: number }
}

interface Fiber {
	readonly tag: number
	readonly flags: number
	readonly child: Fiber | null
	readonly sibling: Fiber | null
	readonly alternate: Fiber | null
}

/**
 * Runs in the page before the app. Counts IndexedDB transactions, and React commits and rendered components through the
 * DevTools hook, which production builds call too.
 */
const noteCosts = (): void => {
	const costs = { writes: 0, sends: 0, reads: 0, commits: 0, drawn: 0 }
	const noting = {
		// Tags of function and class components. The flag PerformedWork marks a render in this commit.
		drawnIn(fiber: Fiber | null): number {
			let drawn = 0
			for (let at = fiber; at !== null; at = at.sibling) {
				if ([0, 1, 11, 14, 15].includes(at.tag) && (at.flags & 1) !== 0) drawn++
				// An unchanged child list means that no child rendered.
				if (at.child !== at.alternate?.child) drawn += noting.drawnIn(at.child)
			}
			return drawn
		},
	}
	const hook = {
		supportsFiber: true,
		renderers: new Map(),
		inject() {
			return 1
		},
		onCommitFiberRoot(_id: number, root: { readonly current: Fiber }) {
			costs.commits++
			costs.drawn += noting.drawnIn(root.current)
		},
		onCommitFiberUnmount() {
			return undefined
		},
		onPostCommitFiberRoot() {
			return undefined
		},
	}
	const { transaction } = IDBDatabase.prototype
	IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...asked) {
		const [names, mode] = asked
		// Transactions on other stores than attempts are the outbox's bookkeeping.
		if (mode !== 'readwrite') costs.reads++
		else if ([names].flat().includes('attempts')) costs.writes++
		else costs.sends++
		return transaction.apply(this, asked)
	}
	Object.assign(window, { costs, __REACT_DEVTOOLS_GLOBAL_HOOK__: hook })
}

const costsOf = (page: Page): Promise<Noting['costs']> =>
	page.evaluate(() => ({ ...(window as unknown as Noting).costs }))

/** Offline, so that only the answers cause work. */
const ofAnswers = async (page: Page, context: BrowserContext): Promise<Figure[]> => {
	await context.setOffline(true)
	// Wait until the effects of going offline and of answering are over.
	await page.waitForTimeout(2000)
	const before = await costsOf(page)
	await answerNext(page, ANSWERS)
	await page.waitForTimeout(1000)
	const after = await costsOf(page)
	await context.setOffline(false)
	const each = (what: string, name: keyof Noting['costs']) => ({
		what: `an answer: ${what}`,
		value: (after[name] - before[name]) / ANSWERS,
		by: `mean of ${ANSWERS}, offline`,
	})
	return [
		figure({ ...each('transactions of the database that write it', 'writes'), goal: atMost(1) }),
		figure(each('transactions that write what the queue tries', 'sends')),
		figure(each('transactions that read', 'reads')),
		figure(each('times that React changes the page', 'commits')),
		figure({ ...each('components drawn', 'drawn'), goal: atMost(MOST_DRAWN) }),
	]
}

/** Measures the page's work per answer, and the network traffic of a quiz. */
export const answerCosts = (): Promise<Figure[]> =>
	withPhone(async (phone, server) => {
		const proxy = await startFaultyProxy(server.origin)
		try {
			const context = await phone.launch(proxy.origin)
			await context.addInitScript(noteCosts)
			const page = await context.newPage()
			await arrive(page, server)
			await beginQuiz(page, /rate each policy/)
			const figures = await ofAnswers(page, context)
			await untilSent(page)

			const before = proxy.seen.length
			await beginQuiz(page, /agree or disagree/, false)
			await answerNext(page, STATEMENTS)
			await page.waitForURL(/\/results/)
			await untilSent(page)
			const calls = proxy.seen.slice(before).filter(({ path }) => path.startsWith('/api/'))
			const writes = calls.filter(({ method }) => method !== 'GET')
			return [
				...figures,
				figure({
					what: `a quiz of ${STATEMENTS}, from the elections to the results: calls that write`,
					value: writes.length,
					floor: { name: 'one each', value: STATEMENTS + 2 },
					goal: atMostTimes(1),
				}),
				figure({
					what: `a quiz of ${STATEMENTS}, from the elections to the results: calls that read`,
					value: calls.length - writes.length,
				}),
			]
		} finally {
			await proxy.stop()
		}
	})
