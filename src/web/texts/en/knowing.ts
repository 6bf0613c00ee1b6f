import { inLanguage } from '../language.ts'

const statements = (count: number): string => (count === 1 ? '1 statement' : `${count} statements`)

export const knowing = inLanguage('knowing', {
	/** Before the quiz. */
	seen: (count: number): string =>
		`You have seen ${statements(count)} of this quiz with names in the knowledge test.`,
	/** The same if someone else may have taken the test. */
	seenHere: (count: number): string =>
		`The knowledge test on this device has shown ${statements(count)} of this quiz with names.`,

	notBlind: (count: number): string =>
		count === 1
			? 'You had seen 1 of these statements with a name in the knowledge test.'
			: `You had seen ${count} of these statements with names in the knowledge test.`,
	notBlindHere: (count: number): string =>
		count === 1
			? 'The knowledge test on this device had shown 1 of these statements with a name.'
			: `The knowledge test on this device had shown ${count} of these statements with names.`,
	without: (figures: string): string => `Without them: ${figures}.`,
	withoutFirst: (figures: string): string => `Without them, these come first: ${figures}.`,
	tooFew: 'Without them, too few answers are left for a percentage.',

	thought: 'What you thought, and what they stand for',
	thoughtText:
		'This is no score. Pure guessing gets seven or more of ten right in about one of six cases.',
	asThought: 'It is who you thought',
	otherwise: 'It is someone else',
	agreed: 'You agree',
	notAgreed: 'You do not agree',
	right: (name: string): string => `You thought ${name}, and it is.`,
	wrong: (guessed: string, owner: string): string => `You thought ${guessed}. It is ${owner}.`,

	tieBreak: 'Break the tie',
	/** Before the first answer. */
	offer: (names: string, count: number): string =>
		`${names} are effectively tied. Answer ${count} more of their statements.`,
	offerUnread: (names: string): string =>
		`${names} are effectively tied. Answer more of their statements, if there are any.`,
	withMore: (count: number, figures: string): string =>
		`With ${count} more ${count === 1 ? 'statement' : 'statements'}: ${figures}.`,
	secondFigure: 'Your result stays as it is. These answers stay on this device.',
	begin: 'Answer more statements',
	reading: 'Loading...',
	noneLeft: 'No more statements could break this tie.',
	notHere: 'Connect once to load their statements.',
	place: (number: number, count: number): string => `${number} of ${count}`,
	yourAnswer: 'Your answer',
	back: 'Previous',
	pick: 'Check the policies that you want.',
	done: 'Done',
	showAnswers: 'Show these statements',
	change: 'Change answers',
	noAnswer: 'Skipped',
	statementOf: (name: string, answer: string): string => `${name}. Your answer: ${answer}`,

	choice: 'My choice',
	choiceText:
		'A note for the voting booth. It stays on this device and is never sent. Signing out of a shared device removes it.',
	candidate: 'Candidate',
	noChoice: 'Not decided, or someone else',
	note: 'Note',
	saved: 'Saved on this device',
	printChoice: 'Print my choice',
	/** In the list of what is removed from a device. */
	heldNotes: (count: number): string =>
		`Your notes on ${count === 1 ? '1 quiz' : `${count} quizzes`}, which are on this device only`,
})
