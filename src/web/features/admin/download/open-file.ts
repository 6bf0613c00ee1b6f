import type { CallInput, Endpoint } from '#contract/endpoint.ts'
import type { Result } from '#domain/types.ts'
import { createClient } from '#http/client.ts'
import type { Failure } from '#http/failure.ts'
import { callDeps } from '#web/app/client.ts'

/** A row whose reply is a file. */
type FileRow = Endpoint & { readonly file: NonNullable<Endpoint['file']> }

/** Longer than anybody waits, in ms: how long a whole download takes says nothing, only that nothing comes does. */
const NO_DEADLINE = 2 ** 31 - 1

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
		fetch: async (...args) => {
			const response = await callDeps.fetch(...args)
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
