import { inLanguage } from '../language.ts'

const answers = (count: number): string => (count === 1 ? '1 answer' : `${count} answers`)

export const sync = inLanguage('sync', {
	// Status in the bar
	closeTabs: 'Close other tabs',
	storeSilent: 'Storage does not answer',
	noRoom: 'No room on this device',
	signInToSend: (count: number) => `Sign in to send ${count}`,
	updateNeeded: 'Update needed',
	notSent: (count: number) => `${count} could not be sent`,
	offline: 'Offline',
	offlineUnsent: (count: number) => `Offline, ${count} not sent yet`,
	allSent: 'Everything is sent',
	sendingSome: (count: number) => `Sending ${count}`,
	unsent: (count: number) => `${count} not sent yet`,
	/** For a phone's bar. */
	unsentShort: (count: number) => `${count} unsent`,
	notKept: 'Nothing is kept on this device',
	// For screen readers
	saidNoRoom: 'This device is out of room. Nothing new can be saved.',
	saidSignIn: 'Sign in again to send your answers.',
	saidUpdate: 'A newer version of Evenhand is needed to send your answers.',
	saidRefused: 'Something could not be sent.',
	saidOffline: 'No connection. Answers are saved on this device.',
	/** If the browser stores nothing. */
	saidOfflineNotKept: 'No connection. Keep this page open: nothing is kept on this device.',
	saidUnsentNotKept: 'Some answers are not sent yet. Keep this page open until they are.',
	saidSent: 'Everything is sent.',
	saidUnsent: 'Some answers are saved on this device and not sent yet.',
	// List of unsent entries
	title: 'Sent and unsent',
	notEverything: 'Not everything could be sent yet.',
	nothing: 'Nothing waits to be sent.',
	toReset: 'Open the quiz to reset it',
	waiting: 'Waiting to be sent',
	waitingWhy: 'Saved on this device. Sent by itself once it can be.',
	waitingNotKept: 'Not saved on this device. Keep this page open until everything is sent.',
	sending: 'Sending...',
	sendNow: 'Send now',
	thisDevice: 'This device',
	connection: {
		checking: 'Connection: checking...',
		online: 'Connection: online',
		offline: 'Connection: offline',
		unreachable: 'Connection: the server cannot be reached',
		failing: 'Connection: online, but the server has trouble',
	},
	whereKept:
		'Your answers are kept in this browser on this device, and sent only to the server of Evenhand, under your name.',
	nowhereKept:
		'Nothing is kept in this browser. Your answers are sent only to the server of Evenhand, under your name.',
	close: 'Close',
	waitsSignIn: 'Waits for you to sign in again',
	waitsUpdate: 'Waits for a newer version of Evenhand',
	waitsConnection: 'Waits for a connection',
	soon: 'Sent as soon as possible',
	nextTrySeconds: (seconds: number) => `Next try in ${seconds} s`,
	nextTryMinutes: (minutes: number) => `Next try in ${minutes} min`,
	// Waiting or refused commands
	start: 'the start',
	newStart: 'the new start',
	completion: 'the completion',
	ofQuiz: (deeds: string, quiz: string) => `${deeds} of “${quiz}”`,
	picked: (count: number) => `${count} ${count === 1 ? 'policy' : 'policies'} picked`,
	deeds: {
		'quiz.start': 'Starting the quiz',
		'quiz.interact': 'An answer',
		'quiz.complete': 'Completing the quiz',
		'quiz.reset': 'Starting the quiz again',
	},
	aChange: 'A change',
	// Sign-out with unsent entries. @param unsent formatted count.
	unsentTitle: (unsent: string) => `${unsent} not sent yet`,
	unsentWhy: (count: number) =>
		`${count === 1 ? 'It is' : 'They are'} saved on this device, but the server does not know ${count === 1 ? 'it' : 'them'} yet. What is kept here is sent when you next sign in on this device. What should happen before you sign out?`,
	unsentNotKept:
		'The server does not have everything yet, and this browser keeps nothing: what is not sent is lost when you sign out. What should happen first?',
	someLeft: 'Not everything could be sent. Check your connection and try again.',
	keep: 'Keep on this device',
	discard: 'Discard',
	stay: 'Stay signed in',
	refusedTitle: (count: number) =>
		`${count === 1 ? '1 change' : `${count} changes`} could not be sent`,
	refusedWhy: (count: number) =>
		`The server did not accept ${count === 1 ? 'it' : 'them'}. Signing out of this shared device removes everything of yours from it. You can save a copy first.`,
	saveCopy: 'Save a copy',
	discardAndLeave: 'Discard and sign out',
	// Storage errors
	blocked: 'Evenhand is open in another tab in an older version. Close that tab to go on.',
	reload: 'Reload',
	evicted: (unsent: number) =>
		`This browser has deleted what Evenhand kept on this device. ${
			unsent === 0 ? 'Everything of yours had been sent.' : `${answers(unsent)} had not been sent.`
		}`,
})

export const refused = inLanguage('refused', {
	title: 'Not accepted',
	why: (count: number) =>
		`The server did not accept ${count === 1 ? 'this' : 'these'}. Nothing else is affected.`,
	inQuiz: (quiz: string) => `in ${quiz}`,
	quoted: (text: string) => `“${text}”`,
	yourAnswer: (answer: string) => `Your answer: ${answer}`,
	serverSays: (reason: string) => `The server says: ${reason}`,
	everything: 'everything that was not accepted',
	retry: 'Try again',
	copy: 'Save a copy',
	discard: 'Discard',
	keep: 'Keep',
	retryAll: 'Try all',
	copyAll: 'Save all',
	discardAll: 'Discard all',
	sure: 'Discard this for good?',
	sureBeginning: 'Discard this and its answers for good?',
	sureAll: (count: number) => `Discard all ${count} for good?`,
	replaced: 'You have another attempt at this quiz by now, so this one cannot be sent.',
	gone: 'What this belongs to is no longer on this device, so it cannot be sent.',
	left: (count: number) =>
		`${count} of these cannot be sent again: you have another attempt at the quiz by now, or it is no longer on this device.`,
	noReason: 'The server gave no reason.',
	fileName: 'evenhand-not-accepted.txt',
	file: 'Evenhand: what the server did not accept',
	savedOn: (moment: string) => `Saved on ${moment}`,
	what: (deed: string, quiz: string) => `${deed} (${quiz})`,
	statement: (text: string) => `Statement: ${text}`,
	words: (text: string) => `Your words: ${text}`,
	at: (moment: string) => `Not accepted: ${moment}`,
	reason: (text: string) => `Reason: ${text}`,
})
