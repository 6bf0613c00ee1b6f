/** The page on which administrators say what the categories count. */
export const weights = {
	about:
		'How much the policies of a category count in a result. A change counts from the next attempt on; what was begun keeps its weights.',
	noun: 'category weight',
	empty: 'No category configurations found. Please check your backend connection.',
	failed: 'Unable to load category weights. Please try again.',
	levels: {
		high: 'High Priority',
		above: 'Above Average',
		average: 'Average',
		below: 'Below Average',
	},
	first: (weight: string) => `Default ${weight}`,
	reason: (reason: string) => `Reason: ${reason}`,
	updated: (moment: string) => `Last updated ${moment}`,
	editTitle: (name: string) => `Weight of ${name}`,
	fields: { weight: 'Weight', reason: 'Reason for the change' },
	weightHint: '0.1 to 3.0, in steps of 0.1.',
	weightStep: 'Weight must be in steps of 0.1',
	reasonHint: 'Research, a survey, a decision: it stays in the history.',
	preview: {
		title: 'What it would do',
		before: 'Choose another weight to see what it would do to the newest results. None is changed.',
		looking: 'Looking at the newest results…',
		failed: 'What it would do could not be found out.',
		tooFew: (voters: number) =>
			`There are results of fewer than ${voters} voters: figures of so few could tell what somebody answered.`,
		of: (attempts: number) =>
			`The newest ${attempts} results, scored with the weights of now and with this one. They themselves stay as they are.`,
		otherFirst: 'Somebody else first',
		otherOrder: 'Another order',
		meanChange: 'Mean change of a percentage',
		largestChange: 'Largest change',
		ofAll: (count: string, share: string) => `${count} (${share})`,
		points: (points: string) => `${points} points`,
	},
	saved: (name: string) => `The weight of ${name} was changed.`,
	tryAgain: 'Please try again.',
	updateFailed: (message: string) => `Failed to update category weight: ${message}`,
	reset: 'Reset all',
	resetting: 'Resetting…',
	resetTitle: 'Reset all category weights?',
	resetWhy:
		'Every category gets its default weight again, and loses the reason for its own. This cannot be undone. What the weights were stays in the history.',
	resetDone: 'All category weights are their defaults again.',
	resetFailed: (message: string) => `Failed to reset weights: ${message}`,
}
