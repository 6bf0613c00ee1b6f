import type { Locator, Page } from 'playwright/test'
import type { Texts } from '../support/texts.ts'

export const CONDITIONS = ['online', 'offline with data', 'offline without', 'failing'] as const
export type Condition = (typeof CONDITIONS)[number]

export interface Places {
	readonly electionId: string
	readonly quizId: string
	/** Attempt in progress at that quiz. */
	readonly open: string
	readonly completed: string
	/** Knowledge test completed on this device. */
	readonly session: string
}

export interface EveryPage {
	readonly path: (places: Places) => string
	/** Main text of the page: with data, without data, and with a failing server. */
	readonly says: (texts: Texts) => {
		readonly data: string
		readonly without: string
		readonly failing: string
	}
}

/** Main text of a page, excluding toasts, which may come before the navigation. */
export const saying = (page: Page, words: string): Locator => {
	const main = page.getByRole('main')
	return main
		.getByText(words, { exact: true })
		.or(main.getByLabel(words, { exact: true }))
		.first()
}

const always = (text: string) => ({ data: text, without: text, failing: text })

export const VISITORS_PAGES: readonly EveryPage[] = [
	{ path: () => '/login', says: ({ account }) => always(account.welcome) },
	{ path: () => '/register', says: ({ account }) => always(account.create) },
	{ path: () => '/forgot-password', says: ({ account }) => always(account.forgot) },
	{
		path: () => '/reset-password?token=abc',
		says: ({ account }) => always(account.newPasswordTitle),
	},
	{ path: () => '/settings', says: ({ settings }) => always(settings.appearance) },
	...['/', '/test', '/nowhere/at/all'].map((path) => ({
		path: () => path,
		says: ({ test, testEnd }: Texts) => ({
			data: test.whose,
			without: testEnd.needsConnection,
			failing: testEnd.startFailed,
		}),
	})),
	{
		path: ({ session }) => `/test?returnToResults=true&sessionId=${session}`,
		says: ({ testEnd }) => ({
			data: testEnd.yourResults,
			without: testEnd.notHere,
			failing: testEnd.notHere,
		}),
	},
	{
		path: ({ session }) => `/test/results/${session}`,
		says: ({ testEnd }) => ({
			data: testEnd.detailed,
			without: testEnd.needsConnection,
			failing: testEnd.startFailed,
		}),
	},
	{ path: () => '/elections', says: ({ account }) => always(account.welcome) },
]

const question: EveryPage['says'] = ({ quiz }) => ({
	data: quiz.question,
	without: quiz.loadFailed,
	failing: quiz.loadFailed,
})
const ranking: EveryPage['says'] = ({ results }) => ({
	data: results.yours,
	without: results.failed,
	failing: results.failed,
})
const list: EveryPage['says'] = ({ elections }) => ({
	data: elections.heading,
	without: elections.needsConnection,
	failing: elections.retry,
})

export const VOTERS_PAGES: readonly EveryPage[] = [
	{ path: () => '/elections', says: list },
	{ path: () => '/quiz', says: list },
	{ path: () => '/', says: list },
	{
		path: ({ electionId }) => `/elections/${electionId}/quizzes`,
		says: ({ answers, elections }) => ({
			data: answers.types.BINARY,
			without: elections.quizzesNeedConnection,
			failing: elections.retry,
		}),
	},
	{
		path: ({ quizId }) => `/quiz/${quizId}`,
		says: ({ quiz }) => ({
			data: quiz.howItWorks,
			without: quiz.notHere,
			failing: quiz.introFailed,
		}),
	},
	{ path: ({ quizId, open }) => `/quiz/${quizId}?attemptId=${open}`, says: question },
	{ path: ({ open }) => `/quiz/continue/${open}`, says: question },
	{ path: ({ completed }) => `/results?quizAttemptId=${completed}`, says: ranking },
	{ path: ({ completed }) => `/results/${completed}`, says: ranking },
	{ path: () => '/results', says: ({ results }) => always(results.noId) },
	{
		path: () => '/activity',
		says: ({ activity }) => ({
			data: activity.results,
			without: activity.nothingHere,
			failing: activity.loadFailed,
		}),
	},
	{ path: () => '/settings', says: ({ settings }) => always(settings.account) },
	{ path: () => '/your-data', says: ({ yourData }) => always(yourData.title) },
]
