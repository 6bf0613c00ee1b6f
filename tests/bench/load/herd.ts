import { verdict } from '../figures.ts'
import { type Device, enqueue, type SendQueue, wake } from './device.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { shapeOf, tellShape } from './shape.ts'
import { tellSheds, tellWork } from './tell.ts'
import type { Target } from './trial.ts'
import type { Send } from './wire.ts'

/** The most requests for each that was answered with success: one that takes thirty entries is one all the same. */
const AMPLIFICATION = 1.5
const TELL_MS = 30_000

interface Herd extends Pick<Target, 'name' | 'cpu'> {
	readonly send: Send
	readonly sendQueue: SendQueue
	readonly devices: readonly Device[]
}

/**
 * Devices that took a quiz each while there was no connection, which comes back for all of them at the same moment.
 * @returns what was sent, and whether the server took all of it as it should.
 */
export const runHerd = async ({
	name,
	cpu,
	send,
	sendQueue,
	devices,
}: Herd): Promise<{ readonly page: Ledger; readonly passed: boolean }> => {
	const page = createLedger('herd')
	const world = { send, ledger: () => page }
	const from = performance.now()
	const before = cpu()
	for (const device of devices)
		while (device.came < device.steps.length) enqueue(device, from, page)
	const entries = page.waiting
	console.log(`\n## ${name}: ${devices.length} devices come back with ${entries} entries\n`)
	const tell = setInterval(() => {
		const seconds = ((performance.now() - from) / 1000).toFixed(0)
		console.log(`after ${seconds} s ${page.waiting} wait, ${page.sheds} were sent away`)
	}, TELL_MS)
	await Promise.all(devices.map((device) => wake(device, sendQueue, world)))
	clearInterval(tell)
	tellWork(page, before, cpu())
	const shape = shapeOf(page, from)
	tellShape(shape)
	const amplification = page.requests / page.served.length
	console.log(`requests for each that came through: ${amplification.toFixed(2)}`)
	const few = verdict(
		`at most ${AMPLIFICATION} requests for each that comes through`,
		amplification <= AMPLIFICATION,
	)
	const steady = verdict('no second collapse', !shape.collapsed)
	const told = tellSheds(page)
	const taken = verdict('everything gets in', page.refused === 0 && page.waiting === 0)
	return { page, passed: few && steady && told && taken }
}
