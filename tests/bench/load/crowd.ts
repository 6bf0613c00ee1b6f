import { setTimeout as sleep } from 'node:timers/promises'
import { type Device, enqueue, type SendQueue, wake } from './device.ts'
import { createLedger, type Ledger } from './ledger.ts'
import type { Send } from './wire.ts'

/** Voters who are at it at the same time. */
export interface Crowd {
	/** The next of them does their next step; who is through is followed by somebody new. */
	readonly step: (dueAt: number) => void
	/** So many are at it from now on; those that are missing come by and by, a fifth of the arrivals being new ones. */
	readonly grow: (size: number) => void
	/** What happens from now on is noted in a new ledger. */
	readonly turnPage: (name: string) => Ledger
	/** Resolves when nothing waits any more. */
	readonly settled: () => Promise<void>
}

interface CrowdDeps {
	readonly send: Send
	readonly sendQueue: SendQueue
	readonly newcomer: () => Device
	/** Whether whoever comes has done everything before they have a connection, and is replaced by the next one. */
	readonly whole?: boolean
}

const NEWCOMERS = 0.2

/** @param size how many voters are at it at first. */
export const createCrowd = (
	{ send, sendQueue, newcomer, whole = false }: CrowdDeps,
	size: number,
): Crowd => {
	const there: Device[] = []
	let wanted = size
	let turn = 0
	let page = createLedger('')
	let fault: unknown = null
	const world = { send, ledger: () => page }

	const whoseTurn = (): Device => {
		if (there.length === 0 || (there.length < wanted && Math.random() < NEWCOMERS)) {
			const device = newcomer()
			there.push(device)
			return device
		}
		const at = turn++ % there.length
		const device = there[at] as Device
		if (device.came < device.steps.length) return device
		const next = newcomer()
		there[at] = next
		return next
	}

	return {
		step: (dueAt) => {
			const device = whole ? newcomer() : whoseTurn()
			do enqueue(device, dueAt, page)
			while (whole && device.came < device.steps.length)
			wake(device, sendQueue, world).catch((error: unknown) => {
				fault = error
			})
		},
		grow: (to) => {
			wanted = to
		},
		turnPage: (name) => {
			page = createLedger(name)
			return page
		},
		settled: async () => {
			while (page.waiting > 0 && fault === null) await sleep(20)
			if (fault !== null) throw fault
		},
	}
}
