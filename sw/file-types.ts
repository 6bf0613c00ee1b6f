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
export const isWhatItsNameSays = (
	url: string,
	response: Pick<Response, 'ok' | 'headers'>,
): boolean => {
	const extension = new URL(url).pathname.split('.').at(-1) ?? ''
	const type = response.headers.get('content-type') ?? ''
	return response.ok && type.includes(TYPES[extension] ?? '')
}
