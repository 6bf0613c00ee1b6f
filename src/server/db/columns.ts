import { isNotNull } from 'drizzle-orm'
import { customType, index, integer, type PgColumn, timestamp, uuid } from 'drizzle-orm/pg-core'

/** A column for a moment. */
export const moment = (name: string) => timestamp(name, { withTimezone: true })

/** The column of a row's id. Ids are made by the application, so that a row is known before it is written. */
export const id = () => uuid('id').primaryKey()

/** The version of a row: 1 at first, and one more with every change. */
export const revised = () => integer('revised').notNull().default(1)

/** When a row was deleted; whatever has this is gone for everybody, and for good 30 days later. */
export const deletion = () => ({ deletedAt: moment('deleted_at') })

/** The same, of what may be deleted together with another record: that one's id, null where it was deleted itself. */
export const deletionWith = () => ({ ...deletion(), deletedWith: uuid('deleted_with') })

/** An index of the rows of a table that were deleted, by the moment. */
export const deletedIndex = (name: string, deletedAt: PgColumn) =>
	index(name).on(deletedAt).where(isNotNull(deletedAt))

/** A column for bytes, which the two databases hand out as different kinds of array. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
	dataType: () => 'bytea',
	fromDriver: (value) => new Uint8Array(value),
})
