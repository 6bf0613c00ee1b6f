import { type Band, bandOf, type Figure, type FormulaVersion, type ScoreLine } from './score.ts'
import type { QuizType } from './types.ts'

/** What a receipt calls itself, so that no other JSON is taken for one. */
export const RECEIPT_FORMAT = 'evenhand-receipt'
/** Of the file's form. One that older programs would misread gets another number. */
export const RECEIPT_VERSION = 1

const ROUNDED =
	'Rounded half up to one decimal. Bands: strong from 76, moderate from 50, low under 50. Equal figures share a rank; the seed orders them.'

/** The formulas in words, for readers of a receipt without this program. */
const FORMULA_TEXTS: Readonly<Record<FormulaVersion, string>> = {
	1: `Per candidate: 100 × Σ(weight × agreement) ÷ Σ(weight), over the statements with an answer. Agreement: SCALE (answer + 2) ÷ 4; BINARY and POLICY_PICK the answer itself. ${ROUNDED}`,
	2:
		'Per candidate. SCALE and BINARY: 100 × Σ(weight × agreement) ÷ Σ(weight), over the statements with an answer; agreement: SCALE (answer + 2) ÷ 4, BINARY the answer itself. ' +
		'POLICY_PICK: 100 × Σ(weight of the picked policies) ÷ M, where M is the sum of as many of the candidate’s largest weights as policies were picked of all candidates; a policy that was not picked counts in neither. ' +
		`No figure with fewer answers than 3, or than the candidate has statements where those are fewer. ${ROUNDED}`,
}

/**
 * Results with everything that they follow from. Nothing in it says who the voter is: no name, no address, no id of the
 * account or of the attempt, and a day instead of a moment.
 */
export interface Receipt {
	readonly format: typeof RECEIPT_FORMAT
	readonly version: typeof RECEIPT_VERSION
	readonly formula: { readonly version: FormulaVersion; readonly text: string }
	/** The day on which the quiz was completed, in UTC: YYYY-MM-DD. */
	readonly date: string
	/** Worked out on the device alone, or said by the server. */
	readonly status: 'estimated' | 'confirmed'
	readonly quiz: ReceiptQuiz
	/** Orders candidates of the same figure, and nothing else here. */
	readonly seed: string
	readonly statements: readonly ReceiptStatement[]
	/** In the order of the results, best first. */
	readonly candidates: readonly ReceiptCandidate[]
}

interface ReceiptQuiz {
	readonly id: string
	readonly name: string
	readonly type: QuizType
	readonly election: { readonly id: string | null; readonly name: string | null }
}

interface ReceiptStatement {
	readonly policyId: string
	readonly candidateId: string
	readonly text: string
	/** SCALE -2 to 2; BINARY 1 agree, 0 disagree; POLICY_PICK 1 picked, 0 not; null without an answer. */
	readonly answer: number | null
	/** Above 0. */
	readonly weight: number
	/** 0 to 1; null where the statement counts in no sum. */
	readonly agreement: number | null
}

interface ReceiptCandidate extends Figure {
	readonly id: string
	readonly name: string
	readonly band: Band | null
	readonly rank: number | null
}

/** A candidate's place in some results. */
interface Placed extends Figure {
	/** Null where a server named no candidate that this device knows. */
	readonly candidateId: string | null
	readonly name: string
	readonly rank: number | null
	readonly lines: readonly ScoreLine[]
}

interface ReceiptSource extends Pick<Receipt, 'quiz' | 'seed' | 'status'> {
	readonly formula: FormulaVersion
	/** ISO 8601. */
	readonly completedAt: string
	/** Best first. */
	readonly candidates: readonly Placed[]
}

const statementsOf = (id: string, lines: readonly ScoreLine[]): ReceiptStatement[] =>
	lines.map(({ policyId, text, value, weight, agreement }) => ({
		policyId,
		candidateId: id,
		text,
		answer: value,
		weight,
		agreement,
	}))

/**
 * The receipt of some results.
 * @returns null where a candidate's statements are not known here: its figure could not be worked out again.
 */
export const makeReceipt = (source: ReceiptSource): Receipt | null => {
	const { quiz, seed, status, completedAt, formula } = source
	const statements: ReceiptStatement[] = []
	const candidates: ReceiptCandidate[] = []
	for (const { candidateId: id, name, rank, lines, ...figure } of source.candidates) {
		if (id === null || lines.length === 0) return null
		const { percentage, weightedAgreement, totalWeight } = figure
		const band = percentage === null ? null : bandOf(percentage)
		statements.push(...statementsOf(id, lines))
		candidates.push({ id, name, percentage, band, rank, weightedAgreement, totalWeight })
	}
	return {
		format: RECEIPT_FORMAT,
		version: RECEIPT_VERSION,
		formula: { version: formula, text: FORMULA_TEXTS[formula] },
		date: completedAt.slice(0, 10),
		status,
		quiz,
		seed,
		statements,
		candidates,
	}
}
