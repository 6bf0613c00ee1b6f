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

export const toasting = inLanguage('toasting', { messages: 'Messages', close: 'Close' })

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
