import { inLanguage } from './language.ts'

/** The knowledge test until its results: what a first visit loads, so nothing else stands here. */
export const test = inLanguage('test', {
	title: 'Policy Knowledge Test',
	loading: 'Loading the knowledge test',
	notLoaded: 'This part of the test could not be loaded',
	notLoadedWhy: 'Everything you answered is kept on this device. Connect, and load the page again.',
	reload: 'Reload',
	progress: 'Progress',
	place: (number: number, total: number) => `${number} of ${total}`,
	how: 'Tap a candidate, or swipe the card to their side.',
	guess: 'Your guess',
	saved: 'Your first ten are saved. Go on as long as you like.',
	results: 'See Results',
	question: 'Question',
	whose: 'Whose policy is this?',
	outcome: (correct: boolean, owner: string) =>
		`${correct ? 'Right' : 'Not quite'}: the last one was ${owner}.`,
	guessFailed: 'Failed to submit guess. Please try again.',
})
