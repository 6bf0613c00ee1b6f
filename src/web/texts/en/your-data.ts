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
	intro: 'What Evenhand holds about you, and where:',
	onServer: 'On the server',
	onServerWhat:
		'Your username, your email address, a hash of your password, your quizzes with every answer and when you gave it, what you agreed to when you started them, requests for a new password, and a record of changes to your account.',
	onDevice: 'On this device',
	onDeviceWhat:
		'A copy of your quizzes, what you did and was not sent yet, elections that you saved, and settings. It is in this browser only.',
	tests: 'Knowledge tests',
	testsWhat:
		'They belong to no account. The server keeps them without knowing whose they are, so it can neither hand them out nor erase them with your account. Those of this device are in your download, and leave this device with everything else.',
	download: 'Download my data',
	downloadWhat:
		'One file (JSON) with everything, but without your password and without what signs you in.',
	reading: 'Reading your data...',
	saved: (name: string) => `Saved as ${name}.`,
	downloadFailed: 'Your data could not be read from the server. Please try again.',
	deviceFailed: 'Your data could not be read from this device. Please try again.',
	offline: 'No connection. What the server holds needs one; what this device holds does not.',
	downloadDevice: "Download this device's part",
	missing: 'The part of the server is missing: it could not be reached when this file was made.',
	notes: [
		'All moments are in UTC.',
		'Left out are what signs you in, the hash of your password and the secrets of links to set a new one.',
		'Knowledge tests belong to no account: listed are those of the device that made this file.',
	],
	erase: 'Erase my account',
	eraseWhat: 'Everything about you goes, on the server and on this device. It cannot be undone.',
	eraseTitle: 'Erase your account?',
	eraseIntro: 'This is erased for good, on the server and on this device:',
	account:
		'Your account. Every device is signed out; copies in other browsers stay until you remove them there',
	quizzes: ({ quizzes }: HeldCounts) =>
		`${count(quizzes, 'quiz', 'quizzes')} with all answers and results`,
	unsent: (counts: HeldCounts) => `${unsent(counts)} not sent yet`,
	refused: ({ refused }: HeldCounts) =>
		`${count(refused, 'change', 'changes')} that the server did not accept; there is no other copy but what you download`,
	knowledgeTests: ({ knowledgeTests }: HeldCounts) =>
		`${count(knowledgeTests, 'knowledge test', 'knowledge tests')} on this device`,
	password: 'Password',
	passwordWhy: 'To be sure that it is you, enter your password.',
	cancel: 'Cancel',
	eraseAll: 'Erase everything',
	erasing: 'Erasing...',
	eraseFailed: 'Your account could not be erased. Please try again.',
	eraseUnclear:
		'No answer came from the server, so nobody can tell yet whether your account was erased. Check your connection and try again.',
	eraseOffline:
		'Erasing your account needs a connection. What you typed stays here until there is one.',
	erased: 'Your account and everything held about you have been erased.',
	erasedButHere:
		"Your account has been erased, but this browser did not let go of its copy. Delete the data of this site in the browser's settings.",
	settling: 'Finding out whether your account was erased...',
	unsettled:
		'Nobody can tell yet whether your account was erased: the server does not answer. It is asked again when the connection returns.',
	// This device only
	remove: 'Remove from this device only',
	removeWhat: 'Your account stays, and so does everything that was sent.',
	removeTitle: 'Remove your data from this device?',
	removeIntro:
		'You are signed out, and this leaves the device. Your account stays, and so does everything that was sent:',
	copies: ({ quizzes }: HeldCounts) =>
		`The copy of ${count(quizzes, 'quiz', 'quizzes')} in this browser, and what you saved for use without a connection`,
	removeAll: 'Remove and sign out',
	removing: 'Removing...',
	removed: 'Everything of yours was removed from this device. Your account is still there.',
	removedNot:
		"This browser did not let go of everything. Delete the data of this site in the browser's settings.",
})
