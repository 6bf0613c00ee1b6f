import { isPostgresThere } from '../support/postgres.ts'
import { atMostTimes, type Figure, medianOf, notTried } from './figure.ts'
import { makeBed } from './load/beds.ts'
import { createDevice, type Device, enqueue, wake } from './load/device.ts'
import { floorJourney, quizJourney } from './load/journeys.ts'
import { createLedger } from './load/ledger.ts'
import { sendAsApp } from './load/send.ts'
import { createNumbers } from './load/targets.ts'
import { createWire } from './load/wire.ts'

/** Concurrent voters. */
const VOTERS = 25
const ANSWERS = 20
const ROUNDS = 12
/** Rounds that warm up the JIT compilers. */
const WARM_UP = 12
const GOAL = 4

/** Sends the next entries of each device one by one. */
const createSender = (origin: string) => {
	const { send, close } = createWire(origin)
	const ledger = createLedger('answers')
	const world = { send, ledger: () => ledger }
	const sendOf = async (device: Device, count: number): Promise<void> => {
		for (let sent = 0; sent < count; sent++) {
			enqueue(device, performance.now(), ledger)
			await wake(device, sendAsApp, world)
		}
	}
	return {
		sendOfEach: async (devices: readonly Device[], count: number): Promise<void> => {
			await Promise.all(devices.map((device) => sendOf(device, count)))
			if (ledger.errors.size > 0 || ledger.refused > 0) throw new Error('not every entry was taken')
		},
		close,
	}
}

/** Measures the server's CPU time per answer on PostgreSQL, beside a route with a bare insert by the same driver. */
export const serverAnswers = async (): Promise<Figure[]> => {
	const what = 'an answer, PostgreSQL: CPU of the server'
	const goal = atMostTimes(GOAL)
	if (!isPostgresThere()) return [notTried(what, 'PostgreSQL is not installed', goal)]
	const accounts = VOTERS * (WARM_UP + ROUNDS)
	const bed = await makeBed('postgres', { accounts, mostAtOnce: 2 * VOTERS })
	const [app, floor] = [createSender(bed.app.origin), createSender(bed.floor.origin)]
	try {
		const numbers = createNumbers(bed)
		const taken: number[] = []
		const least: number[] = []
		for (let round = 0; round < WARM_UP + ROUNDS; round++) {
			const voters = Array.from({ length: VOTERS }, () =>
				createDevice(numbers.device(), numbers.token(), quizJourney(bed.quizId)),
			)
			const inserters = Array.from({ length: VOTERS }, () => createDevice(0, null, floorJourney()))
			await app.sendOfEach(voters, 1)
			const before = [bed.app.cpu().server, bed.floor.cpu().server] as const
			await app.sendOfEach(voters, ANSWERS)
			await floor.sendOfEach(inserters, ANSWERS)
			if (round < WARM_UP) continue
			taken.push((bed.app.cpu().server - before[0]) / (VOTERS * ANSWERS))
			least.push((bed.floor.cpu().server - before[1]) / (VOTERS * ANSWERS))
		}
		const bare = { name: 'a bare insert', taken: least }
		return [medianOf({ what, unit: 'ms', taken, floor: bare, goal })]
	} finally {
		app.close()
		floor.close()
		await bed.clear()
	}
}
