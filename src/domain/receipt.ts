import {
	type Alignment,
	type Band,
	bandOf,
	type Figure,
	type FormulaVersion,
	OWNERS_FORMULA,
	type ScoreLine,
} from './score.ts'
import type { Positions, QuizType, Statement } from './types.ts'

export const RECEIPT_FORMAT = 'evenhand-receipt'
/** Format versions; add one for changes that older programs would misread. Version 2 has positions. */
export const RECEIPT_VERSIONS = [1, 2] as const
const versionOf = (formula: FormulaVersion): (typeof RECEIPT_VERSIONS)[number] =>
	formula > OWNERS_FORMULA ? 2 : 1

const ROUNDED =
	'Rounded half up to one decimal. Bands: strong from 76, moderate from 50, low under 50. Equal figures share a rank; the seed orders them.'

const FORMULA_TEXTS: Readonly<Record<FormulaVersion, string>> = {
	1: `Per candidate: 100 × Σ(weight × agreement) ÷ Σ(weight), over the statements with an answer. Agreement: SCALE (answer + 2) ÷ 4; BINARY and POLICY_PICK the answer itself. ${ROUNDED}`,
	2:
		'Per candidate. SCALE and BINARY: 100 × Σ(weight × agreement) ÷ Σ(weight), over the statements with an answer; agreement: SCALE (answer + 2) ÷ 4, BINARY the answer itself. ' +
		'POLICY_PICK: 100 × Σ(weight of the picked policies) ÷ M, where M is the sum of as many of the candidate’s largest weights as policies were picked of all candidates; a policy that was not picked counts in neither. ' +
		`No figure with fewer answers than 3, or than the candidate has statements where those are fewer. ${ROUNDED}`,
	3:
		'Per candidate, over the statements on which the candidate’s position p is known: -2 to 2, and 2 on the own ones. ' +
		'SCALE and BINARY: 100 × Σ(weight × agreement) ÷ Σ(weight), over the statements with an answer; agreement: 1 - |answer - p| ÷ 4, where a BINARY answer counts as 2 or -2. ' +
		'POLICY_PICK: 100 × Σ(weight × (p + 2) ÷ 4) over the picked policies ÷ M, where M is the largest such sum of as many policies as were picked; a policy that was not picked counts in neither. ' +
		'From low to high: the percentages that the unknown positions allow. ' +
		`No figure with fewer answers than 3, or than the candidate has positions where those are fewer. ${ROUNDED}`,
}

/**
 * Results with all of their inputs. Contains no personal data: no name, no address, no account or attempt id, and a day
 * instead of a timestamp.
 */
export interface Receipt {
	readonly format: typeof RECEIPT_FORMAT
	readonly version: (typeof RECEIPT_VERSIONS)[number]
	readonly formula: { readonly version: FormulaVersion; readonly text: string }
	/** UTC day of completion: YYYY-MM-DD. */
	readonly date: string
	/** estimated: computed on the device. confirmed: sent by the server. */
	readonly status: 'estimated' | 'confirmed'
	readonly quiz: ReceiptQuiz
	readonly seed: string
	readonly statements: readonly ReceiptStatement[]
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
	/** Version 1. 0 to 1; null if the statement is not counted. */
	readonly agreement?: number | null | undefined
	/** Version 2. Known positions of other candidates by candidate id, -2 to 2. */
	readonly positions?: Positions | undefined
}

interface ReceiptCandidate extends Figure {
	readonly id: string
	readonly name: string
	readonly band: Band | null
	readonly rank: number | null
	/** Version 2. */
	readonly low?: number | null | undefined
	readonly high?: number | null | undefined
}

interface Placed extends Figure, Pick<Alignment, 'low' | 'high'> {
	/** Null if the server named a candidate that is unknown to this device. */
	readonly candidateId: string | null
	readonly name: string
	readonly rank: number | null
	readonly lines: readonly ScoreLine[]
}

interface ReceiptSource extends Pick<Receipt, 'quiz' | 'seed' | 'status'> {
	readonly formula: FormulaVersion
	readonly completedAt: string
	readonly statements: readonly Statement[]
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

const withPositions = (source: ReceiptSource): ReceiptStatement[] => {
	const values = new Map(
		source.candidates.flatMap(({ lines }) => lines.map(({ policyId, value }) => [policyId, value])),
	)
	const ids = new Set(source.candidates.map(({ candidateId }) => candidateId))
	return source.statements.map(({ policyId, candidateId, text, weight, positions }) => ({
		...{ policyId, candidateId, text, answer: values.get(policyId) ?? null, weight },
		positions: Object.fromEntries(Object.entries(positions ?? {}).filter(([id]) => ids.has(id))),
	}))
}

/** Creates a receipt; null if a candidate's statements are missing, because its figure could not be verified. */
export const makeReceipt = (source: ReceiptSource): Receipt | null => {
	const { quiz, seed, status, completedAt, formula } = source
	const version = versionOf(formula)
	const statements: ReceiptStatement[] = version === 2 ? withPositions(source) : []
	const candidates: ReceiptCandidate[] = []
	for (const { candidateId: id, name, rank, lines, low, high, ...figure } of source.candidates) {
		if (id === null || lines.length === 0) return null
		const { percentage, weightedAgreement, totalWeight } = figure
		const band = percentage === null ? null : bandOf(percentage)
		if (version === 1) statements.push(...statementsOf(id, lines))
		candidates.push({
			...{ id, name, percentage, band, rank, weightedAgreement, totalWeight },
			...(version === 2 && { low, high }),
		})
	}
	return {
		format: RECEIPT_FORMAT,
		version,
		formula: { version: formula, text: FORMULA_TEXTS[formula] },
		date: completedAt.slice(0, 10),
		status,
		quiz,
		seed,
		statements,
		candidates,
	}
}
