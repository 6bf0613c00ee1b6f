import { oneDecimal } from './written-forms.ts'

/** Without a byte-order mark, spreadsheets decode the file in the local legacy encoding. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Matches cells that a spreadsheet would run as a formula, and cells that look like an already escaped one. */
export const LIKE_FORMULA = /^'*[=+\-@\p{Cc}]/u

/** Papa Parse options. Formulas get a leading apostrophe, which the reader removes. */
export const CSV_FORM = { newline: '\r\n', escapeFormulae: LIKE_FORMULA } as const

interface TestResult {
	readonly candidate1Name: string | null
	readonly candidate2Name: string | null
	readonly totalPolicies: number | null
	readonly accuracyPercentage: number | null
	readonly completed: boolean | null
}

interface FeedbackRecord {
	readonly sessionId: string | null
	readonly feedbackText: string
	readonly submittedAt: string | null
	readonly testResult: TestResult | null
}

const NO_TEST = 'No test data'

export const FEEDBACK_COLUMNS = [
	'Date',
	'Session ID',
	'Feedback',
	'Test Candidates',
	'Accuracy',
	'Status',
] as const

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

/** A formula after a semicolon or a line break: many spreadsheets split cells at semicolons. */
const INNER_FORMULA = /([;\r\n]\s*)('*[=+\-@\t])/g

/** Replaces commas with semicolons, as specified, and escapes formulas inside the cell with an apostrophe. */
const feedbackCell = (text: string): string =>
	text.replaceAll(',', ';').replace(INNER_FORMULA, "$1'$2")

/** Export row of a feedback, in the order of {@link FEEDBACK_COLUMNS}. {@link CSV_FORM} escapes leading formulas. */
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
