import { timestamp, uuid } from 'drizzle-orm/pg-core'

/** A column for a moment. */
export const moment = (name: string) => timestamp(name, { withTimezone: true })

/** The column of a row's id. Ids are made by the application, so that a row is known before it is written. */
export const id = () => uuid('id').primaryKey()
