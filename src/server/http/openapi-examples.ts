import { STATUS_CODES } from 'node:http'
import { ADMIN_MESSAGES } from '#contract/admin/messages.ts'
import type { Problem } from '#contract/endpoint.ts'
import type { endpoints } from '#contract/index.ts'
import { type CodedMessage, messageIn, messageOf } from '#contract/messages.ts'
import { BODY_MAX_BYTES } from '#domain/limits.ts'

export const TAGS: Readonly<Record<keyof typeof endpoints, string>> = {
	auth: 'Sign in, register, reset a password.',
	users: 'The signed-in user.',
	yourData: 'Export or erase the data stored about the caller.',
	elections: 'Elections for voters.',
	candidates: 'Candidates and their validated policies.',
	compareQuizzes: 'Compare quizzes of an election.',
	quiz: 'Take a compare quiz: attempts, answers and results.',
	quotes: "Candidates' original quotes and positions for the statements of a completed attempt.",
	knowledgeTest: 'The public policy knowledge test.',
	testConfig: 'The active pair of the knowledge test.',
	about: 'Who runs this installation.',
	passwordResets: 'Open password resets, for administrators.',
	health: 'Health checks.',
	adminStats: 'Dashboard statistics.',
	categoryWeights: 'Weights of policy categories.',
	feedback: 'Feedback on the knowledge test, for administrators.',
	history: 'Change history.',
	manageAbout: 'Administer who runs this installation.',
	manageCandidates: 'Administer candidates.',
	manageElections: 'Administer elections.',
	managePolicies: 'Administer policies.',
	managePositions: "Administer candidates' positions on each other's statements.",
	manageQuizzes: 'Administer compare quizzes.',
	manageUsers: 'Administer users and their roles.',
	policies: 'Validated policies (alternative path).',
	policyChecks: 'Check and measure policy texts.',
	policyExtraction: 'Extract policies from pages, texts, and files.',
	testManagement: 'Administer the knowledge test.',
	transfer: 'Import and export elections.',
}

const ELECTION_ID = '3f0c6a52-8f1f-4c2e-9a57-6a1a3f1c7b01'
const CANDIDATE_ID = '5b2d9f70-2c44-4f0b-8f0e-0d6f4b9e2a02'
const OTHER_ID = '6c3e0a81-3d55-4a1c-9a1f-1e7a5c0f3b03'
const POLICY_ID = '7d4f1b92-4e66-4b2d-8b2a-2f8b6d1a4c04'
const QUIZ_ID = '8e5a2ca3-5f77-4c3e-9c3b-3a9c7e2b5d05'
const ATTEMPT_ID = '9f6b3db4-6a88-4d4f-8d4c-4b0d8f3c6e06'
const SAME_ID = 'b18d5fd6-8caa-4f6b-8f6e-6d2f0b5e8a08'
const POSITION_ID = 'a07c4ec5-7b99-4e5a-9e5d-5c1e9a4d7f07'

const election = {
	name: 'Mayor of Springfield',
	electionDate: '2026-11-03',
	jurisdiction: 'CITY',
	state: 'Illinois',
	county: null,
	city: 'Springfield',
	zipCode: null,
	active: true,
}
const background = {
	background: 'The city had about 1,200 affordable homes in 2025.',
	backgroundSource: 'https://springfield.example.org/housing-report',
}
const candidate = {
	name: 'Ada Lovelace',
	website: 'https://ada.example.org',
	logo: null,
	party: 'Analytical Party',
	electionId: ELECTION_ID,
	electionIds: [ELECTION_ID],
}
const policy = {
	text: 'Build two hundred affordable homes in the city by 2030.',
	category: 'SOCIAL',
	importance: 1.2,
}
const position = {
	value: -1,
	status: 'VALIDATED',
	quote: 'The city should lend land to builders rather than build.',
	source: 'Speech to the council',
	url: 'https://grace.example.org/speech',
	note: null,
	givenBy: 'candidate',
} as const
const storedPosition = {
	...{ id: POSITION_ID, policyId: POLICY_ID, candidateId: OTHER_ID },
	...{ ...position, etag: '"1"' },
}
const compareQuiz = {
	name: 'Who shares your views?',
	electionId: ELECTION_ID,
	candidateIds: [CANDIDATE_ID, OTHER_ID],
	startDate: '2026-10-01',
	endDate: '2026-11-03',
	active: true,
	quizType: 'SCALE',
}
const user = { username: 'ada', email: 'ada@example.org', roles: ['ROLE_USER'] }

