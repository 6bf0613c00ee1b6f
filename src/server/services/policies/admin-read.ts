import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import {
	type managePolicies,
	POLICY_LENGTH,
	type policyChecks,
	type Validation,
} from '#contract/admin/policies.ts'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import { classify, keywordsOf } from '#domain/extraction/classify.ts'
import { measure } from '#domain/extraction/measure.ts'
import type { Finding, Named } from '#domain/extraction/neutrality.ts'
import { isPolicyLength, POLICY_STATUSES, REVIEW } from '#domain/policies.ts'
import { POLICY_CATEGORIES } from '#domain/types.ts'
import type { Db } from '../../db/open.ts'
import { candidates, policies } from '../../db/schema.ts'
import { isRowId, rowId } from '../../db/sql.ts'
import { notFound } from '../../http/errors.ts'
import { found, notDeleted } from '../admin-shared/change.ts'
import { getManagedCandidate } from '../candidates/admin-read.ts'
import { namedBy } from '../candidates/opponents.ts'
import { findingsOf } from './concerns.ts'
import { type PolicyRow, type SentPolicy, toManagedPolicy } from './row.ts'

type Rows = typeof managePolicies

/** Locks a policy's row until the transaction ends and returns it, deleted or not. */
export const lockPolicy = async (tx: Db, id: string): Promise<PolicyRow | undefined> =>
	(
		await tx
			.select()
			.from(policies)
			.where(eq(policies.id, rowId(id)))
			.for('update')
	)[0]

export const getManagedPolicy = async (db: Db, id: string): Promise<SentPolicy> => {
	const [row] = await db
		.select()
		.from(policies)
		.where(eq(policies.id, rowId(id)))
	return toManagedPolicy(found(row))
}

/** Lists a candidate's policies, oldest first. @throws 404 if the candidate does not exist. */
export const policiesOfCandidate = async (db: Db, candidateId: string): Promise<SentPolicy[]> => {
	const { id } = await getManagedCandidate(db, candidateId)
	const rows = await db
		.select()
		.from(policies)
		.where(and(eq(policies.candidateId, String(id)), notDeleted(policies)))
		.orderBy(asc(policies.createdAt), asc(policies.id))
	return rows.map(toManagedPolicy)
}

interface Group {
	readonly count: number
	readonly sum: number
	readonly scored: number
}

const sumUp = (groups: readonly Group[]) => {
	const total = (key: keyof Group) => groups.reduce((all, group) => all + group[key], 0)
	const scored = total('scored')
	return {
		count: total('count'),
		averageClarityScore: scored === 0 ? null : total('sum') / scored,
	}
}

export const readPolicyStats = async (db: Db): Promise<Sent<Rows['stats']>> => {
	const groups = await db
		.select({
			status: policies.validationStatus,
			category: policies.category,
			count: sql<number>`count(*)::int`,
			sum: sql<number>`coalesce(sum(${policies.clarityScore}), 0)::double precision`,
			scored: sql<number>`count(${policies.clarityScore})::int`,
		})
		.from(policies)
		.where(notDeleted(policies))
		.groupBy(policies.validationStatus, policies.category)
	const { count, averageClarityScore } = sumUp(groups)
	return {
		totalPolicies: count,
		averageClarityScore,
		validationDistribution: POLICY_STATUSES.map((status) => ({
			status,
			count: sumUp(groups.filter((group) => group.status === status)).count,
		})),
		categories: POLICY_CATEGORIES.map((category) => ({
			category,
			...sumUp(groups.filter((group) => group.category === category)),
		})),
	}
}

type CheckRows = typeof policyChecks

interface Checked {
	readonly id: string
	readonly text: string
	readonly background: string | null
	readonly backgroundSource: string | null
	readonly quote: string | null
	readonly candidateId: string
	readonly name: string
	readonly party: string | null
}

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

/** Checks a policy with heuristics. Names are errors, because voters compare candidates anonymously. */
const check = ({ text, quote, named, ...background }: Judged): Validation => {
	const findings = findingsOf({ text, ...background }, named)
	const told = (concerns: typeof findings): string[] =>
		concerns.map(({ field, concern, words }) => {
			const what = field === 'text' ? 'It' : 'Its background'
			return `${what} ${CONCERNS[concern]}: “${words}”`
		})
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
	...{ valid: false, errors: ['This policy does not exist'], warnings: [], needsReview: true },
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
			background: policies.background,
			backgroundSource: policies.backgroundSource,
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

/** Checks policies without changing them. Unknown ids get an error entry. */
export const prepareBatch = async (
	db: Db,
	ids: readonly string[],
): Promise<Sent<CheckRows['prepareBatch']>> => {
	const found = new Map((await findChecked(db, ids)).map((policy) => [policy.id, policy]))
	const entries = [...new Set(ids)].map((id) => {
		const policy = found.get(id.toLowerCase())
		return [id, policy ? check(policy) : MISSING] as const
	})
	return { validations: Object.fromEntries(entries) }
}

export const validatePolicy = async (db: Db, id: string): Promise<Sent<CheckRows['validate']>> => {
	const [policy] = await findChecked(db, [id.toLowerCase()])
	if (policy === undefined) throw notFound()
	return check(policy)
}

/** Suggests an importance from 0.5 to 2.0 based on the wording, with reasons. */
export const calculateImportance = ({
	text,
	quote,
	mentions,
}: HandlerInput<CheckRows['calculateImportance']>['body']): Sent<
	CheckRows['calculateImportance']
> => {
	const { importance } = measure(text, quote ?? text, mentions)
	return {
		importance: importance.value,
		reasons: [...importance.reasons],
		methodology: 'A rule of thumb: it starts at 1, and words that add or reduce weight change it.',
	}
}
