import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Count, Day } from './fields.ts'
import { Id } from './primitives.ts'

/** A figure that a server may not have. */
const Figure = v.nullish(Count, null)

/** The dashboard's figures. */
export const AdminStats = v.object({
	totalUsers: Figure,
	/** Users who began or answered a quiz in the last 30 days: when somebody signs in is written down nowhere. */
	activeUsers: Figure,
	totalElections: Figure,
	activeElections: Figure,
	totalCandidates: Figure,
	totalPolicies: Figure,
	quizAttempts: Figure,
})
export type AdminStats = v.InferOutput<typeof AdminStats>

/** Ten rows at most of something that needs attention, and how many there are. */
const few = <const Row extends v.GenericSchema>(row: Row) =>
	v.object({ total: Count, rows: v.array(row) })

const Attention = v.object({
	/** Quizzes with the active flag that voters cannot take today, and why. */
	invalidQuizzes: few(v.object({ id: Id, name: v.string(), electionId: Id, message: v.string() })),
	/** Candidates who stand in an active election and have no validated policy. */
	withoutPolicies: few(v.object({ id: Id, name: v.string() })),
	/** Candidates with policies that wait for review (pending or needs review), and how many. */
	toReview: few(v.object({ id: Id, name: v.string(), count: Count })),
	/** Candidates of active elections with validated statements that are not neutral, and how many of them name someone. */
	concerns: v.nullish(
		few(v.object({ id: Id, name: v.string(), count: Count, naming: Count })),
		null,
	),
	/** Elections whose day is past and that are still active. */
	pastElections: few(v.object({ id: Id, name: v.string(), electionDate: Day })),
})
export type Attention = v.InferOutput<typeof Attention>

export const adminStats = {
	figures: endpoint({
		method: 'GET',
		path: '/admin/stats',
		access: 'admin',
		summary: 'How much there is of everything.',
		reply: AdminStats,
	}),
	attention: endpoint({
		method: 'GET',
		path: '/admin/attention',
		access: 'admin',
		summary: 'What needs an administrator.',
		reply: Attention,
	}),
} as const
