const isApi = (path: string): boolean => path === '/api' || path.startsWith('/api/')

/** True if a navigation to this path gets the app: neither the API nor a file. Same rule as on the server. */
export const isPage = (path: string): boolean =>
	!isApi(path) && !path.slice(path.lastIndexOf('/') + 1).includes('.')

const UPLOADED = '/api/logos/'

/** True for requests of candidates' logos, from any host. The app's own images are matched before. */
export const isLogo = (
	request: Pick<Request, 'method' | 'destination'>,
	url: Pick<URL, 'origin' | 'pathname'>,
	origin: string,
): boolean =>
	request.method === 'GET' &&
	request.destination === 'image' &&
	!(url.origin === origin && isApi(url.pathname) && !url.pathname.startsWith(UPLOADED))

const TYPES: Readonly<Record<string, string>> = {
	js: 'javascript',
	css: 'css',
	html: 'html',
	png: 'image/png',
	svg: 'image/svg',
	webmanifest: 'json',
}

/**
 * True if the response has the type of its file extension. Some hosts answer a missing script with a page, and a page
 * cached as a script would break the app until its next version.
 */
export const hasExpectedType = (
	url: string,
	response: Pick<Response, 'ok' | 'headers'>,
): boolean => {
	const extension = new URL(url).pathname.split('.').at(-1) ?? ''
	const type = response.headers.get('content-type') ?? ''
	return response.ok && type.includes(TYPES[extension] ?? '')
}
