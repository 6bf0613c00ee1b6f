import type { CallInput, Endpoint } from '#contract/endpoint.ts'
import { HTTP_TIMEOUT_MS } from '#domain/constants.ts'
import type { Result } from '#domain/types.ts'
import { createClient } from '#http/client.ts'
import type { Failure } from '#http/failure.ts'
import { callDeps } from '#web/app/client.ts'

/** A row whose reply is a file. */
type FileRow = Endpoint & { readonly file: NonNullable<Endpoint['file']> }

/** Longer than anybody waits, in ms: how long a whole download takes says nothing, only that nothing comes does. */
const NO_DEADLINE = 2 ** 31 - 1

/** Fetches; given up where no answer begins in the time that every call has. Its end may take as long as it takes. */
const answered = async (
	fetching: typeof fetch,
	input: Parameters<typeof fetch>[0],
	init: RequestInit | undefined,
	signal: AbortSignal,
): Promise<Response> => {
	const ending = new AbortController()
	const end = () => ending.abort()
	signal.addEventListener('abort', end, { once: true })
	const timer = setTimeout(end, HTTP_TIMEOUT_MS)
	try {
		return await fetching(input, { ...init, signal: ending.signal })
	} finally {
		clearTimeout(timer)
	}
}

/**
 * Calls a row whose reply is a file. The client reads replies to their end, which this one may be too long for: its bytes
 * are still to come. What answers with anything else is not our server.
 */
export const openFile = async <Row extends FileRow>(
	row: Row,
	input: CallInput<Row>,
	signal: AbortSignal,
): Promise<Result<ReadableStream<Uint8Array>, Failure>> => {
	let bytes: ReadableStream<Uint8Array> | null = null
	const call = createClient({
		...callDeps,
		fetch: async (request, init) => {
			const response = await answered(callDeps.fetch, request, init, signal)
			const isFile = response.headers.get('content-type')?.startsWith(row.file.type)
			if (!response.ok || !isFile) return response
			bytes = response.body
			return Response.json('')
		},
	})
	const reply = await call<FileRow>(row, input, {
		signal,
		timeoutMs: NO_DEADLINE,
		headers: { accept: row.file.type },
	})
	if (!reply.ok) return reply
	return bytes ? { ok: true, value: bytes } : { ok: false, error: { kind: 'offline' } }
}
