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
		'Evenhand cannot store anything in this browser. Everything works while this page stays open and online, but nothing is kept on this device when you close it.',
})

/** Shared by voters' pages. */
export const ui = inLanguage('ui', {
	answers: (count: number) => (count === 1 ? '1 answer' : `${count} answers`),
	changes: (count: number) => (count === 1 ? '1 change' : `${count} changes`),
	retry: 'Retry',
	loadsByItself: 'It loads by itself when the connection returns.',
	staleOffline: 'No connection. You see what this device last received.',
	serverDay: (day: string) => `By the server's clock, today is ${day}.`,
	stale: 'Could not be brought up to date. You see what this device last received.',
	storeLost:
		"The browser's storage does not answer. Reload the page; everything saved before is kept.",
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
	offline: 'You are offline, and this page is not on this device yet. Connect and try again.',
	stale: 'A newer version of Evenhand is out. Reload to get it.',
	unavailable:
		'This page could not be loaded: the server cannot be reached, or has trouble. Try again in a moment.',
	bug: 'Something in the app went wrong. Reload, or start again from the elections.',
	/** Left out if the browser stores nothing. */
	kept: 'Everything you answered is kept.',
	again: 'Try Again',
	reload: 'Reload',
	start: 'Go to start',
})

export const installing = inLanguage('installing', {
	offer: 'Keep Evenhand at hand',
	offerWhy: 'It opens like any other app, also without a connection.',
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