export const EXAMPLES: Readonly<Record<string, unknown>> = {
	User: { id: OTHER_ID, ...user },
	Election: { id: ELECTION_ID, ...election },
	ElectionFields: election,
	ManagedElection: { id: ELECTION_ID, ...election, etag: '"4"', candidateCount: 3, quizCount: 1 },
	Candidate: { id: CANDIDATE_ID, ...candidate },
	CandidateFields: candidate,
	Policy: {
		...{ id: POLICY_ID, candidateId: CANDIDATE_ID, ...policy, clarityScore: 8 },
		...{ positions: { [OTHER_ID]: -1 }, ...background },
	},
	NewPolicy: { candidateId: CANDIDATE_ID, ...policy },
	PolicyFields: policy,
	Position: storedPosition,
	PositionFields: position,
	PositionGrid: {
		election: { id: ELECTION_ID, name: election.name },
		candidates: [
			{ id: CANDIDATE_ID, name: candidate.name, party: candidate.party },
			{ id: OTHER_ID, name: 'Grace Hopper', party: null },
		],
		statements: [
			{
				...{ id: POLICY_ID, candidateId: CANDIDATE_ID, text: policy.text },
				...{ category: policy.category, validationStatus: 'VALIDATED', etag: '"3"' },
				background: 'The city built forty homes last year.',
				backgroundSource: 'Housing register of the city',
			},
		],
		cells: [storedPosition],
	},
	ManagePositionsSetManyBody: {
		cells: [{ policyId: POLICY_ID, candidateId: OTHER_ID, value: -1, etag: '"0"' }],
	},
	ManagePositionsMergeBody: { keep: POLICY_ID, drop: SAME_ID },
	CompareQuiz: { id: QUIZ_ID, ...compareQuiz, electionName: election.name },
	QuizFields: compareQuiz,
	QuizValidation: { valid: true, ...messageOf('quiz-ready'), policyCount: 20 },
	QuizState: {
		quizAttemptId: ATTEMPT_ID,
		compareQuizId: QUIZ_ID,
		status: 'IN_PROGRESS',
		quizType: 'SCALE',
		totalQuestions: 20,
		answeredQuestions: 1,
		currentQuestionNumber: 2,
		progressPercentage: 5,
		isComplete: false,
		currentQuestion: { policyId: POLICY_ID, policyText: policy.text, candidateId: CANDIDATE_ID },
		allPolicies: [
			{
				...{ id: POLICY_ID, text: policy.text, candidateId: CANDIDATE_ID, weight: 1.2 },
				...{ positions: { [OTHER_ID]: -1 }, ...background },
			},
		],
		viewedPolicyIds: [],
		seed: 'a1b2',
		formula: 3,
		answers: [],
		skippedPolicyIds: [],
		revision: 12,
	},
	QuizResults: {
		quizAttemptId: ATTEMPT_ID,
		candidates: [
			{
				...{ id: CANDIDATE_ID, name: candidate.name, logo: null },
				...{ alignmentPercentage: 81.3, rank: 1, asked: 20, answered: 18 },
			},
			{
				...{ id: OTHER_ID, name: 'Grace Hopper', logo: null },
				...{ alignmentPercentage: 62.5, rank: 2, low: 50, high: 70.8, asked: 17, answered: 15 },
			},
		],
	},
	InteractBody: { interactionType: 'SCALE', policyId: POLICY_ID, value: 2, responseTimeMs: 4200 },
	AuthLoginBody: { username: 'ada', password: 'analytical engine' },
	AuthRegisterBody: { username: 'ada', email: 'ada@example.org', password: 'analytical engine' },
}

const MESSAGES: Readonly<Record<number, CodedMessage>> = {
	400: messageOf('invalid-input'),
	401: messageOf('sign-in-needed'),
	403: messageOf('action-forbidden'),
	404: messageOf('not-found'),
	409: messageOf('quiz-already-completed'),
	412: messageIn(ADMIN_MESSAGES, 'changed-meanwhile'),
	413: messageOf({ code: 'body-too-large', values: { bytes: BODY_MAX_BYTES } }),
	415: messageOf('body-not-json'),
	422: messageOf('key-reused'),
	429: messageOf('too-many-requests'),
	503: messageOf('service-busy'),
}

export const exampleProblem = (status: number): Problem => {
	const { message, code, values } = MESSAGES[status] ?? messageOf('internal-error')
	return {
		type: 'about:blank',
		title: STATUS_CODES[status] ?? 'Error',
		status,
		detail: message,
		message,
		code,
		values: { ...values },
		...(status === 400 && {
			errors: [
				{ path: 'name', message: 'Election name is required' },
				{ path: 'username', message: 'Username is required', code: 'username-required' },
			],
		}),
	}
}
