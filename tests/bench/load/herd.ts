import { atLeast, atMost, type Figure, figure, notTried } from '../figure.ts'
import { type Device, enqueue, type SendQueue, wake } from './device.ts'
import { lostFigure, printWork, shedFigure } from './figures.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { printShape, type Shape, shapeOf } from './shape.ts'
import type { Target } from './trial.ts'
import type { Send } from './wire.ts'

/** Maximum requests per successful one. A batch counts as one. */
const AMPLIFICATION = 1.5
const PRINT_MS = 30_000

interface Herd extends Pick<Target, 'name' | 'cpu'> {
	readonly send: Send
	readonly sendQueue: SendQueue
	readonly devices: readonly Device[]
}

/** A period with a lower share of the mean throughput counts as a second collapse. */
const COLLAPSE = 1 / 3

const figuresOf = (devices: number, page: Ledger, { slowest }: Shape): Figure[] => {
	const name = `herd of ${devices}`
	const collapse = `${name}: slowest period, as a share of the mean`
	return [
		figure({
			what: `${name}: requests per successful one`,
			value: page.requests / page.served.length,
			by: `${page.requests} requests`,
			goal: atMost(AMPLIFICATION),
		}),
		slowest === null
			? notTried(collapse, 'over too soon', atLeast(COLLAPSE))
			: figure({ what: collapse, value: slowest, goal: atLeast(COLLAPSE) }),
		shedFigure(name, page),
		lostFigure(name, page),
	]
}

/**
 * Simulates devices that took a quiz offline and reconnect at the same moment (thundering herd).
 * @returns the ledger and the figures.
 */
export const runHerd = async ({
	name,
	cpu,
	send,
	sendQueue,
	devices,
}: Herd): Promise<{ readonly page: Ledger; readonly figures: Figure[] }> => {
	const page = createLedger('herd')
	const world = { send, ledger: () => page }
	const from = performance.now()
	const before = cpu()
	for (const device of devices)
		while (device.came < device.steps.length) enqueue(device, from, page)
	const entries = page.waiting
	console.log(`${name}: ${devices.length} devices reconnect with ${entries} entries`)
	const printing = setInterval(() => {
		const seconds = ((performance.now() - from) / 1000).toFixed(0)
		console.log(`after ${seconds} s ${page.waiting} waiting, ${page.sheds} shed`)
	}, PRINT_MS)
	await Promise.all(devices.map((device) => wake(device, sendQueue, world)))
	clearInterval(printing)
	printWork(page, before, cpu())
	const shape = shapeOf(page, from)
	printShape(shape)
	return { page, figures: figuresOf(devices.length, page, shape) }
}
