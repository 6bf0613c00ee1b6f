const FAILURES = {
	'bad-url': { message: 'Please enter a valid URL' },
	'bad-scheme': { message: 'The address must start with http:// or https://' },
	'bad-port': { message: 'The address can use port 80 or 443 only' },
	credentials: { message: 'The address must not contain a username or password' },
	'closed-address': {
		message: 'The address is in a private or special network, which is not allowed',
	},
	'unknown-host': { message: 'The host in the address cannot be found' },
	unreachable: { message: 'The page cannot be reached' },
	redirects: { message: 'The page redirects too often, or to an invalid address' },
	status: { message: 'The page returns an error' },
	'wrong-type': { message: 'The page is not HTML, plain text, or PDF' },
	'bad-encoding': { message: 'The page is damaged or uses an unknown compression' },
	timeout: { message: 'The page took too long to load' },
	cancelled: { message: 'The extraction was cancelled' },
	'too-large': { message: 'The source is too large to read' },
	'too-deep': { message: 'The source is nested too deeply to read' },
	'too-slow': { message: 'The source takes too long to read' },
	'too-short': { message: 'Please provide more content (at least 50 words)' },
	empty: { message: 'The source has no text' },
	scanned: { message: 'The PDF has only pictures of its pages and no text' },
	encrypted: { message: 'The file is protected by a password' },
	damaged: { message: 'The file is damaged or has the wrong file type' },
	'unknown-file': { message: 'Please choose a .txt, .html, .pdf, or .docx file' },
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
