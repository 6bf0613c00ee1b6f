import { randomUUID } from 'node:crypto'
import { IDEMPOTENCY_HEADER, ORDER_HEADER } from '#contract/endpoint.ts'
import type { Effect, Ledger } from './ledger.ts'
import type { Send, Sending } from './wire.ts'

/** Something that a voter does. */
export interface Step {
	/** Made when its turn has come: what is sent may follow from an earlier answer. */
	readonly request: () => Sending
	/** What it does in the database; null for what changes nothing there. */
	readonly effect: (() => Effect) | null
	readonly read?: (reply: unknown) => void
	/** What it is in a batch, and of what; left out by what goes alone. */
	readonly inBatch?: () => {
		/** The call with several of them. */
		readonly path: string
		/** The session, which is named in the body; an attempt is in the path. */
		readonly sessionId?: string
		readonly operation: { readonly kind: string; readonly body?: unknown }
	}
}

/** A step that has come, and waits in the device's queue. */
export interface Entry {
	readonly step: Step
	readonly key: string
	readonly seq: number
	/** When it was to be sent, in ms of `performance.now`, whenever it is: latency is counted from here. */
	readonly dueAt: number
}

/** A device of a voter, with what they will do and what waits to be sent. */
export interface Device {
	/** Null for who is not signed in. */
	readonly token: string | null
	/** Told as a proxy in front of the server tells it, so that the limits by address see many. */
	readonly address: string
	readonly stream: string
	readonly steps: Step[]
	readonly queue: Entry[]
	came: number
	sending: boolean
	/** How many entries the server takes in one call, as it said last. */
	atOnce: number
}

/** What sending takes. */
export interface World {
	readonly send: Send
	readonly ledger: () => Ledger
}

/** Sends what waits in a device's queue, in order, until nothing does. */
export type SendQueue = (device: Device, world: World) => Promise<void>

/** @param number tells its address; there are 2^24 of them. */
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

/** The headers of an entry's call; null for a batch, which says all of it in its body. */
export const headersOf = (device: Device, entry: Entry | null): Record<string, string> => ({
	'x-forwarded-for': device.address,
	...(device.token !== null && { authorization: `Bearer ${device.token}` }),
	...(entry?.step.effect && {
		[IDEMPOTENCY_HEADER]: `"${entry.key}"`,
		[ORDER_HEADER]: `"${device.stream}";seq=${entry.seq}`,
	}),
})

/** Has the voter's next step come, at the moment `dueAt`. */
export const enqueue = (device: Device, dueAt: number, ledger: Ledger): void => {
	const step = device.steps[device.came]
	if (step === undefined) return
	device.came++
	device.queue.push({ step, key: randomUUID(), seq: device.came, dueAt })
	ledger.waiting++
}

/** Has a device send what waits, unless it is at it already. */
export const wake = async (device: Device, sendQueue: SendQueue, world: World): Promise<void> => {
	if (device.sending) return
	device.sending = true
	try {
		while (device.queue.length > 0) await sendQueue(device, world)
	} finally {
		device.sending = false
	}
}
