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
