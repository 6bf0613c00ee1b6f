import { randomUUID } from 'node:crypto'
import { IDEMPOTENCY_HEADER, ORDER_HEADER } from '#contract/endpoint.ts'
import type { Effect, Ledger } from './ledger.ts'
import type { Send, Sending } from './wire.ts'

export interface Step {
	/** Called at send time, because the request may depend on an earlier response. */
	readonly request: () => Sending
	/** The expected change in the database, or null for a read. */
	readonly effect: (() => Effect) | null
	readonly read?: (reply: unknown) => void
	/** Form of the step in a batch. Absent if it cannot be batched. */
	readonly inBatch?: () => {
		readonly path: string
		/** The body names a session; the path names an attempt. */
		readonly sessionId?: string
		readonly operation: { readonly kind: string; readonly body?: unknown }
	}
}

export interface Entry {
	readonly step: Step
	readonly key: string
	readonly seq: number
	/** Due time (`performance.now`, in ms), from which latency is counted. */
	readonly dueAt: number
}

export interface Device {
	readonly token: string | null
	/** Client address for X-Forwarded-For, so that rate limits see many. */
	readonly address: string
	readonly stream: string
	readonly steps: Step[]
	readonly queue: Entry[]
	came: number
	sending: boolean
	/** Batch size that the server last announced. */
	atOnce: number
}

export interface World {
	readonly send: Send
	readonly ledger: () => Ledger
}

/** Resolves when the queue is empty. */
export type SendQueue = (device: Device, world: World) => Promise<void>

/** @param number determines the address, modulo 2^24. */
export const createDevice = (number: number, token: string | null, steps: Step[]): Device => ({
	token,
	address: `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
	stream: randomUUID(),
	steps,
	queue: [],
	came: 0,
	sending: false,
	atOnce: 1,
})

/** Headers of an entry's call. Null for a batch, whose keys are in the body. */
export const headersOf = (device: Device, entry: Entry | null): Record<string, string> => ({
	'x-forwarded-for': device.address,
	...(device.token !== null && { authorization: `Bearer ${device.token}` }),
	...(entry?.step.effect && {
		[IDEMPOTENCY_HEADER]: `"${entry.key}"`,
		[ORDER_HEADER]: `"${device.stream}";seq=${entry.seq}`,
	}),
})

/** Queues the voter's next step. */
export const enqueue = (device: Device, dueAt: number, ledger: Ledger): void => {
	const step = device.steps[device.came]
	if (step === undefined) return
	device.came++
	device.queue.push({ step, key: randomUUID(), seq: device.came, dueAt })
	ledger.waiting++
}

/** Sends the queue unless already sending. */
export const wake = async (device: Device, sendQueue: SendQueue, world: World): Promise<void> => {
	if (device.sending) return
	device.sending = true
	try {
		while (device.queue.length > 0) await sendQueue(device, world)
	} finally {
		device.sending = false
	}
}
