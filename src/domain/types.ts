/** Domain types. Ids are strings; numeric ids of a server are converted at the boundary. */

export const QUIZ_TYPES = ['BINARY', 'SCALE', 'POLICY_PICK'] as const
export type QuizType = (typeof QUIZ_TYPES)[number]

export const JURISDICTIONS = ['FEDERAL', 'STATE', 'COUNTY', 'CITY', 'ZIP'] as const
export type Jurisdiction = (typeof JURISDICTIONS)[number]

export const POLICY_CATEGORIES = [
	'ECONOMY',
	'HEALTHCARE',
	'EDUCATION',
	'ENVIRONMENT',
	'SOCIAL',
	'FOREIGN_POLICY',
	'GOVERNANCE',
] as const

export const ROLES = ['ROLE_ADMIN', 'ROLE_MODERATOR', 'ROLE_USER'] as const
export type Role = (typeof ROLES)[number]

export const ATTEMPT_STATUSES = ['IN_PROGRESS', 'COMPLETED'] as const
export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number]

/** Known positions by candidate id, -2 (against) to 2 (for). */
export type Positions = Readonly<Record<string, number>>

/** Sources of a candidate's position. */
export const POSITION_GIVERS = ['candidate', 'party', 'editor'] as const

/** A statement of an attempt, frozen when the attempt starts. */
export interface Statement {
	readonly policyId: string
	readonly candidateId: string
	readonly text: string
	/** importance × category weight at the start of the attempt; above 0. */
	readonly weight: number
	readonly category?: string | null
	readonly importance?: number | null
	/** 0 to 10. */
	readonly clarity?: number | null
	/** 1 to 5. */
	readonly complexity?: number | null
	/** Of other compared candidates. The owner's is 2. */
	readonly positions?: Positions | null
	/** Neutral explanation, with its source. */
	readonly background?: string | null
	readonly backgroundSource?: string | null
}

export type Result<Value, Failure> =
	| { readonly ok: true; readonly value: Value }
	| { readonly ok: false; readonly error: Failure }

/** Converts the value of a success. */
export const mapOk = <Value, Next, Failure>(
	result: Result<Value, Failure>,
	convert: (value: Value) => Next,
): Result<Next, Failure> => (result.ok ? { ok: true, value: convert(result.value) } : result)
