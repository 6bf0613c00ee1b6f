import { inLanguage } from '../language.ts'

export interface HeldCounts {
	readonly quizzes: number
	readonly unsentAnswers: number
	readonly unsent: number
	readonly refused: number
	readonly knowledgeTests: number
}

const count = (number: number, one: string, many: string): string =>
	`${number} ${number === 1 ? one : many}`

/** Counts changes only if there are no answers among them. */
const unsent = ({ unsentAnswers, unsent: changes }: HeldCounts): string =>
	unsentAnswers > 0
		? count(unsentAnswers, 'answer', 'answers')
		: count(changes, 'change', 'changes')

export const yourData = inLanguage('yourData', {
	title: 'Your data',
	intro: 'What Evenhand stores about you, and where:',
	onServer: 'On the server',
	onServerWhat:
		'Your username and email address. Your password, scrambled so that nobody can read it. Your quizzes: every answer, when you gave it, and what you agreed to when you started. Requests for a new password, and a log of changes to your account.',
	onDevice: 'On this device',
	onDeviceWhat:
		'A copy of your quizzes, anything not sent yet, your notes on results, saved elections, and your settings. They are in this browser only.',
	tests: 'Knowledge tests',
	testsWhat:
		'They are anonymous, so we cannot find yours on the server to download or erase them. Those on this device are in your download, and are removed from it with everything else.',
	download: 'Download my data',
	downloadWhat: 'One file (JSON) with everything except your password and your sign-in keys.',
	reading: 'Reading your data...',
	saved: (name: string) => `Saved as ${name}.`,
	downloadFailed: 'Your data could not be read from the server. Please try again.',
	deviceFailed: 'Your data could not be read from this device. Please try again.',
	offline: 'No connection. You can download only what is on this device.',
	downloadDevice: 'Download what is on this device',
	missing:
		'What the server stores is missing here. The server did not respond when this file was created.',
	notes: [
		'All times are in UTC.',
		'Your sign-in keys, the hash of your password, and the secrets in password reset links are left out.',
		'Knowledge tests belong to no account. This file lists those on the device that created it.',
	],
	erase: 'Erase my account',
	eraseWhat:
		'Everything about you will be deleted, on the server and on this device. This cannot be undone.',
	eraseTitle: 'Erase your account?',
	eraseIntro: 'This will be erased permanently, on the server and on this device:',
	account:
		'Your account. Every device is signed out. Copies in other browsers stay until you remove them there',
	quizzes: ({ quizzes }: HeldCounts) =>
		`${count(quizzes, 'quiz', 'quizzes')} with all answers and results`,
	unsent: (counts: HeldCounts) => `${unsent(counts)} not sent yet`,
	refused: ({ refused }: HeldCounts) =>
		`${count(refused, 'change', 'changes')} that the server did not accept. The only other copy is one you download`,
	knowledgeTests: ({ knowledgeTests }: HeldCounts) =>
		`${count(knowledgeTests, 'knowledge test', 'knowledge tests')} on this device`,
	password: 'Password',
	passwordWhy: 'Enter your password to confirm it’s you.',
	cancel: 'Cancel',
	eraseAll: 'Erase everything',
	erasing: 'Erasing...',
	eraseFailed: 'Your account could not be erased. Please try again.',
	eraseUnclear:
		'The server did not respond, so we don’t know yet if your account was erased. Check your connection and try again.',
	eraseOffline:
		'You need a connection to erase your account. What you typed stays here until you have one.',
	erased: 'Your account and everything we stored about you have been erased.',
	erasedButHere:
		'Your account has been erased, but this browser couldn’t delete its copy. Delete this site’s data in the browser’s settings.',
	settling: 'Checking if your account was erased...',
	unsettled:
		'The server is not responding, so we don’t know yet if your account was erased. We’ll check again automatically.',
	// This device only
	remove: 'Remove from this device only',
	removeWhat: 'Your account and everything that was sent are kept.',
	removeTitle: 'Remove your data from this device?',
	removeIntro:
		'You will be signed out. Your account and everything that was sent are kept. This will be removed:',
	copies: ({ quizzes }: HeldCounts) =>
		`The copy of ${count(quizzes, 'quiz', 'quizzes')} in this browser, and everything you saved for offline use`,
	removeAll: 'Remove and sign out',
	removing: 'Removing...',
	removed: 'All your data was removed from this device. Your account is still there.',
	removedNot:
		'This browser couldn’t delete everything. Delete this site’s data in the browser’s settings.',
})
