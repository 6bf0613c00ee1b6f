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
	/** Roles and names with data, in the order in which a screen reader meets them. */
	readonly order?: (texts: Texts) => readonly string[]
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

const heading = (name: string): string => `heading "${name}"`
const button = (name: string): string => `button "${name}"`
const link = (name: string): string => `link "${name}"`
const textbox = (name: string): string => `textbox "${name}"`

export const VISITORS_PAGES: readonly EveryPage[] = [
	{
		path: () => '/login',
		mainTexts: ({ account }) => always(account.welcome),
		order: ({ account }) => [
			heading(account.welcome),
			textbox(account.username),
			textbox(account.password),
			`checkbox "${account.remember}"`,
			link(account.forgot),
			button(account.signIn),
		],
	},
	{
		path: () => '/register',
		mainTexts: ({ account }) => always(account.create),
		order: ({ account }) => [
			heading(account.create),
			textbox(account.username),
			textbox(account.password),
			textbox(account.confirm),
		],
	},
	{ path: () => '/forgot-password', mainTexts: ({ account }) => always(account.forgot) },
	{
		path: () => '/reset-password?token=abc',
		mainTexts: ({ account }) => always(account.newPasswordTitle),
	},
	{ path: () => '/settings', mainTexts: ({ settings }) => always(settings.appearance) },
	{
		path: () => '/about',
		mainTexts: operator,
		order: ({ about }) => [
			heading(about.title),
			heading(about.what.title),
			heading(about.score.title),
			heading(about.stored.title),
			heading(about.operator.title),
		],
	},
	{
		path: () => '/test',
		mainTexts: knowledgeTest,
		// The heading of level 2 is the policy.
		order: ({ test }) => [heading(test.whose), '[level=2]', `group "${test.guess}"`, 'button'],
	},
	{ path: () => '/', again: true, mainTexts: knowledgeTest },
	{ path: () => '/nowhere/at/all', again: true, mainTexts: knowledgeTest },
	{
		path: ({ session }) => `/test?returnToResults=true&sessionId=${session}`,
		mainTexts: ({ testEnd }) => ({
			data: testEnd.yourResults,
			without: testEnd.notHere,
			failing: testEnd.notHere,
		}),
		order: ({ testEnd }) => [heading(testEnd.yourResults), 'definition', '[level=2]', 'link'],
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
	{
		path: () => '/elections',
		mainTexts: list,
		order: ({ elections }) => [heading(elections.heading), 'searchbox', 'status', 'list', 'link'],
	},
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
		order: ({ quiz }) => ['[level=1]', button(quiz.goOn), heading(quiz.howItWorks), 'list'],
	},
	{
		path: ({ quizId, open }) => `/quiz/${quizId}?attemptId=${open}`,
		mainTexts: question,
		order: ({ quiz, answers }) => [
			'[level=1]',
			'progressbar',
			'[level=2]',
			button(answers.binary.disagree),
			button(answers.binary.agree),
			button(quiz.skip),
		],
	},
	{ path: ({ open }) => `/quiz/continue/${open}`, again: true, mainTexts: question },
	{
		path: ({ completed }) => `/results?quizAttemptId=${completed}`,
		mainTexts: ranking,
		order: ({ results, sideBySide, knowing }) => [
			heading(results.yours),
			`tab "${results.summary}"`,
			heading(results.topMatch),
			heading(results.howCertain),
			heading(results.allCandidates),
			link(sideBySide.compare),
			button(results.whereYouDiffer),
			button(results.yourPriorities),
			heading(knowing.choice),
			button(results.share),
			link(results.retake),
		],
	},
	{
		path: ({ completed }) => `/results?quizAttemptId=${completed}&view=side-by-side`,
		mainTexts: ({ results, sideBySide }) => ({
			data: sideBySide.title,
			without: results.failed,
			failing: results.failed,
		}),
		order: ({ sideBySide }) => [
			heading(sideBySide.title),
			'button',
			'table',
			`columnheader "${sideBySide.you}"`,
			'rowheader',
		],
	},
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

/** Path of each back-office page, and the button that opens its form. */
export const adminPages = (
	electionId: string,
	candidateId: string,
): readonly (readonly string[])[] => [
	['/admin'],
	['/admin/elections', 'New election'],
	['/admin/candidates', 'New candidate'],
	[`/admin/compare-quizzes/${electionId}`, 'New compare quiz'],
	['/admin/compare-quizzes'],
	['/admin/extract-policies'],
	[`/admin/extract-policies/${candidateId}?step=source`],
	[`/admin/edit-policies/${candidateId}`, 'Add policy'],
	[`/admin/positions/${electionId}`, 'Paste…'],
	['/admin/positions'],
	['/admin/categories'],
	['/admin/policy-stats'],
	['/admin/users'],
	['/admin/test-management', 'Create New Test'],
	['/admin/test-feedback'],
	['/admin/history'],
	['/admin/about'],
	['/admin/exchange'],
	['/moderator'],
]
