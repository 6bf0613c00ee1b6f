import { loadavg } from 'node:os'
import { MOST_AT_ONCE } from '#server/http/admission.ts'
import { atLeast, atLeastTimes, type Figure, figure, notTried } from '../figure.ts'
import { type DatabaseName, makeBed } from './beds.ts'
import { createDevice } from './device.ts'
import { runHerd } from './herd.ts'
import { quizEntries } from './journeys.ts'
import type { Ledger } from './ledger.ts'
import { verifyEffects } from './oracle.ts'
import { sendAsApp as sendQueue } from './send.ts'
import { runSpike } from './spike.ts'
import { type Care, findSustained, type Sustained } from './sustained.ts'
import { CROWD, createNumbers, makeTargets } from './targets.ts'
import { type Cpu, SUSTAINED_MS } from './trial.ts'

export interface Size {
	/** Search for the sustained rate; null to skip it. */
	readonly care: Care | null
	readonly spikeSeconds: number
	/** Devices of the herd. Fewer for the embedded database, which is slower. */
	readonly devices: Readonly<Record<DatabaseName, number>>
	readonly accounts: number
	/** Lower in short runs, so that admission control rejects some calls. */
	readonly mostAtOnce: Readonly<Record<DatabaseName, number>>
}

export const QUICK: Size = {
	care: { warmUpSeconds: 4, seconds: 3, fineness: 1.3, tries: 2 },
	spikeSeconds: 3,
	devices: { embedded: 50, postgres: 500 },
	accounts: 10_000,
	mostAtOnce: { embedded: 30, postgres: 100 },
}
export const WHOLE: Size = {
	care: { warmUpSeconds: 15, seconds: 8, fineness: 1.15, tries: 2 },
	spikeSeconds: 60,
	devices: { embedded: 2000, postgres: 11_000 },
	accounts: 40_000,
	mostAtOnce: MOST_AT_ONCE,
}

/** In calls per second. */
const FIRST = { app: 200, batches: 1000, floor: 1000 }

/** Base of the spike if no rate was sustained. */
const MIN_RATE = 20

/** Goals of the app, in entries per second and relative to the baseline. */
const GOALS: Readonly<Record<DatabaseName, number>> = { embedded: 500, postgres: 1100 }
/** Shares of the baseline's rate on PostgreSQL: entries one by one, and whole quizzes. */
const SHARES = { app: 0.6, batches: 2.5 }

const BARE = 'a bare insert'

interface Found {
	readonly app: Sustained
	readonly batches: Sustained
	readonly floor: Sustained
}

const rates = (database: DatabaseName, { app, batches, floor }: Found): Figure[] => {
	const shared = { unit: 'entries/s', by: `19 of 20 in ${SUSTAINED_MS} ms` }
	const own = { ...shared, what: 'sustained, as voters give them', value: app.best?.entries ?? 0 }
	const whole = { ...shared, what: 'sustained, whole quizzes', value: batches.best?.entries ?? 0 }
	const sustained = { ...whole, goal: atLeast(GOALS[database]) }
	const isPostgres = database === 'postgres'
	const share = atLeastTimes(isPostgres ? SHARES.batches : SHARES.app)
	// If even the baseline failed, the machine is too slow to compare.
	if (floor.best === null) {
		return [
			figure(own),
			figure(sustained),
			notTried(whole.what, 'the floor sustained no rate', share),
		]
	}
	const beside = { floor: { name: BARE, value: floor.best.entries } }
	return [
		figure({ ...own, ...beside, ...(isPostgres && { goal: atLeastTimes(SHARES.app) }) }),
		figure({ ...sustained, ...beside }),
		figure({ ...whole, ...beside, goal: share }),
	]
}

/** CPU time depends less on other load than rates do. */
const work = (database: DatabaseName, { app, batches, floor }: Found): Figure[] => {
	const parts: readonly (keyof Cpu)[] =
		database === 'postgres' ? ['server', 'database'] : ['server']
	const kinds = [
		['as voters give them', app],
		['whole quizzes', batches],
	] as const
	return kinds.flatMap(([name, { cpu, requests }]) =>
		parts.map((part) =>
			figure({
				what: `a call, ${name}: CPU of the ${part}`,
				unit: 'ms',
				value: cpu[part],
				by: `mean of ${requests}`,
				floor: { name: BARE, value: floor.cpu[part] },
			}),
		),
	)
}

const printLoad = (): void =>
	console.log(
		`load of the machine: ${loadavg()
			.map((each) => each.toFixed(2))
			.join(', ')}`,
	)

const measureCrowd = async (
	database: DatabaseName,
	{ app, batches, floor }: Pick<ReturnType<typeof makeTargets>, 'app' | 'batches' | 'floor'>,
	care: Care,
	spikeSeconds: number,
): Promise<{ readonly pages: Ledger[]; readonly figures: Figure[] }> => {
	const [own, whole, least] = await findSustained(
		[
			{ target: app, first: FIRST.app },
			{ target: batches, first: FIRST.batches },
			{ target: floor, first: FIRST.floor },
		],
		care,
	)
	if (!own || !whole || !least) throw new Error('no result')
	const found = { app: own, batches: whole, floor: least }
	const spike = await runSpike(app, {
		rate: Math.max(own.rate, MIN_RATE),
		seconds: spikeSeconds,
		size: CROWD,
	})
	return {
		pages: [own.page, whole.page, spike.page],
		figures: [...rates(database, found), ...work(database, found), ...spike.figures],
	}
}

/** Runs the load test, then verifies every entry in the database. */
export const runLoad = async (database: DatabaseName, size: Size): Promise<Figure[]> => {
	const mostAtOnce = size.mostAtOnce[database]
	const devicesOfHerd = size.devices[database]
	const bed = await makeBed(database, { accounts: size.accounts + devicesOfHerd, mostAtOnce })
	console.log(`${bed.name}, ${mostAtOnce} concurrent calls per process`)
	printLoad()
	try {
		const numbers = createNumbers(bed)
		const targets = makeTargets(bed, numbers)
		const crowd =
			size.care === null
				? { pages: [], figures: [] }
				: await measureCrowd(database, targets, size.care, size.spikeSeconds)
		const devices = Array.from({ length: devicesOfHerd }, () =>
			createDevice(numbers.device(), numbers.token(), quizEntries(bed.quizId)),
		)
		const herd = await runHerd({ ...targets.app, send: targets.send, sendQueue, devices })
		targets.close()
		printLoad()
		const right = await bed.inspect((db) => verifyEffects(db, [...crowd.pages, herd.page]))
		return [...crowd.figures, ...herd.figures, ...right].map((each) => ({
			...each,
			what: `${database}, ${each.what}`,
		}))
	} finally {
		await bed.clear()
	}
}
