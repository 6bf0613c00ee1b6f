export const elections = {
	about: 'What voters find when they look for an election, and who stands in it.',
	create: 'New election',
	noun: 'election',
	search: 'Search elections',
	show: 'Show',
	all: 'All elections',
	onlyActive: 'Active',
	onlyInactive: 'Inactive',
	empty: 'No elections found. Change the search, or make one.',
	failed: 'Unable to load elections. Please try again.',
	createFailed: 'Unable to create election. Please try again.',
	updateFailed: 'Unable to update election. Please try again.',
	deleteFailed: 'Unable to delete election. Please try again.',
	active: 'Active',
	inactive: 'Inactive',
	past: 'Past',
	candidates: (count: number) => (count === 1 ? '1 candidate' : `${count} candidates`),
	quizzes: (count: number) => (count === 1 ? '1 compare quiz' : `${count} compare quizzes`),
	manageCandidates: 'Manage candidates',
	created: (name: string) => `“${name}” was made.`,
	saved: (name: string) => `“${name}” was saved.`,
	createTitle: 'New election',
	editTitle: (name: string) => `Edit ${name}`,
	tabs: { details: 'Basic Details', candidates: 'Candidates' },
	tabsLabel: 'Parts of the election',
	/** @param zone time zone of the day. Null if unknown. */
	dateHint: (zone: string | null) => (zone === null ? '' : `A day in the time zone ${zone}.`),
	fields: {
		name: 'Name',
		electionDate: 'Election date',
		jurisdiction: 'Jurisdiction',
		state: 'State',
		county: 'County',
		city: 'City',
		zipCode: 'ZIP code',
		active: 'Active',
	},
	activeHint: 'Voters find active elections only.',
	chooseState: 'Choose a state…',
	removeTitle: (name: string) => `Delete “${name}”?`,
	consequences: {
		quizzes: (count: number, names: string) =>
			`${count === 1 ? '1 compare quiz is' : `${count} compare quizzes are`} deleted with it: ${names}.`,
		noQuizzes: 'No compare quiz is deleted with it.',
		candidates: (count: number, names: string) =>
			`${count === 1 ? '1 candidate stands' : `${count} candidates stand`} in it and ${count === 1 ? 'stays' : 'stay'}: ${names}.`,
		onlyHere: (count: number) =>
			count === 1
				? '1 of them stands in no other election.'
				: `${count} of them stand in no other election.`,
		openAttempts: (count: number) =>
			count === 1
				? '1 voter is in the middle of a quiz of it, and can still finish that.'
				: `${count} voters are in the middle of a quiz of it, and can still finish that.`,
	},
	standing: {
		title: 'Candidates in this election',
		empty: 'Nobody stands in this election yet.',
		failed: 'Unable to load candidates. Please try again.',
		unassign: 'Unassign',
		unassigned: (name: string) => `“${name}” does not stand in this election any more.`,
		primary: 'Primary election',
		assign: 'Assign an existing candidate',
		assignHint: 'Type a name…',
		assigned: (name: string) => `“${name}” stands in this election now.`,
		already: (name: string) => `“${name}” stands in this election already.`,
		changed: (name: string) =>
			`Somebody else changed “${name}” in the meantime. This is how it is now; try again.`,
		updateFailed: 'Unable to update candidate. Please try again.',
		add: 'Quick add of a candidate',
		addButton: 'Add candidate',
		added: (name: string) => `“${name}” was made and stands in this election.`,
		missing: 'Please fill in all fields for the new candidate.',
		name: 'Name',
		website: 'Website',
	},
}
