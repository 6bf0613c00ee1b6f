import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { MOST_AT_ONCE } from '#server/http/attend.ts'
import { verdict } from '../figures.ts'
import { DATABASES, type DatabaseName, makeBed } from './beds.ts'
import { createDevice } from './device.ts'
import { runHerd } from './herd.ts'
import { quizEntries } from './journeys.ts'
import { holdAgainst } from './oracle.ts'
import { sendAsApp as sendQueue } from './send.ts'
import { runSpike } from './spike.ts'
import { type Care, findSustained, type Sustained } from './sustained.ts'
import { CROWD, createNumbers, makeTargets } from './targets.ts'
import { KEEPS_UP_MS } from './trial.ts'

/** How much is done. */
interface Size {
	readonly care: Care
	readonly spikeSeconds: number
	/** Of the herd. The embedded database, with one connection, takes longer for each. */
	readonly devices: Readonly<Record<DatabaseName, number>>
	/** For whoever takes a quiz before the herd comes. */
	readonly accounts: number
	/** Fewer where less is done: there is to be something that is sent away. */
	readonly mostAtOnce: Readonly<Record<DatabaseName, number>>
}

const QUICK: Size = {
	care: { warmUpSeconds: 4, seconds: 3, fineness: 1.5, tries: 1 },
	spikeSeconds: 3,
	devices: { embedded: 50, postgres: 150 },
	accounts: 10_000,
	mostAtOnce: { embedded: 30, postgres: 30 },
}
const WHOLE: Size = {
	care: { warmUpSeconds: 15, seconds: 8, fineness: 1.15, tries: 2 },
	spikeSeconds: 60,
	devices: { embedded: 2000, postgres: 11_000 },
	accounts: 40_000,
	mostAtOnce: MOST_AT_ONCE,
}

/** What is tried first, in calls a second. */
const FIRST = { app: 50, batches: 300, floor: 300 }

/** The spike is five times what is sustained; so much where nothing is. */
const LEAST = 20

/** What is wanted of the real server, in entries a second, and beside the floor. */
const GOALS: Readonly<Record<DatabaseName, number>> = { embedded: 500, postgres: 1100 }
const SHARE_OF_FLOOR = 0.6

const tellSustained = (
	database: DatabaseName,
	app: Sustained,
	batches: Sustained,
	floor: Sustained,
): boolean => {
	const [single, own, least] = [app, batches, floor].map(({ best }) => best?.entries ?? 0) as [
		number,
		number,
		number,
	]
	console.log(
		`sustained (${KEEPS_UP_MS} ms for 19 of 20): ${single.toFixed(0)} entries/s as voters give them, ${own.toFixed(0)} of whole quizzes, the floor ${least.toFixed(0)}`,
	)
	// Rates depend on whoever else has the machine; these do less so.
	const [each, leastEach] = [app.cpuEach.toFixed(2), floor.cpuEach.toFixed(2)]
	const cpuShare = (floor.cpuEach / app.cpuEach).toFixed(2)
	console.log(`CPU ms for each request: ${each}, the floor ${leastEach}: ${cpuShare} of its rate`)
	const share = own / least
	const goal = GOALS[database]
	const kept = verdict(`${goal} entries/s of whole quizzes`, own >= goal)
	const near = verdict(
		`${SHARE_OF_FLOOR} of the floor's rate for each entry: ${share.toFixed(2)} (${(single / least).toFixed(2)} as voters give them)`,
		share >= SHARE_OF_FLOOR,
	)
	return kept && near
}

const tellLoad = (): void =>
	console.log(
		`load of the machine: ${loadavg()
			.map((each) => each.toFixed(2))
			.join(', ')}`,
	)

const runOn = async (database: DatabaseName, size: Size): Promise<boolean> => {
	const mostAtOnce = size.mostAtOnce[database]
	const devicesOfHerd = size.devices[database]
	const bed = await makeBed(database, { accounts: size.accounts + devicesOfHerd, mostAtOnce })
	console.log(`\n# ${bed.name}, ${mostAtOnce} calls at once in each process\n`)
	tellLoad()
	try {
		const numbers = createNumbers(bed)
		const { app, batches, floor, send, close } = makeTargets(bed, numbers)
		const [own, whole, least] = await findSustained(
			[
				{ target: app, first: FIRST.app },
				{ target: batches, first: FIRST.batches },
				{ target: floor, first: FIRST.floor },
			],
			size.care,
		)
		if (!own || !whole || !least) throw new Error('there is no result')
		const sustained = tellSustained(database, own, whole, least)
		const spike = await runSpike(app, {
			rate: Math.max(own.rate, LEAST),
			seconds: size.spikeSeconds,
			size: CROWD,
		})
		const devices = Array.from({ length: devicesOfHerd }, () =>
			createDevice(numbers.device(), numbers.token(), quizEntries(bed.quizId)),
		)
		const herd = await runHerd({ ...app, send, sendQueue, devices })
		close()
		tellLoad()
		const right = await bed.inspect((db) =>
			holdAgainst(db, [own.page, whole.page, spike.page, herd.page]),
		)
		verdict('each entry that was acknowledged has its effect once', right)
		const reached = right && sustained && spike.passed && herd.passed
		console.log(
			reached ? '\nevery goal that was tried is met' : '\nNOT every goal is met: see above',
		)
		return reached
	} finally {
		await bed.clear()
	}
}

const { values } = parseArgs({
	options: {
		quick: { type: 'boolean', default: false },
		database: { type: 'string' },
		devices: { type: 'string' },
		spike: { type: 'string' },
		'most-at-once': { type: 'string' },
	},
})
const usual = values.quick ? QUICK : WHOLE
const devices = Number(values.devices)
const most = Number(values['most-at-once'])
const size: Size = {
	...usual,
	...(devices > 0 && { devices: { embedded: devices, postgres: devices } }),
	spikeSeconds: Number(values.spike ?? usual.spikeSeconds),
	...(most > 0 && { mostAtOnce: { embedded: most, postgres: most } }),
}
for (const database of DATABASES) {
	if (values.database !== undefined && values.database !== database) continue
	if (!(await runOn(database, size))) process.exitCode = 1
}
