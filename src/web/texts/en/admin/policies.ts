import type { POLICY_CATEGORIES } from '#domain/types.ts'

/** The editor of a candidate's policies. */
export const policies = {
	title: (name: string) => `Policies of ${name}`,
	untitled: 'Policies',
	about: 'What voters are asked about. Only validated policies are.',
	back: 'Policy extraction',
	noun: 'policy',
	create: 'Add policy',
	createTitle: 'New policy',
	editTitle: 'Edit policy',
	removeTitle: 'Delete this policy?',
	created: 'The policy was added.',
	saved: 'The policy was saved.',
	loadFailed: 'Failed to load data',
	listFailed: 'Unable to load candidate policies. Please try again.',
	updateFailed: 'Failed to update policy',
	createFailed: 'Failed to create policy',
	deleteFailed: 'Failed to delete policy',
	notFound: 'Candidate not found',
	notFoundWhy: 'They may have been deleted; the history can bring them back.',
	empty: 'No policies found for this candidate.',
	noMatch: 'No policies match the current filter criteria.',
	statusOf: (text: string) => `Status of “${text}”`,
	tick: (text: string) => `Tick “${text}”`,
	setting: (done: number, all: number) => `${done} of ${all} set…`,
	set: (count: number, status: string) =>
		count === 1 ? `1 policy: ${status}.` : `${count} policies: ${status}.`,
	notSet: (count: number, why: string) =>
		count === 1 ? `1 policy stays as it is. ${why}` : `${count} policies stay as they are. ${why}`,
	status: 'Status',
	order: 'Sort by',
	statuses: {
		ALL: 'All',
		PENDING: 'Pending',
		VALIDATED: 'Validated',
		NEEDS_REVIEW: 'Needs Review',
		REJECTED: 'Rejected',
	},
	orders: {
		status: 'Status',
		category: 'Category',
		importance: 'Importance',
		priority: 'Priority',
		newest: 'Newest',
	},
	priorities: ['Minimal', 'Low', 'Standard', 'High', 'Top'],
	priorityOf: (label: string) => `Priority: ${label}`,
	importanceOf: (importance: string) => `Importance ${importance}`,
	complexityOf: (level: number) => `Complexity ${level} of 5`,
	words: (count: number) => (count === 1 ? '1 word' : `${count} words`),
	ownWords: 'In the candidate’s own words',
	quoted: (quote: string) => `“${quote}”`,
	tooShort: 'Too short',
	tooLong: 'Too long',
	fields: {
		text: 'Policy text',
		category: 'Category',
		validationStatus: 'Status',
		importance: 'Importance',
		priority: 'Priority',
		prioritySource: 'Priority source',
		complexityLevel: 'Complexity',
		clarityScore: 'Clarity',
		biasScore: 'Bias',
		effectivenessScore: 'Effectiveness',
		keywords: 'Keywords',
		source: 'Source',
		overrideReason: 'Reason to validate it anyway',
	},
	textHint: (words: string) => `5 to 100 words. Now: ${words}.`,
	importanceHint: '0.5 to 2.0.',
	complexityHint: '1 to 5, or empty.',
	scoreHint: '0 to 10, or empty.',
	keywordsHint: 'Separated by commas.',
	sourceHint: 'Where the candidate says so: a page, a platform, a speech.',
}

/** The page that tells how the policies are. */
export const policyStats = {
	about: 'How many policies there are, how clear they are, and what waits for somebody.',
	failed: 'Unable to load the policy statistics. Please try again.',
	empty: 'There are no policies yet. They come from the extraction, from an import, or by hand.',
	figures: 'Figures',
	total: 'Policies',
	clarity: 'Average clarity',
	ofTen: (clarity: string) => `${clarity} of 10`,
	validated: 'Validated',
	unknown: '–',
	insights: 'Insights',
	nothing: 'Nothing stands out.',
	unclear: 'Average clarity is below 7: unclear statements are answered by guesswork.',
	toReview: 'More than 30% of the policies need review.',
	good: 'More than 70% of the policies are validated. Well done.',
	byStatus: 'Validation',
	byCategory: 'Categories',
	clarityByCategory: 'Average clarity of each category',
	countByCategory: 'Policies of each category',
	status: 'Status',
	category: 'Category',
	count: 'Policies',
	share: 'Share',
}

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

/** What the categories of policies are called. */
const categoryNames: Readonly<Record<(typeof POLICY_CATEGORIES)[number], string>> = {
	ECONOMY: 'Economy',
	HEALTHCARE: 'Healthcare',
	EDUCATION: 'Education',
	ENVIRONMENT: 'Environment',
	SOCIAL: 'Social',
	FOREIGN_POLICY: 'Foreign policy',
	GOVERNANCE: 'Governance',
}

const names: Readonly<Record<string, string>> = categoryNames

/** What a category is called; its code, where a server has one that is not known here. */
export const categoryName = (code: string): string =>
	Object.hasOwn(names, code) ? (names[code] ?? code) : code
