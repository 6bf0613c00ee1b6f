import fc from 'fast-check'

/** PostgreSQL texts cannot contain it. */
export const NUL = String.fromCharCode(0)
/** A well-formed id of no record. */
export const UUID = '00000000-0000-4000-8000-000000000000'

/** Unexpected values. */
export const odd = fc.oneof(
	fc.constantFrom(null, true, '', NUL, '\ud800', 1e308, -0, 2 ** 53, [], {}, UUID, '__proto__'),
	fc.double({ noNaN: true }),
	fc.string({ unit: 'binary', maxLength: 60 }),
)
