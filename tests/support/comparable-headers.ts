/** Response headers without the request ID, which differs for each request. */
export const comparableHeaders = (
	headers: Headers = new Headers(),
): (readonly [string, string])[] => [...headers].filter(([name]) => name !== 'x-request-id')
