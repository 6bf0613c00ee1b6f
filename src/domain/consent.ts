/**
 * The text that a voter agrees to by beginning a quiz, by the day on which it was written. Another text, in any language,
 * is another version.
 */
export const CONSENT_VERSION = '2026-11-25'
