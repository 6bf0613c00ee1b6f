import { inLanguage } from '../language.ts'

/** Knowledge test before its results. A first visit loads it, so keep it small. */
export const test = inLanguage('test', {
	title: 'Policy Knowledge Test',
	loading: 'Loading the test',
	notLoaded: "This part of the test didn't load",
	notLoadedWhy: 'Connect, then reload the page.',
	kept: 'Your answers are saved on this device.',
	reload: 'Reload',
	progress: 'Progress',
	place: (number: number, total: number) => `${number} of ${total}`,
	intro: (total: number) =>
		`${total === 10 ? 'Ten' : total} real promises, names hidden. Then compare all candidates on what you think.`,
	free: 'No account needed. Works offline.',
	about: 'About',
	how: 'Tap a candidate, or swipe the card.',
	guess: 'Your guess',
	question: 'Question',
	whose: 'Whose policy is this?',
	right: 'Right',
	notQuite: 'Not quite',
	/** After the verdict. */
	lastOne: (owner: string) => `The last one was ${owner}.`,
	refused: "Your last guess couldn't be saved. Your results say why.",
	guessFailed: 'Failed to submit guess. Please try again.',
})
