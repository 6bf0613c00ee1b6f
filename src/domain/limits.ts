/** Limits and constants of the product's specification, shared by server, device and tests. */

export const HTTP_TIMEOUT_MS = 120_000
/** Timeout of a queued request. Short, so that a phone notices a dying connection. */
export const SEND_TIMEOUT_MS = 15_000

export const USERNAME_MIN = 3
export const USERNAME_MAX = 64
export const EMAIL_MAX = 254
export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 128
export const RESET_LINK_MINUTES = 30
/** Lifetime of a sign-in. */
export const SIGN_IN_DAYS = 30
/** Longest window of a rate limit. */
export const RATE_WINDOW_MAX_HOURS = 1
/** Interval at which expired counts and reset links are deleted. */
export const CLEANUP_HOURS = 1
/** Hourly copies that the embedded database keeps. */
export const SNAPSHOTS_KEPT = 7

/** Uninterrupted visible time before an answer counts, in ms. */
export const READABLE_MS = 300
/** Response times are capped here; 0 without a timer. */
export const RESPONSE_TIME_CAP_MS = 300_000

export const POLICY_PICK_MIN = 6
export const COMPARE_MIN_CANDIDATES = 2
/** About 25 words at 200 words a minute plus the choice. Picking is quicker: most statements are only read. */
export const SECONDS_PER_STATEMENT = { SCALE: 12, BINARY: 10, POLICY_PICK: 8 } as const

/** Maximum of a whole quiz; the minimum per candidate takes precedence. */
export const QUIZ_MAX_STATEMENTS = 40
export const QUIZ_MIN_PER_CANDIDATE = 2

/** Bands apply to the rounded percentage. */
export const BAND_STRONG_FROM = 76
export const BAND_MODERATE_FROM = 50
/** Scored statements needed for a percentage; all of them if an attempt asks fewer. */
export const SCORED_MIN = 3
export const BAR_MIN_PERCENT = 3
/** Statements of a tie-break in all; at least one for each tied candidate. */
export const TIE_BREAK_STATEMENTS = 10

export const SWIPE_PX = 60
export const SWIPE_STRONG_PX = 120
export const SWIPE_TILT_MAX_DEG = 15
export const SWIPE_HINT_DELAY_MS = 1250
export const SWIPE_HINT_SHOW_MS = 3000

export const HIGH_PRIORITY_ABOVE = 1.2
export const CLARITY_NOTE_BELOW = 7
export const COMPLEX_TOPIC_ABOVE = 3

/** After the last answer: delay until the attempt is completed, then until the results open. */
export const COMPLETE_DELAY_MS = 500
export const RESULTS_DELAY_MS = 1000
export const PICK_SUBMIT_DELAY_MS = 500

export const RESULTS_RETRIES = 3
export const RESULTS_RETRY_MS = 2000
export const RESULTS_TIMEOUT_MS = 12_000
export const RESULTS_REDIRECT_MS = 1500

export const ELECTIONS_FRESH_MS = 300_000

export const TEST_POLICIES = 10
export const TEST_POLICIES_MAX = 20
export const TEST_AGES = ['18-24', '25-34', '35-44', '45-54', '55-64', '65+'] as const
export const TEST_GENDERS = ['male', 'female', 'other'] as const
export const FEEDBACK_MAX = 5000
/** Length of a note for the voting booth. */
export const BOOTH_NOTE_MAX = 300
/** Unfinished sessions without a guess are deleted after this time. */
export const TEST_UNUSED_DAYS = 30

export const TOAST_MS = 8000

export const IMPORTANCE_MIN = 0.5
export const IMPORTANCE_MAX = 2
export const IMPORTANCE_DEFAULT = 1
export const CATEGORY_WEIGHT_DEFAULT = 1
export const POLICY_TEXT_MAX = 2000
/** Text of the operator on /about. */
export const OPERATOR_TEXT_MAX = 2000

export const BODY_MAX_BYTES = 64 * 1024

export const LOGO_MAX_BYTES = 512 * 1024
/** The IMPORT limits apply to all files of an import together. */
export const IMPORT_MAX_BYTES = 16 * 1024 * 1024
export const RESTORE_DAYS = 30
export const IMPORT_MAX_RECORDS = 100_000
export const IMPORT_MAX_LISTED = 1000
/** Smaller groups of sessions are reported only in aggregate. */
export const SMALLEST_GROUP = 10
export const HARDEST_POLICIES = 10

export const SOURCE_KINDS = ['URL', 'TEXT', 'FILE'] as const
export type SourceKind = (typeof SOURCE_KINDS)[number]

export const EXTRACTION_STATES = ['RUNNING', 'SUCCESS', 'WARNINGS', 'FAILED', 'CANCELLED'] as const

/** In execution order. `improve` runs only if a model is configured. */
export const EXTRACTION_STAGES = [
	'fetch',
	'read',
	'segment',
	'detect',
	'classify',
	'propose',
	'deduplicate',
	'measure',
	'improve',
] as const
export type ExtractionStage = (typeof EXTRACTION_STAGES)[number]

/** Maximum size of an uploaded file or a fetched page. */
export const SOURCE_MAX_BYTES = 5 * 1024 * 1024
export const SOURCE_MIN_WORDS = 50
export const SOURCE_NAME_MAX = 200
/** Reasons to propose a quote for rewording instead of a statement. */
export const REWORDING = [
	'first-person',
	'dangling',
	'no-verb',
	'general',
	'compound',
	'too-long',
	'names-someone',
	'is-reported',
	'other',
] as const
export type Rewording = (typeof REWORDING)[number]

/** Unsaved extractions are deleted after this time. */
export const EXTRACTION_DAYS = 7

/** About 350,000 words, or ten of the longest manifestos. */
export const SOURCE_MAX_CHARACTERS = 2_000_000
/** Maximum number of proposals per extraction; the rest is only counted. */
export const MAX_PROPOSALS = 500
