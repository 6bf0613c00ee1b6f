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

	none: 'No results available. Please try taking the quiz again.',
	noId: 'No quiz attempt ID provided',
	slow: 'Loading is taking longer than expected. You can retry or go back.',
	failed: 'Failed to fetch results. Please try again.',
	notConfirmed: 'Unable to fetch results. Please try again.',
	facesFailed: 'Unable to load candidate details. Please try again.',
	completeFailed: 'Failed to complete quiz',

	estimated: 'Estimated on this device',
	estimatedText: 'The server confirms the figures as soon as all your answers have been sent.',
	notCountedText: 'The figures are an estimate of this device. The server will not confirm them.',
	confirmedText: 'These are its figures for all your answers.',
	confirmed: 'Confirmed by the server',

	candidate: 'Candidate',
	bands: {
		strong: 'Strong Alignment',
		moderate: 'Moderate Alignment',
		low: 'Low Alignment',
	},
	noScore: 'no percentage',
	noScoreText: 'No percentage: none of these statements was answered.',
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
		SCALE: 'You answered neutral to every statement, so your answers put no candidate ahead.',
		BINARY: 'Your answers put no candidate ahead.',
		POLICY_PICK: 'You picked every policy, so your picks put no candidate ahead.',
	},
	nobody: 'No candidate has a percentage: too few statements were answered.',
	answered: (count: number, total: number): string =>
		`${count} of ${total} ${total === 1 ? 'statement' : 'statements'} answered`,
	picked: (count: number, total: number): string =>
		`${count} of ${total} ${total === 1 ? 'policy' : 'policies'} picked`,
	skipped: (count: number): string => `${count} skipped`,
	compared: (count: number): string =>
		count === 1 ? '1 candidate compared.' : `${count} candidates compared.`,

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
	openSource: (url: string): string => `Open ${new URL(url).hostname}`,
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
			'Strongly agree counts 1, agree 0.75, neutral 0.5, disagree 0.25 and strongly disagree 0, each times the statement’s weight.',
		BINARY: 'Agree counts 1 and disagree 0, each times the statement’s weight.',
		POLICY_PICK:
			'Each policy that you picked counts its weight. The sum is divided by the most that as many picks could have given this candidate. Policies that you did not pick say nothing.',
	},
	/** POLICY_PICK in attempts begun before unpicked policies stopped counting. */
	agreementBefore: 'A policy that you picked counts 1, any other 0, each times its weight.',
	weighed:
		'A weight is the importance of the statement times the weight of its category, as both were when you began.',
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
	showWidest: (count: number): string => `Show the ${count} widest`,
	showDifferences: (count: number): string => `Show all ${count} differences`,

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

	keepOrShare: 'Keep or share',
	share: 'Share',
	print: 'Print',
	receipt: 'Receipt',
	receiptText:
		'The receipt is a file with your answers, the weights and the figures, from which anybody can work them out again. It does not say who you are.',
	shareYours: 'Share your results',
	onlyTicked: 'Only what you tick is shared. Your answers never are.',
	whatToShare: 'What to share',
	parts: {
		quiz: 'Name of the quiz',
		election: 'Name of the election',
		top: 'Top match, with its figure',
		certainty: 'How certain that is',
		all: 'All candidates, with their figures',
		address: 'Address of this app',
	},
	picture: 'A picture as well, of the same',
	willBeShared: 'What will be shared',
	nothingTicked: 'Nothing is ticked.',
	cancel: 'Cancel',
	shareFailed: 'Failed to share. Please try again.',
	copied: 'Copied to the clipboard.',
	pictureSaved: 'Picture saved. The text could not be copied.',
	pictureAndText: 'Picture saved and text copied.',
	sharedTop: (names: string, tie: boolean, figure: string): string =>
		`Top match: ${names}${tie ? ' (tie)' : ''}: ${figure}`,
})
