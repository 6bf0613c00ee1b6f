import { inLanguage } from '../language.ts'

/** The page of the settings. */
export const settings = inLanguage('settings', {
	title: 'Settings',
	deviceOnly: 'Appearance and language belong to this device and stay when somebody signs out.',
	system: 'System',
	// Appearance.
	appearance: 'Appearance',
	theme: 'Theme',
	light: 'Light',
	dark: 'Dark',
	motion: 'Motion',
	reduceMotion: 'Reduce motion',
	// Language.
	language: 'Language',
	languageWhy: 'The page loads again in the language that you choose.',
	statements: 'Statements stay in the language in which they were entered.',
	// The app.
	app: 'App',
	storage: 'Storage on this device',
	used: (used: string, allowed: string) => `${used} of ${allowed} used`,
	usedLabel: 'Storage used',
	unknown: 'This browser does not tell how much is used.',
	persistent: 'This browser keeps it until you remove it.',
	passing: 'This browser may delete it when the device runs out of room.',
	keep: 'Ask to keep it',
	notKept:
		'This browser did not agree. It decides by itself; installing the app or using it often helps.',
	nothingKept: 'This browser stores nothing for Evenhand.',
	saved: 'Elections saved offline',
	noneSaved: 'None. “Save offline” on an election keeps it on this device.',
	savedFailed: 'The saved elections could not be shown.',
	remove: 'Remove',
	removeOne: (election: string) => `Remove: ${election}`,
	// The voter's data and account.
	yourData: 'Your data',
	yourDataWhy: 'Download everything that is held about you, or erase it.',
	toYourData: 'Go to your data',
	account: 'Account',
	username: 'Username',
	email: 'Email',
	signOut: 'Sign Out',
})
