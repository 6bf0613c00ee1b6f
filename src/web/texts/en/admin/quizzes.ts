export const quizzes = {
	about: 'What voters answer, between which days, and whose policies it compares.',
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
		count === 1 ? 'asks 1 policy' : `asks ${count} policies of each voter`,
	switch: (name: string) => `Active: ${name}`,
	switchLabel: 'Active',
	preview: 'Fairness',
	created: (name: string) => `“${name}” was made.`,
	saved: (name: string) => `“${name}” was saved.`,
	activated: (name: string) => `“${name}” is switched on.`,
	deactivated: (name: string) => `“${name}” is switched off.`,
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
		zone === null
			? 'Both days are included.'
			: `Both days are included. Days are days in the time zone ${zone}.`,
	typeOptions: {
		BINARY: 'Agree/Disagree (BINARY)',
		SCALE: '5-point scale (SCALE)',
		POLICY_PICK: 'Pick policies (POLICY_PICK)',
	},
	activeHint:
		'Voters can take it between its dates. Before it is switched on you see how fair it is.',
	chooseElection: 'Choose an election first: its candidates are listed here.',
	nobodyStands: 'Nobody stands in this election yet.',
	candidatesFailed: 'Unable to load candidates. Please try again.',
	chooseAll: 'Choose all',
	chooseNone: 'Choose none',
	chosen: (count: number, total: number) => `${count} of ${total} chosen`,
	validated: (count: number) =>
		count === 1 ? '1 validated policy' : `${count} validated policies`,
	noneValidated: 'no validated policy yet',
	unknownCandidate: 'A candidate who could not be read',
	noLonger: 'does not stand in this election any more',
	removeTitle: (name: string) => `Delete “${name}”?`,
	removeWhy:
		'Voters do not find it any more; whoever has begun it may finish it. Results stay with those who have got them.',
	fairness: {
		title: (name: string) => `Fairness of “${name}”`,
		unnamed: 'this quiz',
		failed: 'Unable to work out how fair this quiz is. Please try again.',
		lacking: 'This server does not work out how fair a quiz is.',
		working: 'Asking random voters…',
		problem: (why: string) => `As it is, voters could not take it: ${why}`,
		asks: (each: number, all: number) =>
			`Each voter is asked ${each === 1 ? '1 policy' : `${each} policies`} of every candidate, ${all} in all.`,
		asksNothing: 'There is nothing to ask: every candidate needs a validated policy.',
		candidate: 'Candidate',
		validated: 'Validated policies',
		share: 'Comes first',
		tooFew: 'too few',
		tooFewWhy: (names: string) =>
			`${names}: fewer validated policies than others have. Everybody is asked the same number, so the others are held to it.`,
		sharesTitle: 'Who comes first when voters answer at random',
		expected: (voters: string, share: string, error: string) =>
			`${voters} random voters took this quiz. If it favours nobody, everyone comes first in about ${share} of the cases; by chance alone a figure is off by up to ${error} percentage points in 19 cases of 20.`,
		even: 'Nobody comes first more or less often than chance explains.',
		uneven: (names: string) =>
			`More or less often than chance explains: ${names}. Look at the importance of their policies.`,
		noShares: 'There is too little, or too much, to try it with random voters.',
		expectedMark: (share: string) => `The line marks ${share}.`,
		notBlind: (count: number) =>
			count === 1
				? '1 validated statement names a candidate or a party: voters can tell whose it is.'
				: `${count} validated statements name a candidate or a party: voters can tell whose they are.`,
		concernsTitle: 'Statements that are not neutral',
		concerns: (count: string) =>
			count === '1'
				? '1 validated statement has concerns.'
				: `${count} validated statements have concerns.`,
		noConcerns: 'No validated statement has a concern.',
		naming: (text: string, candidate: string, names: string) =>
			`“${text}” (${candidate}) names ${names}`,
		duplicatesTitle: 'Statements that stand more than once',
		duplicatesWhy: 'A voter may be asked the same thing twice.',
		duplicate: (text: string, names: string) => `“${text}” (${names})`,
		noDuplicates: 'No statement stands twice.',
		content: {
			title: 'Where the candidates stand',
			ownersOnly:
				'No candidate has a position on the statement of another. Each is scored on their own statements only.',
			toGrid: 'Enter positions',
			uneven: (lead: string) =>
				`Positions are uneven: while voters answer, one candidate is up to ${lead} known positions ahead of another. Fill in what is missing.`,
			how: 'The clone test answers like a candidate, who must come first, alone.',
			asks: (all: string, each: string) =>
				`Each voter is asked ${all} statements. At least ${each} positions of every candidate on them are known.`,
			tooFew: (names: string) =>
				`${names}: fewer known positions than others have. Fewer statements can be asked until they are filled in.`,
			unevenShares: (names: string) =>
				`More or less often than chance explains: ${names}. Fill in missing positions, and look at the importance of the statements.`,
			candidate: 'Candidate',
			known: 'Known positions',
			asked: 'Asked',
			clone: 'Clone test',
			missing: (count: string) => `${count} missing`,
			first: 'First, alone',
			firstIn: (share: string) => `First and alone in ${share} of quizzes only`,
			rivals: (names: string) => `Not ahead of ${names}`,
			passed: (count: string, all: string) => `${count} of ${all}`,
			pairsTitle: 'Candidates whom no statement separates',
			pairsWhy: 'Voters cannot tell them apart. Enter positions on which they differ.',
			noPairs: 'A statement separates every two candidates.',
			pair: (names: string, common: string) =>
				common === '0'
					? `${names}: no statement has a position of both.`
					: common === '1'
						? `${names}: they agree on the only statement with positions of both.`
						: `${names}: they agree on all ${common} statements with positions of both.`,
			and: ' and ',
			fill: 'Show what is missing',
			undisputedTitle: 'Statements that no candidate is against',
			undisputedWhy: 'They tell voters little. Check their positions, or replace them.',
			noUndisputed: 'Every statement with several positions is disputed.',
			concernsTitle: 'Wording that is not neutral',
			concernsWhy: 'Reword these statements or backgrounds.',
			noConcerns: 'The wording of every statement and background is neutral.',
			concern: (field: 'text' | 'background', concerns: string, words: string) =>
				`${field === 'background' ? 'In the background: ' : ''}${concerns}: ${words}`,
		},
		confirm: 'Is this fair enough to be switched on?',
		activate: 'Activate',
		saveActive: 'Save and activate',
		activating: 'Activating…',
	},
}
