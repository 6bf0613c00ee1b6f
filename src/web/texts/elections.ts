import { inLanguage } from './language.ts'

/** The elections, their quizzes, and having them without a connection. */
export const elections = inLanguage('elections', {
	title: 'Elections',
	heading: 'Where are you voting?',
	search: 'Search elections',
	searchHint: 'Name, place, ZIP code, or date',
	/** @param shown the number as it is written. */
	found: (count: number, shown: string) =>
		`Found ${shown} ${count === 1 ? 'election' : 'elections'}`,
	noMatch: (query: string) => `No elections found matching “${query}”`,
	tryAnother: 'Try another name or place.',
	/** Of an election whose day is over. */
	past: 'Past',
	none: 'No active elections available at the moment.',
	loading: 'Loading elections',
	loadFailed: 'Failed to load data. Please try again.',
	error: (error: string) => `Error loading elections: ${error}`,
	retry: 'Retry',
	needsConnection: 'The elections need a connection once',
	needsConnectionWhy:
		'This device has not received them yet. Afterwards, elections that you open or save can be taken without one, from the first answer to the results.',

	quizzes: 'Quizzes',
	inProgress: (answered: number, total: number) => `In progress: ${answered} of ${total}`,
	completed: (day: string | null) => (day === null ? 'Completed' : `Completed on ${day}`),
	minutes: (count: number) => `About ${count} min`,
	minutesLeft: (count: number) => `About ${count} min left`,
	notFound: 'Election Not Found',
	back: 'Return to Elections',
	noQuizzes: 'No Active Compare Quizzes Available',
	lookLater: 'Please look in again later.',
	loadingQuizzes: 'Loading quizzes',
	quizzesNeedConnection: 'This election needs a connection once',
	quizzesNeedConnectionWhy:
		'Its quizzes are not on this device yet. Once they are, you can take them without a connection.',

	pack: {
		save: 'Save offline',
		keep: 'Keep offline',
		resume: 'Resume saving',
		retry: 'Retry',
		cancel: 'Cancel',
		remove: 'Remove',
		more: 'Storage',
		less: 'Hide',
		actionOn: (action: string, election: string) => `${action}: ${election}`,
		progressOf: (election: string) => `Saving ${election}`,
		steps: (done: number, total: number) => `${done} of ${total}`,
		saving: 'Saving…',
		ready: 'Available offline',
		saved: 'Saved',
		updated: (moment: string) => `updated ${moment}`,
		empty: 'No quizzes at the moment',
		away: 'Needs a connection',
		absent: 'Not available offline',
		partly: 'Partly saved',
		part: (here: number, total: number) => `${here} of ${total} candidates`,
		partHere: (part: string) => `Saved: ${part}`,
		notUpdated: 'Could not be updated',
		notSaved: 'Could not be saved',
		full: 'There is no room left on this device.',
		incomplete: 'The server did not send everything. Please try again later.',
		unread: 'The server could not be read. Please try again.',
	},
	removal: {
		title: 'Remove from this device?',
		someRoom: 'some room',
		textOnline: (room: string) =>
			`This frees ${room}. Your answers and results stay, and quizzes that you have begun can be finished. Starting another one needs a connection then.`,
		textOffline: (room: string) =>
			`This frees ${room}. Your answers and results stay, and quizzes that you have begun can be finished. Starting another one will not work until you are online again.`,
		keep: 'Keep it',
		remove: 'Remove',
		failed: 'This could not be removed. Please try again.',
	},
})
