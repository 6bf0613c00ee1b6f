import type { Locator, Page } from 'playwright/test'
import type { Texts } from '../support/texts.ts'

/** In the order in which a new device meets them: the first two leave no data on it. */
export const CONDITIONS = ['failing', 'offline without', 'online', 'offline with data'] as const
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
	/** Another address of a screen earlier in the list. */
	readonly again?: true
	/** Main text of the page: with data, without data, and with a failing server. */
	readonly mainTexts: (texts: Texts) => {
		readonly data: string
		readonly without: string
		readonly failing: string
	}
}

/** Navigates within the app like a link, or by URL from outside. */
export const navigateTo = async (page: Page, path: string): Promise<void> => {
	if (page.url() === 'about:blank') return void (await page.goto(path))
	await page.evaluate((to) => history.pushState(null, '', to), path)
}

/** Main text of a page, excluding toasts, which may come before the navigation. */
export const mainText = (page: Page, words: string): Locator => {
	const main = page.getByRole('main')
	return main
		.getByText(words, { exact: true })
		.or(main.getByLabel(words, { exact: true }))
		.first()
}

const always = (text: string) => ({ data: text, without: text, failing: text })

const knowledgeTest: EveryPage['mainTexts'] = ({ test, testEnd }) => ({
	data: test.whose,
	without: testEnd.needsConnection,
	failing: testEnd.startFailed,
})

const operator: EveryPage['mainTexts'] = ({ about }) => ({
	data: about.operator.missing,
	without: about.operator.offline,
	failing: about.operator.failed,
})

export const VISITORS_PAGES: readonly EveryPage[] = [
	{ path: () => '/login', mainTexts: ({ account }) => always(account.welcome) },
	{ path: () => '/register', mainTexts: ({ account }) => always(account.create) },
	{ path: () => '/forgot-password', mainTexts: ({ account }) => always(account.forgot) },
	{
		path: () => '/reset-password?token=abc',
		mainTexts: ({ account }) => always(account.newPasswordTitle),
	},
	{ path: () => '/settings', mainTexts: ({ settings }) => always(settings.appearance) },
	{ path: () => '/about', mainTexts: operator },
	{ path: () => '/test', mainTexts: knowledgeTest },
	{ path: () => '/', again: true, mainTexts: knowledgeTest },
	{ path: () => '/nowhere/at/all', again: true, mainTexts: knowledgeTest },
	{
		path: ({ session }) => `/test?returnToResults=true&sessionId=${session}`,
		mainTexts: ({ testEnd }) => ({
			data: testEnd.yourResults,
			without: testEnd.notHere,
			failing: testEnd.notHere,
		}),
	},
	{
		path: ({ session }) => `/test/results/${session}`,
		mainTexts: ({ testEnd }) => ({
			data: testEnd.detailed,
			without: testEnd.needsConnection,
			failing: testEnd.startFailed,
		}),
	},
	{ path: () => '/elections', again: true, mainTexts: ({ account }) => always(account.welcome) },
]

const question: EveryPage['mainTexts'] = ({ quiz }) => ({
	data: quiz.question,
	without: quiz.loadFailed,
	failing: quiz.loadFailed,
})
const ranking: EveryPage['mainTexts'] = ({ results }) => ({
	data: results.yours,
	without: results.failed,
	failing: results.failed,
})
const list: EveryPage['mainTexts'] = ({ elections }) => ({
	data: elections.heading,
	without: elections.needsConnection,
	failing: elections.retry,
})

export const VOTERS_PAGES: readonly EveryPage[] = [
	{ path: () => '/elections', mainTexts: list },
	{ path: () => '/quiz', again: true, mainTexts: list },
	{ path: () => '/', again: true, mainTexts: list },
	{
		path: ({ electionId }) => `/elections/${electionId}/quizzes`,
		mainTexts: ({ answers, elections }) => ({
			data: answers.types.BINARY,
			without: elections.quizzesNeedConnection,
			failing: elections.retry,
		}),
	},
	{
		path: ({ quizId }) => `/quiz/${quizId}`,
		mainTexts: ({ quiz }) => ({
			data: quiz.howItWorks,
			without: quiz.notHere,
			failing: quiz.introFailed,
		}),
	},
	{ path: ({ quizId, open }) => `/quiz/${quizId}?attemptId=${open}`, mainTexts: question },
	{ path: ({ open }) => `/quiz/continue/${open}`, again: true, mainTexts: question },
	{ path: ({ completed }) => `/results?quizAttemptId=${completed}`, mainTexts: ranking },
	{ path: ({ completed }) => `/results/${completed}`, again: true, mainTexts: ranking },
	{ path: () => '/results', mainTexts: ({ results }) => always(results.noId) },
	{
		path: () => '/activity',
		mainTexts: ({ activity }) => ({
			data: activity.results,
			without: activity.nothingHere,
			failing: activity.loadFailed,
		}),
	},
	{ path: () => '/settings', mainTexts: ({ settings }) => always(settings.account) },
	{ path: () => '/about', mainTexts: operator },
	{ path: () => '/your-data', mainTexts: ({ yourData }) => always(yourData.title) },
]
