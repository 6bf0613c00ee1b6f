import { type ResourceLimits, type TransferListItem, Worker } from 'node:worker_threads'
import type { Result } from '#domain/types.ts'

export interface ThreadTask<Message, Value> {
	readonly url: URL
	readonly workerData: unknown
	readonly transferList?: TransferListItem[]
	readonly resourceLimits: ResourceLimits
	readonly signal: AbortSignal
	/** Handles a message. @returns the result, or null to wait for another message. */
	receive(message: Message, worker: Worker): Value | null
}

/** `ended`: the thread exited without a result. */
export type ThreadFailure = 'out-of-memory' | 'aborted' | 'ended'

const failed = (error: ThreadFailure) => ({ ok: false, error }) as const

/** Runs work on untrusted input in a thread with a memory limit and without the server's environment. */
export const runInThread = <Message, Value>({
	url,
	signal,
	receive,
	...options
}: ThreadTask<Message, Value>): Promise<Result<Value, ThreadFailure>> => {
	const worker = new Worker(url, { execArgv: [], env: {}, ...options })
	return new Promise<Result<Value, ThreadFailure>>((resolve, reject) => {
		worker.on('message', (message: Message) => {
			const value = receive(message, worker)
			if (value !== null) resolve({ ok: true, value })
		})
		worker.once('error', (error) =>
			'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
				? resolve(failed('out-of-memory'))
				: reject(error),
		)
		worker.once('exit', () => resolve(failed('ended')))
		signal.addEventListener('abort', () => resolve(failed('aborted')))
	}).finally(() => worker.terminate())
}
