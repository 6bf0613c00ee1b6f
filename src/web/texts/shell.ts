import { inLanguage } from './language.ts'

/** What stands around the pages of a voter, and the headers of pages below a list. */
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
