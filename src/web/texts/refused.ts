import { inLanguage } from './language.ts'

/** What the server did not accept, and what can be done about it. */
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
	// The copy that the voter keeps.
	fileName: 'evenhand-not-accepted.txt',
	file: 'Evenhand: what the server did not accept',
	savedOn: (moment: string) => `Saved on ${moment}`,
	what: (deed: string, quiz: string) => `${deed} (${quiz})`,
	statement: (text: string) => `Statement: ${text}`,
	words: (text: string) => `Your words: ${text}`,
	at: (moment: string) => `Not accepted: ${moment}`,
	reason: (text: string) => `Reason: ${text}`,
})
