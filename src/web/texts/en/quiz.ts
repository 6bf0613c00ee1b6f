import { inLanguage } from '../language.ts'

const questions = (count: number, total: number): string =>
	`${count} of ${total} questions answered`

export const quiz = inLanguage('quiz', {
	title: 'Quiz',
	loading: 'Loading quiz',
	tryAgain: 'Try Again',
	backToElections: 'Back to Elections',
	backToQuiz: 'Back to Quiz',
	myActivity: 'My Activity',
	viewElections: 'View All Elections',
	browseOthers: 'Browse Other Quizzes',

	election: 'Election',
	howItWorks: 'How it works',
	steps: {
		statements: 'You’ll see statements in mixed order, about as many for each candidate.',
		SCALE: 'Swipe each card, or tap one of the five answers.',
		BINARY: 'Tap Agree or Disagree for each statement.',
		POLICY_PICK: 'Check the policies you want, six or more, and submit.',
		change: 'You can change answers until you finish.',
		end: 'At the end, you’ll see how closely you match each candidate, and why.',
	},
	noNames: 'No candidate names are shown. You won’t see whose statement it is until the end.',
	policyCount: (count: number): string =>
		count === 1 ? '1 validated policy' : `${count} validated policies`,
	inProgress: (answered: number, total: number): string =>
		`In progress: ${questions(answered, total)}`,
	start: 'Start Quiz',
	/** A new text requires a new `CONSENT_VERSION` (`domain/quiz.ts`). */
	consent:
		'Your answers show political opinions. By taking this quiz, you agree that this site’s server keeps them under your account until you erase it. Your browser keeps a copy if it can.',
	yourData: 'Your data',
	goOn: 'Continue Quiz',
	cannotStart: 'Cannot Start Quiz',
	needsTwo: 'This quiz needs at least 2 candidates.',
	cannotTake: 'You can’t take this quiz right now.',
	notHere: 'Connect once to load this quiz',
	notHereText: 'Its statements aren’t on this device yet. Once they are, you can take it offline.',

	alreadyCompleted: "You've already completed this quiz.",
	completedOn: (day: string): string => `You finished it on ${day}.`,
	replaces: 'Retaking the quiz replaces this result.',
	viewResults: 'View Results',
	reset: 'Retake Quiz',

	question: 'Question',
	progress: 'Progress',
	previous: 'Previous statement',
	/** Visible label of the same button. */
	back: 'Previous',
	place: (number: number, total: number): string => `${number} of ${total}`,
	/** For screen readers, when the statement appears. */
	announced: (number: number, total: number, statement: string): string =>
		`Statement ${number}, ${total} in all: ${statement}`,
	yourAnswer: 'Your answer',
	skip: 'Skip',
	/** For screen readers, after a skip. */
	skippedOne: 'Skipped. You can come back to it.',
	neutralCounts: 'Neutral counts as an answer.',
	skipLeavesOut: 'Skip leaves it out.',
	seeResultsNow: 'See results now',
	left: (count: number): string => `${count} left`,
	placeOfSkipped: (number: number, total: number): string => `Skipped: ${number} of ${total}`,
	skippedCount: (count: number): string =>
		count === 1 ? 'You skipped 1 statement' : `You skipped ${count} statements`,
	skippedText: 'Skipped statements are left out of your results. You can still answer them.',
	moreNeeded: (count: number): string =>
		`Your results need at least ${count} more ${count === 1 ? 'answer' : 'answers'}.`,
	answerSkipped: 'Answer skipped statements',
	seeResults: 'See results',
	swipeHint: 'Swipe right to agree, left to disagree',
	highPriority: 'High Priority',
	complexTopic: 'Complex Topic',
	unclear: 'This statement may need clarification.',
	background: 'Background',
	source: 'Source:',
	close: 'Close',

	which: 'Which of these do you want?',
	pickAtLeast: (count: number): string => `Pick at least ${count}.`,
	needMore: (count: number): string => `Need ${count} more ${count === 1 ? 'policy' : 'policies'}`,
	selected: (count: number): string => `${count} selected`,
	submit: 'Submit',
	submitting: 'Submitting...',

	howToAnswer: 'How to answer',
	tutorial: {
		swipe: 'Swipe right to agree, left to disagree. Swipe further to say “strongly.”',
		tapFive: 'Or tap an answer: filled thumbs mean “strongly.”',
		tapTwo: 'Tap the thumb up to agree, or the thumb down to disagree.',
		skip: 'Skip one to come back later.',
		tick: 'Check the policies you want, six or more.',
		submitAll: 'Then submit them all at once.',
	},
	gotIt: 'Got it!',

	lastOne: 'That was the last one',
	yourResults: 'Your results',
	workingOut: 'Calculating your results...',

	noSession: 'No valid quiz session found. Please restart the quiz.',
	noQuiz: 'No quiz selected',
	noMore: 'No more questions available.',
	loadFailed: 'Failed to load quiz attempt. Please try again.',
	questionFailed: 'Failed to fetch question. Please try again.',
	stateFailed: 'Unable to fetch quiz state.',
	candidatesFailed: 'Unable to load candidates. Please try again.',
	policiesFailed: 'Unable to load candidate policies. Please try again.',
	introFailed: 'Failed to load compare quiz data. Please try again.',
	validateFailed: 'Failed to validate quiz. Please try again.',
	/** Needed data is no longer on this device. */
	unable: {
		start: 'Unable to start quiz. Please try again.',
		reset: 'Unable to reset quiz. Please try again.',
		answer: 'Unable to submit answer. Please try again.',
		complete: 'Unable to complete quiz. Please try again.',
	},
	failed: {
		start: 'Failed to start quiz. Please try again.',
		reset: 'Failed to reset quiz. Please try again.',
		answer: 'Failed to submit answer. Please try again.',
		complete: 'Failed to complete the quiz. Please try again.',
	},
	noRoomToStart:
		'This device is out of room, so the quiz was not started. Free some space and try again.',
	noRoomToAnswer:
		'This device is out of room, so your answer was not saved. Free some space and answer again.',
	noRoomToComplete:
		'This device is out of room, so the quiz was not completed. Free some space and try again.',
})
