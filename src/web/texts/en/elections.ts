import { JURISDICTION_LABELS } from '#domain/jurisdiction.ts'
import { inLanguage } from '../language.ts'

export const elections = inLanguage('elections', {
	title: 'Elections',
	heading: 'Where are you voting?',
	search: 'Search elections',
	searchHint: 'Name, place, ZIP code, or date',
	/** @param shown formatted count. */
	found: (count: number, shown: string) =>
		`Found ${shown} ${count === 1 ? 'election' : 'elections'}`,
	noMatch: (query: string) => `No elections found matching “${query}”`,
	tryAnother: 'Try another name or place.',
	past: 'Past',
	jurisdictions: JURISDICTION_LABELS,
	none: 'No active elections available at the moment.',
	loading: 'Loading elections',
	loadFailed: 'Failed to load data. Please try again.',
	error: (error: string) => `Error loading elections: ${error}`,
	retry: 'Retry',
	needsConnection: 'Connect once to load elections',
	needsConnectionWhy:
		'They aren’t on this device yet. Elections that you open or save here also work offline.',

	quizzes: 'Quizzes',
	inProgress: (answered: number, total: number) => `In progress: ${answered} of ${total}`,
	completed: (day: string | null) => (day === null ? 'Completed' : `Completed on ${day}`),
	/** Under the quiz’s name, so in other words than such names use. */
	types: {
		SCALE: 'Five answers, from strongly disagree to strongly agree.',
		BINARY: 'Two answers for each statement.',
		POLICY_PICK: 'Choose six or more from one list.',
	},
	minutes: (count: number) => `About ${count} min`,
	minutesLeft: (count: number) => `About ${count} min left`,
	notFound: 'Election Not Found',
	back: 'Return to Elections',
	noQuizzes: 'No Active Compare Quizzes Available',
	lookLater: 'Please check back later.',
	loadingQuizzes: 'Loading quizzes',
	quizzesNeedConnection: 'Connect once to load this election',
	quizzesNeedConnectionWhy:
		'Its quizzes aren’t on this device yet. Once they are, you can take them offline.',

	pack: {
		save: 'Save offline',
		keep: 'Keep offline',
		resume: 'Resume saving',
		retry: 'Retry',
		cancel: 'Cancel',
		remove: 'Remove',
		more: 'Details',
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
		full: 'This device is out of room.',
		incomplete: 'Some data did not arrive. Please try again later.',
		unread: 'The server’s reply could not be read. Please try again.',
	},
	removal: {
		title: 'Remove from this device?',
		someRoom: 'some space',
		textOnline: (room: string) =>
			`This frees ${room}. Your answers and results stay, and you can finish quizzes you have started. You need a connection to start others.`,
		textOffline: (room: string) =>
			`This frees ${room}. Your answers and results stay, and you can finish quizzes you have started. You can’t start others until you’re online again.`,
		keep: 'Keep it',
		remove: 'Remove',
		failed: 'It could not be removed. Please try again.',
	},
})

export const activity = inLanguage('activity', {
	title: 'My Activity',
	show: 'Show',
	filters: { ALL: 'All', IN_PROGRESS: 'In Progress', COMPLETED: 'Completed' },
	filter: (name: string, count: string) => `${name} (${count})`,
	states: { IN_PROGRESS: 'In Progress', COMPLETED: 'Completed' },
	unsent: 'Not sent yet',
	notCounted: 'Not counted',
	progressOf: (quiz: string) => `Progress of ${quiz}`,
	answered: (answered: number, total: number) => `${answered} of ${total} questions answered`,
	continue: 'Continue Quiz',
	completedOn: (day: string) => `Completed on ${day}`,
	results: 'View Results',
	none: 'No quizzes here yet',
	noneWhy: 'Quizzes you take show up here. You can continue or review them.',
	noneOf: (filter: string) => `No quizzes under “${filter}”`,
	others: (count: number, shown: string) =>
		count === 1 ? 'There is 1 quiz under “All”.' : `There are ${shown} quizzes under “All”.`,
	showAll: 'Show All',
	takeQuiz: 'Take a Quiz',
	findElections: 'Find Elections',
	loading: 'Loading your quizzes',
	loadFailed: 'Failed to load quiz history',
	retry: 'Retry',
	nothingHere: 'Nothing on this device yet',
	nothingHereWhy:
		'Quizzes you take here show up right away, even offline. Connect once to load those from other devices.',
})

export const answers = inLanguage('answers', {
	scale: {
		stronglyDisagree: 'Strongly disagree',
		disagree: 'Disagree',
		neutral: 'Neutral',
		agree: 'Agree',
		stronglyAgree: 'Strongly agree',
	},
	binary: { disagree: 'Disagree', agree: 'Agree' },
	pick: { notPicked: 'Not picked', picked: 'Picked' },
	none: 'No answer',
	types: { POLICY_PICK: 'Policy Pick', SCALE: 'Scale Rating', BINARY: 'Yes/No' },
	candidates: (count: number): string => (count === 1 ? '1 candidate' : `${count} candidates`),
})
