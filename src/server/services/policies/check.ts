import { and, eq, inArray } from 'drizzle-orm'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import { POLICY_LENGTH } from '#contract/manage-policies.ts'
import type { policyChecks, Validation } from '#contract/policy-checks.ts'
import { classify } from '#domain/extraction/classify.ts'
import { keywordsOf } from '#domain/extraction/keywords.ts'
import { measure } from '#domain/extraction/measure.ts'
import { type Finding, type Named, neutrality } from '#domain/extraction/neutrality.ts'
import { isPolicyLength, REVIEW } from '#domain/policies.ts'
import { isRowId } from '../../db/ids.ts'
import { candidates, policies } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import { notFound } from '../../http/service-error.ts'
import { notDeleted } from '../administration/deletion.ts'
import { namedBy } from '../candidates/rivals.ts'

type Rows = typeof policyChecks

interface Checked {
	readonly id: string
	readonly text: string
	readonly quote: string | null
	readonly candidateId: string
	readonly name: string
	readonly party: string | null
}

/** The same with everyone whom it must not name. */
interface Judged extends Checked {
	readonly named: Named
}

const CONCERNS: Readonly<Record<Finding['concern'], string>> = {
	loaded: 'uses loaded words',
	'double-barrelled': 'may ask two things at once',
	negated: 'is negated: to disagree with it takes thought',
	name: 'names a candidate or a party',
	'first-person': 'speaks in the first person',
}

/** What the rules of thumb say of a policy. A name in it gives away whom voters compare without names. */
const check = ({ text, quote, named }: Judged): Validation => {
	const findings = neutrality(text, named.names, named.others, named.parties)
	const told = (concerns: readonly Finding[]): string[] =>
		concerns.map(({ concern, words }) => `It ${CONCERNS[concern]}: “${words}”`)
	const names = findings.filter(({ concern }) => concern === 'name')
	const errors = [...(isPolicyLength(text) ? [] : [POLICY_LENGTH]), ...told(names)]
	const { clarity, bias, effectiveness, complexity, importance } = measure(text, quote ?? text)
	return {
		valid: errors.length === 0,
		errors,
		warnings: told(findings.filter((finding) => !names.includes(finding))),
		needsReview: errors.length > 0 || clarity.value < REVIEW.clarity || bias.value > REVIEW.bias,
		clarityScore: clarity.value,
		biasScore: bias.value,
		effectivenessScore: effectiveness.value,
		complexityLevel: complexity.value,
		suggestedImportance: importance.value,
		suggestedCategory: classify(text).category,
		keywords: [...keywordsOf(text)],
	}
}

const MISSING: Validation = {
	...{ valid: false, errors: ['There is no such policy'], warnings: [], needsReview: true },
	...{ clarityScore: null, biasScore: null, effectivenessScore: null, complexityLevel: null },
	...{ suggestedImportance: null, suggestedCategory: null, keywords: [] },
}

const findChecked = async (db: Db, ids: readonly string[]): Promise<Judged[]> => {
	const known = ids.filter(isRowId)
	if (known.length === 0) return []
	const found: Checked[] = await db
		.select({
			id: policies.id,
			text: policies.text,
			quote: policies.quote,
			candidateId: policies.candidateId,
			name: candidates.name,
			party: candidates.party,
		})
		.from(policies)
		.innerJoin(candidates, eq(candidates.id, policies.candidateId))
		.where(and(inArray(policies.id, known), notDeleted(policies)))
	const named = await namedBy(db, found)
	return found.map((each) => ({ ...each, named: named(each) }))
}

/** Checks policies by the rules of thumb; nothing is changed. An id of no policy has an error of its own. */
export const prepareBatch = async (
	db: Db,
	ids: readonly string[],
): Promise<Sent<Rows['prepareBatch']>> => {
	const found = new Map((await findChecked(db, ids)).map((policy) => [policy.id, policy]))
	const entries = [...new Set(ids)].map((id) => {
		const policy = found.get(id.toLowerCase())
		return [id, policy ? check(policy) : MISSING] as const
	})
	return { validations: Object.fromEntries(entries) }
}

/** Checks one policy by the rules of thumb; 404 where there is none. */
export const validatePolicy = async (db: Db, id: string): Promise<Sent<Rows['validate']>> => {
	const [policy] = await findChecked(db, [id.toLowerCase()])
	if (policy === undefined) throw notFound()
	return check(policy)
}

/** How much weight a policy's own words give it, from 0.5 to 2.0, and why. */
export const calculateImportance = ({
	text,
	quote,
	mentions,
}: HandlerInput<Rows['calculateImportance']>['body']): Sent<Rows['calculateImportance']> => {
	const { importance } = measure(text, quote ?? text, mentions)
	return {
		importance: importance.value,
		reasons: [...importance.reasons],
		methodology: 'A heuristic: it begins at 1, and words that give weight or take it move it.',
	}
}
