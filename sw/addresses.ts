const isApi = (path: string): boolean => path === '/api' || path.startsWith('/api/')

/** Whether a navigation to this path gets the app: to everything but the API and addresses of files, as on the server. */
export const isPage = (path: string): boolean =>
	!isApi(path) && !path.slice(path.lastIndexOf('/') + 1).includes('.')

/** Below it are the logos that were uploaded, each named by its content: files, whatever else lives below /api. */
const UPLOADED = '/api/logos/'

/** Whether a request is for a candidate's logo: a picture from anywhere that is neither a reply of the API nor, being asked after those, a part of the app. */
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
 * Whether a reply is the file that was asked for. Some hosts answer a missing script with a page, and a page that is
 * kept as a script would break the app until its next version.
 */
export const hasExpectedType = (
	url: string,
	response: Pick<Response, 'ok' | 'headers'>,
): boolean => {
	const extension = new URL(url).pathname.split('.').at(-1) ?? ''
	const type = response.headers.get('content-type') ?? ''
	return response.ok && type.includes(TYPES[extension] ?? '')
}
