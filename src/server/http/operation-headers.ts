import { parseItem } from 'structured-headers'
import { IDEMPOTENCY_HEADER, IF_MATCH_HEADER, ORDER_HEADER } from '#contract/endpoint.ts'
import { invalid } from './service-error.ts'

/** An operation's place in its stream, for the guard against late duplicates. */
export interface Order {
	readonly stream: string
	readonly seq: number
}

const TEXT_MAX = 255

type Parameters = ReturnType<typeof parseItem>[1]

const stringItem = (header: string): { text: string; parameters: Parameters } | null => {
	try {
		const [text, parameters] = parseItem(header)
		const fits = typeof text === 'string' && text.length >= 1 && text.length <= TEXT_MAX
		return fits ? { text, parameters } : null
	} catch {
		// The parser says "this is no such header" by throwing; the caller turns that into a 400.
		return null
	}
}

/** The value of `Idempotency-Key`, a quoted string of 1 to 255 characters; null where there is no header. */
export const parseIdempotencyKey = (header: string | undefined): string | null => {
	if (header === undefined) return null
	const item = stringItem(header)
	if (item === null) {
		const message = `must be a quoted string of 1 to ${TEXT_MAX} characters`
		throw invalid([{ path: IDEMPOTENCY_HEADER, message }])
	}
	return item.text
}

/** The value of `Evenhand-Order`, `"<stream>";seq=<n>`; null where there is no header. */
export const parseOrder = (header: string | undefined): Order | null => {
	if (header === undefined) return null
	const item = stringItem(header)
	const seq = item?.parameters.get('seq')
	if (item === null || typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 0) {
		throw invalid([{ path: ORDER_HEADER, message: 'must be a quoted stream with a whole seq' }])
	}
	return { stream: item.text, seq }
}

const ETAG = '(?:W/)?"([\\x21\\x23-\\x7e]*)"'
const ETAGS = new RegExp(`^${ETAG}(?:[ \\t]*,[ \\t]*${ETAG})*$`)

/** The versions that a change may be meant for, as a record's `etag` says them; "any" only wants it to exist. */
export type IfMatch = 'any' | readonly string[]

/**
 * The value of `If-Match`: `"3"`, several of these, or `*`; null where there is no header. A weak one counts like the
 * version that it names: it is how an `ETag` of ours comes back from who took the reply compressed.
 */
export const parseIfMatch = (header: string | undefined): IfMatch | null => {
	if (header === undefined) return null
	const text = header.trim()
	if (text === '*') return 'any'
	if (!ETAGS.test(text)) {
		throw invalid([{ path: IF_MATCH_HEADER, message: 'must be a version in quotes, or *' }])
	}
	return [...text.matchAll(new RegExp(ETAG, 'g'))].map(([, tag]) => `"${tag}"`)
}
