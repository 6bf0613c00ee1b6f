import { setTimeout as sleep } from 'node:timers/promises'
import { type Device, enqueue, type SendQueue, wake } from './device.ts'
import { createLedger, type Ledger } from './ledger.ts'
import type { Send } from './wire.ts'

export interface Crowd {
	/** Performs the next step of the next voter. Replaces voters who have finished. */
	readonly step: (dueAt: number) => void
	/** Sets the target size. It is reached gradually: a fifth of the arrivals are new voters. */
	readonly grow: (size: number) => void
	readonly turnPage: (name: string) => Ledger
	readonly settled: () => Promise<void>
}

interface CrowdDeps {
	readonly send: Send
	readonly sendQueue: SendQueue
	readonly newcomer: () => Device
	/** Each arrival is a new voter who sends a complete quiz at once, taken offline. */
	readonly whole?: boolean
}

const NEWCOMERS = 0.2

/** @param size the initial number of voters. */
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

	const nextDevice = (): Device => {
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
			const device = whole ? newcomer() : nextDevice()
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
