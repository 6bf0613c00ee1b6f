import fc from 'fast-check'

/** A character that no text of the database can hold. */
export const NUL = String.fromCharCode(0)
/** An id of the right form that nothing has. */
export const UUID = '00000000-0000-4000-8000-000000000000'

/** Ids as they may stand in an address: of the right form, nearly so, and not at all. */
export const anyId = fc.oneof(
	fc.constantFrom(
		UUID,
		'7',
		'0',
		'-1',
		'1e9',
		'999999999999999999999',
		'%00',
		'..',
		'ünïcode',
		"'",
	),
	fc.uuid(),
	fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
)

/** Values that a field may hold where nobody expects them. */
export const odd = fc.oneof(
	fc.constantFrom(null, true, '', NUL, '\ud800', 1e308, -0, 2 ** 53, [], {}, UUID, '__proto__'),
	fc.double({ noNaN: true }),
	fc.string({ unit: 'binary', maxLength: 60 }),
)
