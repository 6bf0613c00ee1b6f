export const positions = {
	about:
		'Where each candidate stands on each statement. Voters see validated positions with their quote and source.',
	election: 'Election',
	electionHint: 'Type to find an election…',
	electionsFailed: 'Unable to load elections. Please try again.',
	chooseElection: 'Choose an election',
	chooseElectionWhy: 'Its statements and candidates will be shown here.',
	failed: 'Unable to load the positions. Please try again.',
	notFound: 'Election not found',
	notFoundWhy: 'It may have been deleted. You can restore it in the history.',
	fewCandidates: 'This election has fewer than two candidates',
	fewCandidatesWhy: 'Positions compare candidates. Add more candidates first.',
	toElections: 'Go to the elections',
	noStatements: 'This election has no statements yet',
	noStatementsWhy: 'Statements are the policies of its candidates. Extract, import, or add them.',
	toExtraction: 'Extract policies',
	lacking: 'This server has no positions',
	lackingWhy: 'It stores only the statements of each candidate.',
	noMatch: 'No statement matches these filters.',
	count: (shown: string, all: string) => `${shown} of ${all} statements`,
	progress: (known: string, of: string, percent: number) =>
		`${known} of ${of} positions known (${percent}%)`,
	progressOf: (name: string) => `Known positions of ${name}`,
	ofStatements: (known: string, of: string) => `${known} of ${of}`,
	grid: (name: string) => `Positions: ${name}`,
	statement: 'Statement',
	search: 'Search statements',
	show: 'Show',
	shown: {
		all: 'All statements',
		missing: 'Missing positions',
		unsourced: 'Positions without a source',
		review: 'Positions to review',
	},
	ofCandidate: 'Candidate',
	anyCandidate: 'All candidates',
	category: 'Category',
	allCategories: 'All categories',
	keysTitle: 'Keyboard',
	keys: [
		['Arrows, Home, End', 'move'],
		['1 to 5', 'strongly disagree to strongly agree'],
		['− and +', 'one step down or up; − and then 2 sets −2'],
		['Delete', 'remove the position'],
		['Enter', 'quote, source, and status'],
		['Ctrl+V', 'paste from a spreadsheet'],
		['Ctrl+Z', 'undo'],
		['Space', 'select a statement to merge'],
	],
	own: 'own',
	ownCell: 'Owner: +2, strongly agree',
	unknown: 'unknown',
	saved: 'All changes saved',
	saving: (count: number) => (count === 1 ? 'Saving 1 position…' : `Saving ${count} positions…`),
	unsaved: (count: number, why: string) =>
		`${count === 1 ? '1 position is not saved.' : `${count} positions are not saved.`} ${why}`,
	saveFailed: 'Please try again.',
	tryAgain: 'Save again',
	discard: 'Discard these changes',
	cellSaving: 'saving',
	cellFailed: 'not saved',
	set: (candidate: string, value: string) => `${candidate}: ${value}`,
	undone: (count: number) =>
		count === 1 ? '1 position was reverted.' : `${count} positions were reverted.`,
	validate: (count: string) =>
		count === '1' ? 'Validate 1 position' : `Validate ${count} positions`,
	validated: (count: string) =>
		count === '1' ? '1 position was validated.' : `${count} positions were validated.`,
	validateChanged:
		'Someone else changed some of these positions in the meantime. Nothing was validated. Please check them again.',
	nothingToUndo: 'There is nothing to undo.',
	isOwn: (name: string) => `${name} made this statement. Their position is always +2.`,
	choose: (candidate: string) => `Position of ${candidate}`,
	remove: 'Remove',
	details: 'Details…',
	paste: {
		button: 'Paste…',
		title: 'Paste from a spreadsheet',
		label: 'Cells',
		hint: (statement: string, candidate: string) =>
			`Paste the cells here. The first one is for ${candidate} on “${statement}”. Use −2 to 2, or words such as “agree” and “strongly disagree”. “?” removes a position; empty cells change nothing.`,
		changes: (count: string) =>
			count === '1' ? '1 position changes' : `${count} positions change`,
		nothing: 'These cells change nothing.',
		candidate: 'Candidate',
		before: 'Now',
		after: 'New',
		more: (count: string) => `and ${count} more`,
		faults: (count: string) =>
			`${count === '1' ? '1 cell has' : `${count} cells have`} an unknown value. Nothing is saved until you correct ${count === '1' ? 'it' : 'them'}.`,
		fault: (text: string, candidate: string, statement: string) =>
			`“${text}”: ${candidate} on “${statement}”`,
		outside: (count: string) =>
			count === '1'
				? '1 cell is outside the grid and will be left out.'
				: `${count} cells are outside the grid and will be left out.`,
		owned: (count: string) =>
			count === '1'
				? '1 cell belongs to the owner of its statement and stays +2.'
				: `${count} cells belong to the owners of their statements and stay +2.`,
		tooMany: (max: string) => `Paste at most ${max} changes at once.`,
		changed:
			'Someone else changed some of these positions in the meantime. Nothing was saved. Check the preview again.',
		store: (count: string) => (count === '1' ? 'Save 1 position' : `Save ${count} positions`),
		storing: 'Saving…',
		failed: 'Unable to save the positions. Please try again.',
		stored: (count: string) =>
			count === '1' ? '1 position was saved.' : `${count} positions were saved.`,
	},
	form: {
		title: (candidate: string) => `Position of ${candidate}`,
		noun: 'position',
		fields: {
			value: 'Position',
			quote: 'Quote',
			source: 'Source',
			url: 'Source URL',
			note: 'Note for reviewers',
			givenBy: 'Given by',
			status: 'Status',
		},
		noValue: 'Please choose',
		quoteHint: 'The candidate’s own words. Voters see them after the quiz.',
		sourceHint: 'For example a platform, a speech, or a vote.',
		noteHint: 'Voters do not see this.',
		givers: { candidate: 'Candidate', party: 'Party', editor: 'Editor' },
		saved: 'The position was saved.',
		failed: 'Unable to save the position. Please try again.',
	},
	statementOf: {
		title: 'Statement',
		owner: 'By',
		category: 'Category',
		status: 'Status',
		background: 'Background',
		backgroundSource: 'Background source',
		none: 'None',
		edit: 'Edit statement and background',
	},
	select: (text: string) => `Select: ${text}`,
	selected: (count: number) =>
		count === 1 ? '1 statement selected' : `${count} statements selected`,
	clearSelection: 'Clear the selection',
	merge: {
		button: 'Merge…',
		needsTwo: 'Select two statements to merge them.',
		title: 'Merge two statements',
		question: 'Which wording do you want to keep?',
		owner: (name: string) => `By ${name}`,
		what: (owner: string) =>
			`The other statement is deleted. ${owner} gets position +2 on the one you keep, with their quote and source.`,
		others:
			'If other candidates have a position only on the deleted statement, it moves to the one you keep.',
		undo: (days: number) => `You can undo this for ${days} days, here or in the history.`,
		confirm: 'Merge',
		merging: 'Merging…',
		merged: 'The two statements were merged.',
		failed: 'Unable to merge the statements. Please try again.',
	},
	fairness: {
		title: 'Would this quiz be fair?',
		live: 'Updates while you edit.',
		updating: 'Updating…',
		working: 'Simulating random voters…',
		failed: 'Unable to check how fair this quiz is. Please try again.',
		quiz: 'Quiz',
		everyCandidate: 'All candidates of the election',
		clone: 'Clone test: in first place',
		known: 'Known positions',
		fromTo: (least: string, most: string) => (least === most ? least : `${least} to ${most}`),
		random: 'Random voters: first places',
		outliers: (count: number) =>
			count === 0
				? 'within chance'
				: count === 1
					? '1 candidate beyond chance'
					: `${count} candidates beyond chance`,
		toMend: 'To fix',
		findings: (count: number) =>
			count === 0 ? 'Nothing' : count === 1 ? '1 finding' : `${count} findings`,
		report: 'Show full report',
	},
}
