import { inLanguage } from '../language.ts'

// Texts that a first visit does not load.

/** Shared by voters' pages. */
export const ui = inLanguage('ui', {
	answers: (count: number) => (count === 1 ? '1 answer' : `${count} answers`),
	changes: (count: number) => (count === 1 ? '1 change' : `${count} changes`),
	retry: 'Retry',
	loadsByItself: 'It will load automatically when you are back online.',
	staleOffline: 'No connection. Showing the last saved version.',
	serverDay: (day: string) => `The server’s date is ${day}.`,
	stale: 'Could not update. Showing the last saved version.',
	storeLost:
		'The browser’s storage is not responding. Reload the page. What you saved before is safe.',
	noRoom: 'This device is out of room. Free some space and try again.',
	notCounted: (reason: string) => `Not counted: ${reason}`,
	closedOn: (day: string) => `Not counted: the quiz closed on ${day}`,
	failed: 'An error occurred. Please try again.',
})

export const updating = inLanguage('updating', {
	ready: 'A new version is ready',
	later: 'Later',
	reload: 'Reload',
	reloading: 'Reloading...',
})

export const installing = inLanguage('installing', {
	offer: 'Use Evenhand as an app',
	offerWhy: 'It opens like any other app, even without a connection.',
	notNow: 'Not now',
	showHow: 'Show me how',
	install: 'Install',
	installApp: 'Install the app',
	byHand: 'Add Evenhand to your Home Screen',
	steps: [
		"Tap Share in your browser's bar: the square with an arrow pointing up.",
		'Scroll down and tap “Add to Home Screen”.',
		'Tap “Add”.',
	],
	close: 'Close',
})
