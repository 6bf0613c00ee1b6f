import { oneDecimal } from './written-forms.ts'

/** What a file of comma-separated values looks like, so that spreadsheets read it as it is meant. */

/** They take a file that does not begin with it for one of their country's old encoding. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * A cell that a spreadsheet would take for a formula, or whose beginning it would not show, and one that looks like the
 * guarded form of one.
 */
export const LIKE_FORMULA = /^'*[=+\-@\p{Cc}]/u

/**
 * How Papa Parse writes one. What would be run as a formula gets an apostrophe before it, which whoever reads the file
 * takes away again.
 */
export const CSV_FORM = { newline: '\r\n', escapeFormulae: LIKE_FORMULA } as const

/** What came of the session that a feedback is about. */
interface TestResult {
	readonly candidate1Name: string | null
	readonly candidate2Name: string | null
	readonly totalPolicies: number | null
	readonly accuracyPercentage: number | null
	readonly completed: boolean | null
}

/** A feedback, as the API tells it. */
interface FeedbackRecord {
	readonly sessionId: string | null
	readonly feedbackText: string
	/** ISO 8601. */
	readonly submittedAt: string | null
	readonly testResult: TestResult | null
}

const NO_TEST = 'No test data'

/** The columns of an export of feedback: the first row of the file. */
export const FEEDBACK_COLUMNS = [
	'Date',
	'Session ID',
	'Feedback',
	'Test Candidates',
	'Accuracy',
	'Status',
] as const

/** In percent; nothing where no policy was guessed. */
const accuracyCell = ({ totalPolicies, accuracyPercentage }: TestResult): string =>
	totalPolicies === 0 || accuracyPercentage === null ? '' : `${oneDecimal(accuracyPercentage)}%`

const resultCells = (result: TestResult | null): readonly string[] => {
	if (result === null) return [NO_TEST, '', NO_TEST]
	const { candidate1Name, candidate2Name, completed } = result
	return [
		`${candidate1Name || 'Candidate 1'} vs ${candidate2Name || 'Candidate 2'}`,
		accuracyCell(result),
		completed ? 'Completed' : 'Incomplete',
	]
}

/** Where a spreadsheet that splits at semicolons, as many are set to, begins a cell, and would run what it finds there. */
const INNER_FORMULA = /([;\r\n]\s*)('*[=+\-@\t])/g

/**
 * Commas become semicolons, as specified. Behind those, and at the beginning of a line, an apostrophe guards what would be
 * run as a formula, as the file guards a cell's own beginning; whoever reads it takes it away again.
 */
const feedbackCell = (text: string): string =>
	text.replaceAll(',', ';').replace(INNER_FORMULA, "$1'$2")

/** A feedback as a row of an export, under {@link FEEDBACK_COLUMNS}. Against formulas at its beginning the file is guarded. */
export const feedbackCells = ({
	submittedAt,
	sessionId,
	feedbackText,
	testResult,
}: FeedbackRecord): string[] => [
	submittedAt ?? '',
	sessionId ?? '',
	feedbackCell(feedbackText),
	...resultCells(testResult),
]
