import { inLanguage } from '../language.ts'

export const sideBySide = inLanguage('sideBySide', {
	title: 'Side by side',
	compare: 'Compare side by side',
	back: 'Back to results',
	close: 'Close',
	you: 'You',
	unknown: 'Unknown',

	filters: 'Statements to show',
	all: (count: number): string => `All ${count}`,
	theyDiffer: (count: number): string => `Where they differ · ${count}`,
	youDiffer: (count: number): string => `Where you differ · ${count}`,
	theyAgree: 'No known positions of these candidates differ.',
	youAgree: 'You differ from none of their known positions.',

	candidates: (chosen: number, all: number): string => `Candidates: ${chosen} of ${all}`,
	choose: 'Choose two to four candidates.',

	near: 'Same as you or one step apart',
	far: 'On the other side',
	same: 'the same as you',
	steps: (steps: number): string => `differs by ${steps === 1 ? 'one step' : `${steps} steps`}`,
	otherSide: 'on the other side',

	alignment: 'alignment',
	onTopics: 'A percentage shows how well you and the candidate match on the topic.',
	onPicks:
		'A percentage is the share of what your picks on the topic could have given the candidate.',
	ownersOnly:
		'In this quiz, each statement comes from one candidate. What the others think of it is not known.',
	byLot: 'The order of the columns was drawn by lot.',
	tap: 'Tap a statement for quotes and sources.',

	statementOf: (number: number, total: number): string => `Statement ${number} of ${total}`,
})
