const FAILURES = {
	'bad-url': { message: 'Please enter a valid URL' },
	'bad-scheme': { message: 'The address has to begin with http:// or https://' },
	'bad-port': { message: 'The address may name no port but 80 and 443' },
	credentials: { message: 'The address may hold no username and no password' },
	'closed-address': {
		message: 'The address leads to a private or special network, from which nothing is read',
	},
	'unknown-host': { message: 'The address names a host that cannot be found' },
	unreachable: { message: 'The page cannot be reached' },
	redirects: { message: 'The page redirects too often, or to nowhere' },
	status: { message: 'The page answers with an error' },
	'wrong-type': { message: 'The page is neither HTML nor plain text nor PDF' },
	'bad-encoding': { message: 'The page is compressed in a way that is not known, or damaged' },
	timeout: { message: 'The page took too long to load' },
	cancelled: { message: 'The extraction was cancelled' },
	'too-large': { message: 'The source is too large to be read' },
	'too-deep': { message: 'The source is nested too deeply to be read' },
	'too-slow': { message: 'The source takes too long to be read' },
	'too-short': { message: 'Please provide more content (at least 50 words)' },
	empty: { message: 'The source has no text' },
	scanned: { message: 'The PDF holds pictures of its pages only, and no text' },
	encrypted: { message: 'The file is protected by a password' },
	damaged: { message: 'The file is damaged, or not what its name says' },
	'unknown-file': { message: 'Please choose a .txt, .html, .pdf or .docx file' },
	busy: { message: 'Other files are being read: please try again in a moment' },
} as const satisfies Readonly<Record<string, { readonly message: string }>>

export type SourceFailureKind = keyof typeof FAILURES

/** A failure to get a source. `detail` is an HTTP status or network error code, for logs. */
export interface SourceFailure {
	readonly kind: SourceFailureKind
	readonly message: string
	readonly detail: string | null
}

export const sourceFailure = (
	kind: SourceFailureKind,
	detail: string | null = null,
): SourceFailure => ({ kind, message: FAILURES[kind].message, detail })
