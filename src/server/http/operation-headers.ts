import { parseItem } from 'structured-headers'
import { IDEMPOTENCY_HEADER, ORDER_HEADER } from '#contract/endpoint.ts'
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
