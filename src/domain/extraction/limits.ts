/** Limits of an extraction, the specification's first. */

/** A source may have at most this many characters: some 350,000 words, ten of the longest manifestos. */
export const SOURCE_MAX_CHARACTERS = 2_000_000
/** An extraction proposes at most so many policies; what it found beyond is counted. */
export const MAX_PROPOSALS = 500
