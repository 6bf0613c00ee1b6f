import type { CallOptions } from '#http/client.ts'

/**
 * Has the server change a record only as it was seen: somebody else's change is not written over unread.
 * @param etag the version that was seen; undefined of a server that names none, which is asked for nothing.
 */
export const ifMatch = (etag: string | undefined): Pick<CallOptions, 'headers'> =>
	etag === undefined ? {} : { headers: { 'If-Match': etag } }
