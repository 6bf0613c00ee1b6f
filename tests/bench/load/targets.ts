import type { Bed } from './beds.ts'
import { createCrowd } from './crowd.ts'
import { createDevice, type Device } from './device.ts'
import { ENTRIES, floorJourney, quizEntries, quizJourney, testJourney } from './journeys.ts'
import { sendAsApp as sendQueue } from './send.ts'
import { createWire } from './wire.ts'

/** Concurrent voters while the sustained rate is measured. */
export const CROWD = 1000

/** Allocates unique device numbers and tokens. */
export const createNumbers = ({ tokens }: Bed) => {
	let devices = 0
	let accounts = 0
	return {
		device: () => devices++,
		token: (): string => {
			const token = tokens[accounts++]
			if (token === undefined) throw new Error('too few accounts')
			return token
		},
	}
}

/** Creates the targets: the app with single calls, the app with batches, and the baseline. */
export const makeTargets = (bed: Bed, numbers: ReturnType<typeof createNumbers>) => {
	const appWire = createWire(bed.app.origin)
	const floorWire = createWire(bed.floor.origin)
	/** Two thirds take a quiz, one third the knowledge test. */
	const newcomer = (): Device => {
		const number = numbers.device()
		return number % 3 === 0
			? createDevice(number, null, testJourney())
			: createDevice(number, numbers.token(), quizJourney(bed.quizId))
	}
	const inserter = (): Device => createDevice(0, null, floorJourney())
	const crowd = createCrowd({ send: appWire.send, sendQueue, newcomer }, CROWD)
	const inserters = createCrowd({ send: floorWire.send, sendQueue, newcomer: inserter }, CROWD)
	/** A voter who took a quiz offline. */
	const returning = (): Device =>
		createDevice(numbers.device(), numbers.token(), quizEntries(bed.quizId))
	const returned = createCrowd(
		{ send: appWire.send, sendQueue, newcomer: returning, whole: true },
		CROWD,
	)
	const { cpu } = bed.app
	return {
		app: { name: `${bed.name}: Evenhand`, crowd, cpu, perArrival: 1 },
		batches: {
			name: `${bed.name}: Evenhand, whole quizzes`,
			crowd: returned,
			cpu,
			perArrival: ENTRIES,
		},
		floor: {
			name: `${bed.name}: the floor`,
			crowd: inserters,
			cpu: bed.floor.cpu,
			perArrival: 1,
		},
		send: appWire.send,
		close: () => {
			appWire.close()
			floorWire.close()
		},
	}
}
