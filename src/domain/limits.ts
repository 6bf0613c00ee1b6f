/** Every limit and constant that the product's specification names. One place, read by server, device and tests. */

/** The whole request may take this long, in ms. */
export const HTTP_TIMEOUT_MS = 120_000
/** A call of a device's queue may take this long, in ms: a phone on a dying connection should notice. */
export const SEND_TIMEOUT_MS = 15_000

export const USERNAME_MIN = 3
export const USERNAME_MAX = 64
export const EMAIL_MAX = 254
export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 128
/** A link to set a new password is good for so long. */
export const RESET_LINK_MINUTES = 30

/** Response times are sent in ms and capped here; 0 where no timer runs. */
export const RESPONSE_TIME_CAP_MS = 300_000

export const POLICY_PICK_MIN = 6
export const COMPARE_MIN_CANDIDATES = 2
/**
 * Seconds that a statement takes: about 25 words at 200 words a minute, and a moment to choose among five answers or two.
 * Picking is quicker: most statements are only read.
 */
export const SECONDS_PER_STATEMENT = { SCALE: 12, BINARY: 10, POLICY_PICK: 8 } as const

/** A quiz asks at most this many statements in all, but never fewer than two of each candidate (where they have two). */
export const QUIZ_MAX_STATEMENTS = 40
export const QUIZ_MIN_PER_CANDIDATE = 2

/** Alignment bands on the rounded percentage: strong from 76, moderate from 50, low under 50. */
export const BAND_STRONG_FROM = 76
export const BAND_MODERATE_FROM = 50
/** A candidate needs so many scored statements for a percentage, or all where an attempt asks fewer. */
export const SCORED_MIN = 3
/** An alignment bar is never drawn narrower than this, in percent. */
export const BAR_MIN_PERCENT = 3

export const SWIPE_PX = 60
export const SWIPE_STRONG_PX = 120
export const SWIPE_TILT_MAX_DEG = 15
export const SWIPE_HINT_DELAY_MS = 1250
export const SWIPE_HINT_SHOW_MS = 3000

export const HIGH_PRIORITY_ABOVE = 1.2
export const CLARITY_NOTE_BELOW = 7
export const COMPLEX_TOPIC_ABOVE = 3

/** After the last answer the attempt is completed after the first pause, and results open after the second. */
export const COMPLETE_DELAY_MS = 500
export const RESULTS_DELAY_MS = 1000
export const PICK_SUBMIT_DELAY_MS = 500

export const RESULTS_RETRIES = 3
export const RESULTS_RETRY_MS = 2000
export const RESULTS_TIMEOUT_MS = 12_000
export const RESULTS_REDIRECT_MS = 1500

/** How long a stored list of active elections counts as fresh, in ms. */
export const ELECTIONS_FRESH_MS = 300_000

/** A knowledge test asks this many policies before its results can be seen. */
export const TEST_POLICIES = 10
/** The most policies that a start of a knowledge test may ask for. */
export const TEST_POLICIES_MAX = 20
export const TEST_AGES = ['18-24', '25-34', '35-44', '45-54', '55-64', '65+'] as const
export const TEST_GENDERS = ['male', 'female', 'other'] as const
export const FEEDBACK_MAX = 5000
/** An unfinished test session without a guess is deleted after so many days. */
export const TEST_UNUSED_DAYS = 30

/** Toasts go by themselves after this, in ms. */
export const TOAST_MS = 8000

export const IMPORTANCE_MIN = 0.5
export const IMPORTANCE_MAX = 2
export const IMPORTANCE_DEFAULT = 1
export const CATEGORY_WEIGHT_DEFAULT = 1
export const POLICY_TEXT_MAX = 2000

/** The body of a request may have at most this many bytes. */
export const BODY_MAX_BYTES = 64 * 1024

/** Limits of what administrators do: apart from the rest, which every voter downloads. */

/** A picture that is uploaded may have at most this many bytes. */
export const LOGO_MAX_BYTES = 512 * 1024
/** Files that are imported may have at most this many bytes together. */
export const IMPORT_MAX_BYTES = 16 * 1024 * 1024
/** What administrators delete can be restored for so many days. */
export const RESTORE_DAYS = 30
/** Files that are imported may hold at most this many records together. */
export const IMPORT_MAX_RECORDS = 100_000
/** A report of an import lists at most this many changes. */
export const IMPORT_MAX_LISTED = 1000
/** A figure about fewer sessions than these is told of nobody but all together. */
export const SMALLEST_GROUP = 10
/** So many of the hardest policies are told. */
export const HARDEST_POLICIES = 10

/** What is agreed on of extractions and their sources between pages and server. */

export const SOURCE_KINDS = ['URL', 'TEXT', 'FILE'] as const
export type SourceKind = (typeof SOURCE_KINDS)[number]

/** Under way; ended well, with warnings, or badly; given up. */
export const EXTRACTION_STATES = ['RUNNING', 'SUCCESS', 'WARNINGS', 'FAILED', 'CANCELLED'] as const

/** What an extraction does, in this order; `improve` where a model is configured. */
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

/** A file that is uploaded, or a page, has at most this many bytes. */
export const SOURCE_MAX_BYTES = 5 * 1024 * 1024
/** A pasted text has at least this many words. */
export const SOURCE_MIN_WORDS = 50
export const SOURCE_NAME_MAX = 200
/** An extraction that nobody saved is kept for so many days. */
export const EXTRACTION_DAYS = 7

/** Limits of an extraction, the specification's first. */

/** A source may have at most this many characters: some 350,000 words, ten of the longest manifestos. */
export const SOURCE_MAX_CHARACTERS = 2_000_000
/** An extraction proposes at most so many policies; what it found beyond is counted. */
export const MAX_PROPOSALS = 500
