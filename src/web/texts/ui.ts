import { inLanguage } from './language.ts'

/** What the pages of a voter say alike. */
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
