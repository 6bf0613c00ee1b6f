import { inLanguage } from '../language.ts'

const answers = (count: number): string => (count === 1 ? '1 answer' : `${count} answers`)

export const sync = inLanguage('sync', {
	// Status in the bar
	/** Under the icon. At most six letters. */
	label: 'Sync',
	closeTabs: 'Close other tabs',
	storeSilent: 'Storage not responding',
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
	notKept: 'Nothing is saved on this device',
	// For screen readers
	saidNoRoom: 'This device is out of room. Nothing new can be saved.',
	saidSignIn: 'Sign in again to send your answers.',
	saidUpdate: 'Update Evenhand to send your answers.',
	saidRefused: 'Something could not be sent.',
	saidOffline: 'No connection. Answers are saved on this device.',
	/** If the browser stores nothing. */
	saidOfflineNotKept: 'No connection. Keep this page open: nothing is saved on this device.',
	saidUnsentNotKept: 'Some answers are not sent yet. Keep this page open until they are.',
	saidSent: 'Everything is sent.',
	saidUnsent: 'Some answers are saved on this device and not sent yet.',
	// List of unsent entries
	title: 'Sync status',
	notEverything: 'Not everything could be sent yet.',
	nothing: 'Everything is sent.',
	toReset: 'Open the quiz to retake it',
	waiting: 'Waiting to be sent',
	waitingWhy: 'Saved on this device. Will be sent automatically.',
	waitingNotKept: 'Not saved on this device. Keep this page open until everything is sent.',
	sending: 'Sending...',
	sendNow: 'Send now',
	thisDevice: 'This device',
	connection: {
		checking: 'Connection: checking...',
		online: 'Connection: online',
		offline: 'Connection: offline',
		unreachable: 'Connection: the server is not responding',
		failing: 'Connection: online, but the server has a problem',
	},
	whereKept:
		'Your answers are saved in this browser. They are sent only to the Evenhand server, under your username.',
	nowhereKept:
		'Nothing is saved in this browser. Your answers are sent only to the Evenhand server, under your username.',
	close: 'Close',
	waitsSignIn: 'Sign in again to send',
	waitsUpdate: 'Update Evenhand to send',
	waitsConnection: 'Waiting for a connection',
	soon: 'Will be sent in a moment',
	nextTrySeconds: (seconds: number) => `Retrying in ${seconds} s`,
	nextTryMinutes: (minutes: number) => `Retrying in ${minutes} min`,
	// Waiting or refused commands
	start: 'the start',
	newStart: 'the retake',
	completion: 'the completion',
	ofQuiz: (deeds: string, quiz: string) => `${deeds} of “${quiz}”`,
	picked: (count: number) => `${count} ${count === 1 ? 'policy' : 'policies'} picked`,
	deeds: {
		'quiz.start': 'Starting the quiz',
		'quiz.interact': 'An answer',
		'quiz.complete': 'Completing the quiz',
		'quiz.reset': 'Retaking the quiz',
	},
	aChange: 'A change',
	// Sign-out with unsent entries. @param unsent formatted count.
	unsentTitle: (unsent: string) => `${unsent} not sent yet`,
	unsentWhy: (count: number) =>
		`${count === 1 ? 'It is' : 'They are'} saved on this device only. Unsent answers are sent the next time you sign in here. What do you want to do before you sign out?`,
	unsentNotKept:
		'This browser saves nothing, so unsent answers are lost when you sign out. What do you want to do first?',
	someLeft: 'Not everything could be sent. Check your connection and try again.',
	keep: 'Keep on this device',
	discard: 'Discard',
	stay: 'Stay signed in',
	refusedTitle: (count: number) =>
		`${count === 1 ? '1 change' : `${count} changes`} could not be sent`,
	refusedWhy: (count: number) =>
		`The server did not accept ${count === 1 ? 'it' : 'them'}. Signing out of this shared device removes all your data from it. You can save a copy first.`,
	saveCopy: 'Save a copy',
	discardAndLeave: 'Discard and sign out',
	// Storage errors
	blocked: 'An older version of Evenhand is open in another tab. Close that tab to continue.',
	reload: 'Reload',
	evicted: (unsent: number) =>
		`This browser deleted what Evenhand had saved on this device. ${
			unsent === 0 ? 'All your answers had been sent.' : `${answers(unsent)} had not been sent.`
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
	sure: 'Discard this permanently?',
	sureBeginning: 'Discard this and its answers permanently?',
	sureAll: (count: number) => `Discard all ${count} permanently?`,
	replaced: 'You have started a newer attempt at this quiz, so this one cannot be sent.',
	gone: 'This quiz or test is no longer on this device, so it cannot be sent.',
	left: (count: number) =>
		`${count} of these cannot be sent again. You have started a newer attempt at the quiz, or it is no longer on this device.`,
	noReason: 'The server gave no reason.',
	fileName: 'evenhand-not-accepted.txt',
	file: 'Evenhand: changes that the server did not accept',
	savedOn: (moment: string) => `Saved on ${moment}`,
	what: (deed: string, quiz: string) => `${deed} (${quiz})`,
	statement: (text: string) => `Statement: ${text}`,
	words: (text: string) => `Your words: ${text}`,
	at: (moment: string) => `Not accepted: ${moment}`,
	reason: (text: string) => `Reason: ${text}`,
})
