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
