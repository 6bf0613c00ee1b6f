/** The headers of a reply that may say something of what was asked for; each request has an id of its own. */
export const toldHeaders = (headers: Headers = new Headers()): (readonly [string, string])[] =>
	[...headers].filter(([name]) => name !== 'x-request-id')
