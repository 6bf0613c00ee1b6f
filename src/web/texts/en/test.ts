import { inLanguage } from '../language.ts'

/** Knowledge test before its results. A first visit loads it, so keep it small. */
export const test = inLanguage('test', {
	title: 'Policy Knowledge Test',
	loading: 'Loading the knowledge test',
	notLoaded: 'This part of the test could not be loaded',
	notLoadedWhy: 'Connect, and load the page again.',
	kept: 'Everything you answered is kept on this device.',
	reload: 'Reload',
	progress: 'Progress',
	place: (number: number, total: number) => `${number} of ${total}`,
	how: 'Tap a candidate, or swipe the card to their side.',
	guess: 'Your guess',
	/** If the browser stores nothing. */
	firstTen: 'You have guessed ten.',
	saved: 'Your first ten are saved.',
	results: 'See Results',
	question: 'Question',
	whose: 'Whose policy is this?',
	right: 'Right',
	notQuite: 'Not quite',
	/** After the verdict. */
	lastOne: (owner: string) => `The last one was ${owner}.`,
	refused: 'Your last guess was not accepted. Your results say why.',
	guessFailed: 'Failed to submit guess. Please try again.',
})
