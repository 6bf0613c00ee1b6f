/** What a file of comma-separated values looks like, so that spreadsheets read it as it is meant. */

/** They take a file that does not begin with it for one of their country's old encoding. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * A cell that a spreadsheet would take for a formula, or whose beginning it would not show, and one that looks like the
 * guarded form of one.
 */
export const LIKE_FORMULA = /^'*[=+\-@\p{Cc}]/u

/**
 * How Papa Parse writes one. What would be run as a formula gets an apostrophe before it, which whoever reads the file
 * takes away again.
 */
export const CSV_FORM = { newline: '\r\n', escapeFormulae: LIKE_FORMULA } as const
