/** Limits of an extraction, the specification's first. */

/** A policy's text has so many words. */
export const STATEMENT_WORDS = { least: 5, most: 100 } as const
/** A source may have at most this many characters: some 350,000 words, ten of the longest manifestos. */
export const SOURCE_MAX_CHARACTERS = 2_000_000
/** An extraction proposes at most so many policies; what it found beyond is counted. */
export const MAX_PROPOSALS = 500
/** A policy needs review below this clarity or above this bias. */
export const REVIEW = { clarity: 7, bias: 3 } as const
