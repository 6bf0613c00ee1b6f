import * as v from 'valibot'
import { COMPARE_MIN_CANDIDATES } from '#domain/limits.ts'
import { QUIZ_TYPES } from '#domain/types.ts'
import { CompareQuiz } from '../compare-quizzes.ts'
import { endpoint } from '../endpoint.ts'
import {
	BodyId,
	Count,
	Id,
	idParams,
	OptionalNumber,
	OptionalText,
	QuizTypeName,
	RequestId,
	RequestIds,
} from '../fields.ts'
import {
	Etag,
	pageOf,
	pageQuery,
	requiredDay,
	requiredId,
	requiredText,
	searchTerm,
} from './fields.ts'

/** Form fields of a compare quiz; messages as specified. Reports all errors at once. */
export const QuizFields = v.pipe(
	v.object({
		name: requiredText('Quiz name'),
		electionId: requiredId('Election'),
		startDate: requiredDay('Start date'),
		endDate: requiredDay('End date'),
		candidateIds: v.pipe(
			v.optional(RequestIds, []),
			v.transform((ids) => [...new Set(ids)]),
			v.minLength(COMPARE_MIN_CANDIDATES, 'At least 2 candidates are required for comparison'),
		),
		active: v.optional(v.boolean('must be true or false'), true),
		quizType: v.picklist(QUIZ_TYPES, 'Quiz type is required'),
	}),
	v.forward(
		v.partialCheck(
			[['startDate'], ['endDate']],
			({ startDate, endDate }) => startDate <= endDate,
			'End date must be after start date',
		),
		['endDate'],
	),
)
export type QuizFields = v.InferOutput<typeof QuizFields>

export const ManagedQuiz = v.object({
	...CompareQuiz.entries,
	etag: Etag,
	valid: v.nullish(v.boolean(), null),
	message: OptionalText,
	policyCount: v.nullish(Count, null),
})
export type ManagedQuiz = v.InferOutput<typeof ManagedQuiz>

const PersonRef = v.object({ id: Id, name: v.string() })
const StatementRef = v.object({ id: Id, text: v.string(), owner: PersonRef })

/** Fairness by what the statements say. Each list names what to mend. */
const ContentFairness = v.object({
	/** True if a candidate has a position on another's statement. Otherwise every candidate is scored on their own. */
	hasPositions: v.boolean(),
	/** Statements that a voter is asked. */
	asked: Count,
	/**
	 * Largest lead of a candidate in known positions after any statement of a drawn quiz. Above 1, the positions are too
	 * uneven to ask about all candidates alike.
	 */
	largestSpread: Count,
	candidates: v.array(
		v.object({
			id: Id,
			name: v.string(),
			/** Validated statements on which the candidate's position is known, own ones included. */
			known: Count,
			/** The same among the statements asked, in the drawn quiz that has the fewest. */
			knownAsked: Count,
			/** Statements without a position of this candidate. */
			missing: Count,
			/** Share of drawn quizzes, 0 to 1, in which a voter who answers like this candidate has them first, alone. */
			cloneFirstShare: v.number(),
			/** Candidates that such a voter has first too, or instead. */
			cloneRivals: v.array(PersonRef),
		}),
	),
	/** Pairs without a statement on which both positions are known and differ; `common`: statements on which both are known. */
	inseparable: v.array(v.object({ candidates: v.array(PersonRef), common: Count })),
	/** Statements with several known positions, none of them against. */
	undisputed: v.array(StatementRef),
	/** Statements that are not neutral, with the words. */
	concerns: v.array(
		v.object({
			...StatementRef.entries,
			field: v.picklist(['text', 'background']),
			/** Of each concern: loaded, double-barrelled, negated, name, first-person. */
			concerns: v.array(v.string()),
			words: v.array(v.string()),
		}),
	),
})
export type ContentFairness = v.InferOutput<typeof ContentFairness>

