import { inLanguage } from '../language.ts'

export const nav = inLanguage('nav', {
	skip: 'Skip to content',
	main: 'Main',
	about: 'About',
	login: 'Login',
	register: 'Register',
})

export const shell = inLanguage('shell', {
	main: 'Main',
	menu: 'Menu',
	elections: 'Elections',
	findElections: 'Find Elections',
	myResults: 'My Results',
	dashboard: 'Dashboard',
	settings: 'Settings',
	yourData: 'Your data',
	logout: 'Logout',
	signOut: 'Sign Out',
	logoutFailed: 'Failed to logout. Please try again.',
	close: 'Close',
	back: 'Back',
	home: 'Home',
	quizzes: 'Quizzes',
	quiz: 'Quiz',
	results: 'Results',
	nothingKept:
		'This browser does not let Evenhand save anything. The app works while this page is open and online, but nothing stays on this device when you close it.',
})

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

export const toasting = inLanguage('toasting', { messages: 'Messages', close: 'Close' })

export const updating = inLanguage('updating', {
	ready: 'A new version is ready',
	later: 'Later',
	reload: 'Reload',
	reloading: 'Reloading...',
})

/** Error page. Bundled with the app, because nothing can be loaded then. */
export const broken = inLanguage('broken', {
	title: 'Unexpected Application Error',
	offline: 'You’re offline, and this page is not saved on this device yet. Connect and try again.',
	stale: 'A newer version of Evenhand is out. Reload to get it.',
	unavailable:
		'This page could not be loaded because the server is not responding. Try again in a moment.',
	bug: 'Something went wrong in the app. Reload the page, or start over from the elections.',
	/** Left out if the browser stores nothing. */
	kept: 'Your answers are safe.',
	again: 'Try Again',
	reload: 'Reload',
	start: 'Go to start',
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
