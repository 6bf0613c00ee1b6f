export const positions = {
	about:
		'Where every candidate stands on every statement. Voters see validated positions, with quote and source.',
	election: 'Election',
	electionHint: 'Type to find an election…',
	electionsFailed: 'Unable to load elections. Please try again.',
	chooseElection: 'Choose an election',
	chooseElectionWhy: 'The statements and candidates of the election are shown here.',
	failed: 'Unable to load the positions. Please try again.',
	notFound: 'Election not found',
	notFoundWhy: 'It may have been deleted. You can restore it in the history.',
	fewCandidates: 'This election has fewer than two candidates',
	fewCandidatesWhy: 'Positions compare candidates. Add the others first.',
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
		count === 1 ? '1 position is as it was before.' : `${count} positions are as they were before.`,
	validate: (count: string) =>
		count === '1' ? 'Validate 1 position' : `Validate ${count} positions`,
	validated: (count: string) =>
		count === '1' ? '1 position was validated.' : `${count} positions were validated.`,
	validateChanged:
		'Somebody else changed some of these positions in the meantime. Nothing was validated. Please look again.',
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
			`${count === '1' ? '1 cell is' : `${count} cells are`} not understood. Nothing is stored until you correct them.`,
		fault: (text: string, candidate: string, statement: string) =>
			`“${text}”: ${candidate} on “${statement}”`,
		outside: (count: string) =>
			count === '1'
				? '1 cell lies outside the grid and is left out.'
				: `${count} cells lie outside the grid and are left out.`,
		owned: (count: string) =>
			count === '1'
				? '1 cell belongs to the owner of the statement and stays +2.'
				: `${count} cells belong to the owners of the statements and stay +2.`,
		tooMany: (max: string) => `Paste at most ${max} changes at once.`,
		changed:
			'Somebody else changed some of these positions in the meantime. Nothing was stored. Check the preview again.',
		store: (count: string) => (count === '1' ? 'Store 1 position' : `Store ${count} positions`),
		storing: 'Storing…',
		failed: 'Unable to store the positions. Please try again.',
		stored: (count: string) =>
			count === '1' ? '1 position was stored.' : `${count} positions were stored.`,
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
		quoteHint: 'The words of the candidate. Voters see them after the quiz.',
		sourceHint: 'A platform, a speech, a vote.',
		noteHint: 'Voters do not see it.',
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
		question: 'Which wording stays?',
		owner: (name: string) => `By ${name}`,
		what: (owner: string) =>
			`The other statement is deleted. ${owner} gets the position +2 on the one that stays, with their quote and source.`,
		others:
			'Positions of other candidates on the deleted statement move to the one that stays where it has none yet.',
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
		working: 'Asking random voters…',
		failed: 'Unable to work out how fair this quiz is. Please try again.',
		quiz: 'Quiz',
		everyCandidate: 'All candidates of the election',
		clone: 'Clone test: first, alone',
		known: 'Known positions',
		fromTo: (least: string, most: string) => (least === most ? least : `${least} to ${most}`),
		random: 'Random voters: first places',
		outliers: (count: number) =>
			count === 0
				? 'within chance'
				: count === 1
					? '1 candidate beyond chance'
					: `${count} candidates beyond chance`,
		toMend: 'To mend',
		findings: (count: number) =>
			count === 0 ? 'Nothing' : count === 1 ? '1 finding' : `${count} findings`,
		report: 'Show the report',
	},
}
