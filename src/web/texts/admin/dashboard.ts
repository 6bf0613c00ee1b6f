/** The dashboard of administrators. */
export const dashboard = {
	about: 'How much there is of everything, and what needs you.',
	figures: 'Figures',
	failed: 'Unable to load the statistics. Please try again.',
	unknown: '–',
	coming: '…',
	cards: {
		users: 'Users',
		elections: 'Elections',
		candidates: 'Candidates',
		policies: 'Policies',
		attempts: 'Quiz attempts',
	},
	ofTotal: (active: string) => `${active} active`,
	activeUsers: 'in the last 30 days',
	quick: 'Quick actions',
	attention: 'What needs attention',
	attentionFailed: 'Unable to load what needs attention. Please try again.',
	attentionLacking: 'This server does not tell what needs attention.',
	allWell: 'Nothing needs you at the moment.',
	invalidQuizzes: 'Switched on, but voters cannot take them',
	withoutPolicies: 'Candidates without validated policies',
	toReview: 'Policies waiting for review',
	pastElections: 'Past elections that are still active',
	concerns: 'Validated statements that are not neutral',
	concerned: (count: number, naming: number) =>
		[
			count === 1 ? '1 statement with concerns' : `${count} statements with concerns`,
			naming > 0 ? `${naming} of them ${naming === 1 ? 'names' : 'name'} a candidate or party` : '',
		]
			.filter(Boolean)
			.join(', '),
	waiting: (count: number) => (count === 1 ? '1 policy waits' : `${count} policies wait`),
	held: (day: string) => `was on ${day}`,
	andMore: (count: string) => `and ${count} more`,
}
