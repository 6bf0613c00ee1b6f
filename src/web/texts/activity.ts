import { inLanguage } from './language.ts'

/** The voter's attempts. */
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
	noneWhy: 'What you take shows up here, to go on with or to look at again.',
	noneOf: (filter: string) => `No quizzes under “${filter}”`,
	/** @param shown the number as it is written. */
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
		'Quizzes that you take here show up at once, also without a connection. What you took elsewhere needs a connection once.',
})
