import { inLanguage } from '../language.ts'

const list = new Intl.ListFormat('en-US')

export const results = inLanguage('results', {
	title: 'Results',
	yours: 'Your results',
	loading: 'Loading results',
	retry: 'Retry',
	backToElections: 'Back to Elections',
	myActivity: 'My Activity',
	retake: 'Retake Quiz',
	viewAll: 'View Results',
	summary: 'Summary',
	all: 'All Results',
	allCandidates: 'All candidates',
	moreCandidates: (count: number): string => `${count} more candidates below these.`,

	none: 'No results available. Please try taking the quiz again.',
	noId: 'No quiz attempt ID provided',
	slow: 'Loading is taking longer than expected. You can retry or go back.',
	failed: 'Failed to fetch results. Please try again.',
	notConfirmed: 'Unable to fetch results. Please try again.',
	facesFailed: 'Unable to load candidate details. Please try again.',
	completeFailed: 'Failed to complete quiz',

	estimated: 'Estimated on this device',
	estimatedText: 'Confirmed once all your answers are sent.',
	notCountedText: 'The server won’t confirm these figures.',
	confirmedText: 'Based on all your answers.',
	confirmed: 'Confirmed by the server',

	candidate: 'Candidate',
	bands: {
		strong: 'Strong Alignment',
		moderate: 'Moderate Alignment',
		low: 'Low Alignment',
	},
	noScore: 'no percentage',
	noScoreText: 'No percentage: you answered none of these statements.',
	tooFewScored: (answered: number, asked: number, needed: number): string =>
		`No percentage: you answered ${answered} of this candidate’s ${asked} statements, and ${needed} are needed.`,
	picks: (own: number, all: number): string => `${own} of ${all} ${all === 1 ? 'pick' : 'picks'}`,
	yourPicks: (own: number, all: number): string =>
		`${own} of your ${all} ${all === 1 ? 'pick' : 'picks'}`,
	couldGive: (percent: string): string =>
		`${percent} of what your picks could have given this candidate`,
	between: (low: string, high: string, unknown: number): string =>
		`Between ${low} and ${high}: ${unknown === 1 ? '1 position is' : `${unknown} positions are`} unknown`,
	rank: 'Rank',
	tie: (rank: number): string => `${rank} (tie)`,

	topMatch: 'Top Match',
	topTie: (count: number): string => `Top Match: ${count} candidates tie`,
	noTopMatch: 'No top match',
	saysNothing: {
		SCALE: 'You answered neutral to every statement. That puts no candidate ahead.',
		BINARY: 'Your answers put no candidate ahead.',
		POLICY_PICK: 'You picked every policy, so your picks put no candidate ahead.',
	},
	nobody: 'No candidate has a percentage: you answered too few statements.',
	answered: (count: number, total: number): string =>
		`${count} of ${total} ${total === 1 ? 'statement' : 'statements'} answered`,
	youAnswered: (count: number, total: number, skipped: number): string =>
		`You answered ${count} of ${total}${skipped > 0 ? `, skipped ${skipped}` : ''}.`,
	youPicked: (count: number, total: number): string => `You picked ${count} of ${total}.`,
	/** Answer and position are on the same side. */
	youAgree: (count: number, total: number): string =>
		`You agree on ${count} of ${total} ${total === 1 ? 'statement' : 'statements'}.`,
	sameSide:
		'You agree where your answer and the candidate’s position are on the same side, strongly or not.',

	why: 'Why this score',
	agree: 'You agree',
	disagree: 'You disagree',
	differ: (steps: number): string => `You differ by ${steps === 1 ? 'one step' : `${steps} steps`}`,
	skippedIt: 'Skipped',
	showMath: 'Show the math',
	everyone: 'Where everyone stands',
	position: 'Position',
	/** From -2 to 2. */
	positions: ['Strongly against', 'Against', 'Neutral', 'For', 'Strongly for'],
	noPosition: 'No known position',
	ownWords: 'In the candidate’s own words',
	source: 'Source',
	givenBy: { party: 'In the party’s words', editor: 'Quote' },
	openSource: (host: string): string => `Open ${host}`,
	statement: 'Statement',
	yourAnswer: 'Your answer',
	/** Within a sentence. */
	answerThere: (answer: string): string => `Your answer: ${answer.toLowerCase()}.`,
	weight: 'Weight',
	counts: 'Counts',
	sum: 'Weight × agreement',
	notCounted: 'not counted',
	agreement: {
		SCALE:
			'An answer that matches the position counts 1. Each step apart takes off 0.25. The statement’s weight multiplies the result.',
		BINARY:
			'Agree and disagree count as the strongest answers. A match counts 1. Each step apart takes off 0.25. The statement’s weight multiplies the result.',
		POLICY_PICK:
			'Each pick counts its weight. We divide the sum by the most that as many picks could have given this candidate. Policies that you didn’t pick don’t count.',
	},
	/** POLICY_PICK in attempts begun before unpicked policies stopped counting. */
	agreementBefore: 'A pick counts 1 and any other policy 0, times its weight.',
	weighed:
		'A weight is the statement’s importance times its category’s weight, as set when you started.',
	weightOf: (weight: string, importance: string, category: string, by: string): string =>
		`${weight} (importance ${importance} × ${category} ${by})`,
	categories: {
		ECONOMY: 'Economy',
		HEALTHCARE: 'Healthcare',
		EDUCATION: 'Education',
		ENVIRONMENT: 'Environment',
		SOCIAL: 'Social',
		FOREIGN_POLICY: 'Foreign policy',
		GOVERNANCE: 'Governance',
	},
	unweighted: 'Show it unweighted',
	whatIf: 'What if:',
	whatIfAll: 'What if every weight were 1:',
	whatIfText: (unweighted: string, result: string): string =>
		`${unweighted}. The result stays ${result}.`,
	alike: 'These statements all weigh the same, so nothing changes.',

	differMost: 'Where you differ most',
	showLargest: (count: number): string => `Show the ${count} largest`,
	showDifferences: (count: number): string => `Show all ${count}, even small differences`,
	whereYouDiffer: 'Where you differ',
	comparedWith: 'Compared with',
	largestFirst: 'Largest differences first',
	noDifference: (name: string): string => `You and ${name} don’t differ on any statement.`,

	yourPriorities: 'Your priorities',
	prioritiesText:
		'Mark topics or statements as important to count them twice, or leave them out. This makes a second figure, on this device only. Your result stays as it is.',
	secondFigure: 'Second figure, with your priorities',
	/** On paper, above those with priorities and those of the tie-break. */
	secondFigures: 'Second figures',
	nothingMarked: 'Nothing is marked yet, so both figures are the same.',
	priorities: {
		stays: (name: string, figure: string): string =>
			`With your priorities, ${name} stays first with ${figure}.`,
		moves: (name: string, figure: string): string =>
			`With your priorities, ${name} comes first with ${figure}.`,
		tie: (names: string, figure: string): string =>
			`With your priorities, ${names} tie for first with ${figure}.`,
		nobody: 'With your priorities, no candidate has a percentage.',
	},
	storedFigure: (figure: string): string => `Your result: ${figure}`,
	marks: { important: 'Important', out: 'Leave out' },
	otherTopics: 'Other topics',
	statementsIn: (count: number): string => (count === 1 ? '1 statement' : `${count} statements`),
	clearMarks: 'Clear all marks',

	howCertain: 'How certain is this result?',
	names: (names: readonly string[]): string => list.format(names),
	cases: (count: number): string => `${count} of 100 cases`,
	hardlyEver: 'fewer than 1 of 100 cases',
	clear: (names: string): string => `Your answers clearly point to ${names}.`,
	leaning: (names: string): string => `Your answers lean towards ${names}.`,
	byChance: (cases: string): string => `Random answers would lead by this much in ${cases}.`,
	unclear: (cases: string): string =>
		`Your answers do not clearly separate these candidates: random answers would lead by this much in ${cases}.`,
	tied: (names: string): string => `${names} are effectively tied.`,
	sameFigure: 'They have the same percentage.',
	tried: (name: string, first: number, variations: number): string =>
		variations === 1
			? `We changed one of your answers: ${name} ${first === 1 ? 'stayed' : 'did not stay'} first.`
			: `We changed your answers one at a time, ${variations} ways. ${name} stayed first in ${first}.`,
	barely: (name: string): string =>
		`${name} is barely ahead. Small changes to your answers could put someone else first.`,
	surelyAhead: (name: string): string =>
		`${name} is surely ahead, whatever the unknown positions are.`,
	notSurely: (count: number): string =>
		`${count} unknown ${count === 1 ? 'position' : 'positions'} could change who comes first.`,

	keepOrShare: 'Save or share',
	share: 'Share',
	print: 'Print',
	receipt: 'Receipt',
	receiptText:
		'The receipt is a file with your answers, the weights, and the figures, so anyone can check the math. It doesn’t say who you are.',
	shareYours: 'Share your results',
	onlyTicked: 'Only what you select is shared. Your answers never are.',
	whatToShare: 'What to share',
	parts: {
		quiz: 'Name of the quiz',
		election: 'Name of the election',
		top: 'Top match and percentage',
		certainty: 'How certain the result is',
		all: 'All candidates and percentages',
		address: 'Link to this app',
	},
	picture: 'Include a picture',
	willBeShared: 'What will be shared',
	nothingTicked: 'Nothing is selected.',
	cancel: 'Cancel',
	shareFailed: 'Failed to share. Please try again.',
	copied: 'Copied to the clipboard.',
	pictureSaved: 'Picture saved. The text couldn’t be copied.',
	pictureAndText: 'Picture saved and text copied.',
	sharedTop: (names: string, tie: boolean, figure: string): string =>
		`Top match: ${names}${tie ? ' (tie)' : ''}: ${figure}`,
})
