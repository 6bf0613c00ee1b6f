export const quizzes = {
	about: 'Quizzes for voters, with their dates and candidates.',
	create: 'New compare quiz',
	noun: 'compare quiz',
	search: 'Search compare quizzes',
	filter: 'Election',
	filterHint: 'All elections',
	empty: 'No compare quizzes found...',
	failed: 'Unable to load compare quizzes. Please try again.',
	electionsFailed: 'Unable to load elections. Please try again.',
	createFailed: 'Unable to create compare quiz. Please try again.',
	updateFailed: 'Unable to update compare quiz. Please try again.',
	deleteFailed: 'Unable to delete compare quiz. Please try again.',
	activateFailed: 'Unable to activate compare quiz. Please try again.',
	deactivateFailed: 'Unable to deactivate compare quiz. Please try again.',
	types: {
		BINARY: 'Agree/Disagree',
		SCALE: '5-point scale',
		POLICY_PICK: 'Policy pick',
	},
	status: {
		active: 'Active',
		inactive: 'Not active',
		scheduled: (day: string) => `Scheduled, opens ${day}`,
		ended: (day: string) => `Ended ${day}`,
	},
	notValid: (why: string) => `Voters cannot take it: ${why}`,
	election: 'Election',
	dates: 'Dates',
	between: (from: string, to: string) => `${from} – ${to}`,
	open: 'open',
	candidates: (count: number) => (count === 1 ? '1 candidate' : `${count} candidates`),
	statements: (count: number) =>
		count === 1 ? '1 policy per voter' : `${count} policies per voter`,
	switch: (name: string) => `Active: ${name}`,
	switchLabel: 'Active',
	preview: 'Fairness',
	created: 'Compare quiz added.',
	saved: (name: string) => `“${name}” was saved.`,
	activated: (name: string) => `“${name}” was activated.`,
	deactivated: (name: string) => `“${name}” was deactivated.`,
	createTitle: 'New compare quiz',
	editTitle: (name: string) => `Edit ${name}`,
	fields: {
		name: 'Quiz name',
		election: 'Election',
		type: 'Quiz type',
		startDate: 'Start date',
		endDate: 'End date',
		candidates: 'Candidates',
		active: 'Active',
	},
	electionHint: 'Type to find an election…',
	/** @param zone time zone of the days. Null if unknown. */
	datesHint: (zone: string | null) =>
		zone === null ? 'Both days are included.' : `Both days are included. Time zone: ${zone}.`,
	typeOptions: {
		BINARY: 'Agree/Disagree (BINARY)',
		SCALE: '5-point scale (SCALE)',
		POLICY_PICK: 'Pick policies (POLICY_PICK)',
	},
	activeHint:
		'Voters can take it between its dates. You see how fair it is before you activate it.',
	chooseElection: 'Choose an election first. Its candidates will be listed here.',
	nobodyStands: 'No candidates in this election yet.',
	candidatesFailed: 'Unable to load candidates. Please try again.',
	chooseAll: 'Choose all',
	chooseNone: 'Choose none',
	chosen: (count: number, total: number) => `${count} of ${total} chosen`,
	validated: (count: number) =>
		count === 1 ? '1 validated policy' : `${count} validated policies`,
	noneValidated: 'no validated policy yet',
	unknownCandidate: 'A candidate who could not be loaded',
	noLonger: 'no longer in this election',
	removeTitle: (name: string) => `Delete “${name}”?`,
	removeWhy:
		'Voters can no longer find it. Those who started it can finish it. Existing results are kept.',
	fairness: {
		title: (name: string) => `Fairness of “${name}”`,
		unnamed: 'this quiz',
		failed: 'Unable to check how fair this quiz is. Please try again.',
		lacking: 'This server does not check how fair a quiz is.',
		working: 'Simulating random voters…',
		problem: (why: string) => `Voters cannot take it yet: ${why}`,
		asks: (each: number, all: number) =>
			`Each voter is asked ${each === 1 ? '1 policy' : `${each} policies`} of every candidate, ${all} in all.`,
		asksNothing: 'There is nothing to ask. Every candidate needs a validated policy.',
		candidate: 'Candidate',
		validated: 'Validated policies',
		share: 'Comes first',
		tooFew: 'too few',
		tooFewWhy: (names: string) =>
			`${names}: fewer validated policies than the others. Each candidate gets the same number of questions, so everyone is limited to that number.`,
		sharesTitle: 'Who comes first when voters answer at random',
		expected: (voters: string, share: string, error: string) =>
			`${voters} random voters took this quiz. If it is fair, each candidate comes first in about ${share} of the cases, give or take ${error} percentage points (95% confidence).`,
		even: 'No candidate comes first more or less often than chance explains.',
		uneven: (names: string) =>
			`More or less often than chance explains: ${names}. Look at the importance of their policies.`,
		noShares: 'There are too few or too many statements to simulate random voters.',
		expectedMark: (share: string) => `The line marks ${share}.`,
		notBlind: (count: number) =>
			count === 1
				? '1 validated statement names a candidate or a party, so voters can tell whose it is.'
				: `${count} validated statements name a candidate or a party, so voters can tell whose they are.`,
		concernsTitle: 'Statements that are not neutral',
		concerns: (count: string) =>
			count === '1'
				? '1 validated statement has concerns.'
				: `${count} validated statements have concerns.`,
		noConcerns: 'No validated statement has a concern.',
		naming: (text: string, candidate: string, names: string) =>
			`“${text}” (${candidate}) names ${names}`,
		duplicatesTitle: 'Duplicate statements',
		duplicatesWhy: 'A voter may be asked the same thing twice.',
		duplicate: (text: string, names: string) => `“${text}” (${names})`,
		noDuplicates: 'No duplicates.',
		content: {
			title: 'Where the candidates stand',
			ownersOnly:
				'No candidate has a position on another candidate’s statement. Each is scored on their own statements only.',
			toGrid: 'Enter positions',
			uneven: (lead: string) =>
				`Positions are uneven. During the quiz, one candidate is up to ${lead} known positions ahead of another. Fill in missing positions.`,
			how: 'The clone test answers exactly like a candidate. That candidate must then come first, with no tie.',
			asks: (all: string, each: string) =>
				`Each voter is asked ${all} statements. Each candidate has a known position on at least ${each} of them.`,
			tooFew: (names: string) =>
				`${names}: fewer known positions than the others. Fill them in so that more statements can be asked.`,
			unevenShares: (names: string) =>
				`More or less often than chance explains: ${names}. Fill in missing positions, and look at the importance of the statements.`,
			candidate: 'Candidate',
			known: 'Known positions',
			asked: 'Asked',
			clone: 'Clone test',
			missing: (count: string) => `${count} missing`,
			first: 'First place',
			firstIn: (share: string) => `First place in only ${share} of quizzes`,
			rivals: (names: string) => `Not ahead of ${names}`,
			passed: (count: string, all: string) => `${count} of ${all}`,
			pairsTitle: 'Candidates with the same positions',
			pairsWhy: 'Voters cannot tell them apart. Enter positions on which they differ.',
			noPairs: 'All candidates differ on at least one statement.',
			pair: (names: string, common: string) =>
				common === '0'
					? `${names}: no statement has a position from both.`
					: common === '1'
						? `${names}: they agree on the only statement with a position from both.`
						: `${names}: they agree on all ${common} statements with a position from both.`,
			and: ' and ',
			fill: 'Show missing positions',
			undisputedTitle: 'Statements that no candidate opposes',
			undisputedWhy: 'They tell voters little. Check the positions, or replace the statements.',
			noUndisputed: 'Candidates disagree on every statement that has several positions.',
			concernsTitle: 'Wording that is not neutral',
			concernsWhy: 'Reword these statements or backgrounds.',
			noConcerns: 'The wording of every statement and background is neutral.',
			concern: (field: 'text' | 'background', concerns: string, words: string) =>
				`${field === 'background' ? 'In the background: ' : ''}${concerns}: ${words}`,
		},
		confirm: 'Is this quiz fair enough to activate?',
		activate: 'Activate',
		saveActive: 'Save and activate',
		activating: 'Activating…',
	},
}
