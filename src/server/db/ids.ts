import { notFound } from '../http/service-error.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text has the form of our ids. */
export const isRowId = (id: string): boolean => UUID.test(id)

/**
 * An id of a request as the tables have it. The API lets ids be numbers too, and none of ours is one.
 * @throws 404 for what is no UUID: asking the database would be an error there.
 */
export const rowId = (id: string): string => {
	if (!isRowId(id)) throw notFound()
	return id.toLowerCase()
}