export const QuizPreview = v.object({
	candidates: v.array(
		v.object({
			id: Id,
			name: v.string(),
			validatedPolicies: Count,
			/** Too few statements: this candidate limits the number per candidate. */
			tooFew: v.boolean(),
			/** Share of first places among random voters, 0 to 1; null without statements. */
			firstPlaceShare: OptionalNumber,
		}),
	),
	perCandidate: Count,
	policyCount: Count,
	/** Duplicate statements, ignoring case, whitespace and punctuation. */
	duplicates: v.array(v.object({ text: v.string(), candidates: v.array(v.string()) })),
	/** Number of statements that are not neutral, and those that name a candidate or a party. */
	concerns: v.nullish(
		v.object({
			count: Count,
			naming: v.array(
				v.object({
					text: v.string(),
					candidate: v.string(),
					names: v.array(v.string()),
					/** Where the names are. */
					field: v.nullish(v.picklist(['text', 'background']), 'text'),
				}),
			),
		}),
		null,
	),
	/** Number of simulated voters, and the standard error of a share. */
	voters: Count,
	samplingError: OptionalNumber,
	problem: OptionalText,
	/** Null without statements, and on servers that do not judge them. */
	content: v.nullish(ContentFairness, null),
})
export type QuizPreview = v.InferOutput<typeof QuizPreview>

const params = idParams('id')
const activity = {
	access: 'admin',
	params,
	reply: ManagedQuiz,
	idempotent: true,
	conditional: true,
} as const

export const manageQuizzes = {
	page: endpoint({
		method: 'GET',
		path: '/admin/compare-quizzes',
		access: 'admin',
		summary: 'Page through the compare quizzes, newest first, optionally of one election.',
		query: pageQuery({ search: searchTerm, electionId: v.optional(RequestId) }),
		reply: pageOf(ManagedQuiz),
	}),
	get: endpoint({
		method: 'GET',
		path: '/admin/compare-quizzes/:id',
		access: 'admin',
		summary: 'Get a compare quiz with its etag.',
		params,
		reply: ManagedQuiz,
	}),
	create: endpoint({
		method: 'POST',
		path: '/compare-quizzes',
		access: 'admin',
		summary: 'Create a compare quiz.',
		body: QuizFields,
		reply: ManagedQuiz,
		status: 201,
		idempotent: true,
	}),
	update: endpoint({
		method: 'PUT',
		path: '/compare-quizzes/:id',
		access: 'admin',
		summary: 'Update a compare quiz.',
		params,
		body: QuizFields,
		reply: ManagedQuiz,
		idempotent: true,
		conditional: true,
	}),
	activate: endpoint({
		method: 'PUT',
		path: '/compare-quizzes/:id/activate',
		summary: 'Activate a compare quiz.',
		...activity,
	}),
	deactivate: endpoint({
		method: 'PUT',
		path: '/compare-quizzes/:id/deactivate',
		summary: 'Deactivate a compare quiz.',
		...activity,
	}),
	preview: endpoint({
		method: 'POST',
		path: '/admin/compare-quizzes/preview',
		access: 'admin',
		summary: 'Preview the fairness of a quiz between these candidates.',
		body: v.object({
			candidateIds: RequestIds,
			quizType: QuizTypeName,
			electionId: v.nullish(BodyId),
		}),
		reply: QuizPreview,
	}),
	remove: endpoint({
		method: 'DELETE',
		path: '/compare-quizzes/:id',
		access: 'admin',
		summary: 'Delete a compare quiz. It can be restored for 30 days.',
		params,
		reply: v.unknown(),
		idempotent: true,
		conditional: true,
	}),
	restore: endpoint({
		method: 'POST',
		path: '/admin/compare-quizzes/:id/restore',
		access: 'admin',
		summary: 'Restore a deleted compare quiz.',
		params,
		reply: v.unknown(),
		idempotent: true,
	}),
} as const
