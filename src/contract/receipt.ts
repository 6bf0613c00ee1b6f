import * as v from 'valibot'
import { isAnswerValue } from '#domain/quiz.ts'
import { RECEIPT_FORMAT, RECEIPT_VERSIONS, type Receipt } from '#domain/receipt.ts'
import { FORMULA_VERSIONS } from '#domain/score.ts'
import { QUIZ_TYPES, type Result } from '#domain/types.ts'

const Name = v.string('must be a text')
const Key = v.pipe(Name, v.nonEmpty('must not be empty'))
const Amount = v.pipe(
	v.number('must be a number'),
	v.finite('must be a number'),
	v.minValue(0, 'must be 0 or more'),
)
const Percentage = v.pipe(Amount, v.maxValue(100, 'must be at most 100'))
const Share = v.pipe(Amount, v.maxValue(1, 'must be at most 1'))
const Rank = v.pipe(Amount, v.integer('must be a whole number'), v.minValue(1, 'must be 1 or more'))
const Position = v.picklist([-2, -1, 0, 1, 2], 'must be a whole number from -2 to 2')
const Day = v.pipe(Name, v.isoDate('must be a day (YYYY-MM-DD)'))

const Statement = v.object({
	policyId: Key,
	candidateId: Key,
	text: Name,
	answer: v.nullable(v.number('must be a number or null')),
	weight: v.pipe(Amount, v.gtValue(0, 'must be above 0')),
	agreement: v.optional(v.nullable(Share)),
	positions: v.optional(v.record(Key, Position)),
})

const Candidate = v.object({
	id: Key,
	name: Name,
	percentage: v.nullable(Percentage),
	band: v.nullable(v.picklist(['strong', 'moderate', 'low'], 'must be strong, moderate or low')),
	rank: v.nullable(Rank),
	weightedAgreement: Amount,
	totalWeight: Amount,
	low: v.optional(v.nullable(Percentage)),
	high: v.optional(v.nullable(Percentage)),
})

const ReceiptFile = v.object({
	format: v.literal(RECEIPT_FORMAT, `must be "${RECEIPT_FORMAT}"`),
	version: v.picklist(
		RECEIPT_VERSIONS,
		`must be one of ${RECEIPT_VERSIONS.join(', ')}: this program reads no other`,
	),
	// Receipts without a version use the first formula.
	formula: v.optional(
		v.object({
			version: v.optional(
				v.picklist(
					FORMULA_VERSIONS,
					`must be one of ${FORMULA_VERSIONS.join(', ')}: this program has no other`,
				),
				1,
			),
			text: v.optional(Name, ''),
		}),
		{ version: 1, text: '' },
	),
	date: Day,
	status: v.picklist(['estimated', 'confirmed'], 'must be estimated or confirmed'),
	quiz: v.object({
		id: Key,
		name: Name,
		type: v.picklist(QUIZ_TYPES, `must be one of ${QUIZ_TYPES.join(', ')}`),
		election: v.object({ id: v.nullable(Name), name: v.nullable(Name) }),
	}),
	seed: Name,
	statements: v.pipe(v.array(Statement), v.minLength(1, 'must not be empty')),
	candidates: v.pipe(v.array(Candidate), v.minLength(1, 'must not be empty')),
})

const repeated = (ids: readonly string[]): number =>
	ids.findIndex((id, index) => ids.indexOf(id) !== index)

/** Checks constraints between fields. @returns the first error with its path, or null. */
const misfit = ({ version, statements, candidates, quiz }: Receipt): string | null => {
	const ids = candidates.map((candidate) => candidate.id)
	const twice = repeated(ids)
	if (twice >= 0) return `candidates.${twice}.id: is there twice`
	const again = repeated(statements.map((statement) => statement.policyId))
	if (again >= 0) return `statements.${again}.policyId: is there twice`
	for (const [index, { candidateId, answer, ...given }] of statements.entries()) {
		if (!ids.includes(candidateId)) {
			return `statements.${index}.candidateId: names none of the candidates`
		}
		const lacking = version === 1 ? 'agreement' : 'positions'
		if (given[lacking] === undefined) return `statements.${index}.${lacking}: is missing`
		const unknown = Object.keys(given.positions ?? {}).find((id) => !ids.includes(id))
		if (unknown !== undefined) {
			return `statements.${index}.positions.${unknown}: names none of the candidates`
		}
		if (answer !== null && !isAnswerValue(quiz.type, answer)) {
			return `statements.${index}.answer: is no answer of a ${quiz.type} quiz`
		}
	}
	return null
}

const parseJson = (text: string): Result<unknown, string> => {
	try {
		return { ok: true, value: JSON.parse(text) }
	} catch {
		return { ok: false, error: 'it is not JSON' }
	}
}

/**
 * Parses a receipt file. @returns the receipt, or an error: "it is not JSON", or the first invalid field
 * (`candidates.0.percentage: must be at most 100`).
 */
export const readReceipt = (text: string): Result<Receipt, string> => {
	const json = parseJson(text)
	if (!json.ok) return json
	const read = v.safeParse(ReceiptFile, json.value)
	if (!read.success) {
		const [issue] = read.issues
		const path = v.getDotPath(issue)
		const missing = issue.type === 'object' && issue.received === 'undefined'
		if (path === null) return { ok: false, error: 'it is no JSON object' }
		return { ok: false, error: `${path}: ${missing ? 'is missing' : issue.message}` }
	}
	const problem = misfit(read.output)
	return problem === null ? { ok: true, value: read.output } : { ok: false, error: problem }
}
