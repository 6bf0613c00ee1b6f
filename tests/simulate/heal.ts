import { VISITOR } from '#device/context.ts'
import type { OutboxEntry } from '#device/db.ts'
import { type Run, refusedOf, signIn, USERS, waitingOf } from './run.ts'
import { answerDifferently } from './voter.ts'

const HOUR = 3_600_000
const ignore = (): void => undefined

/** Streams that wait for a stuck one: a reset waits for the attempt that it replaces. */
const dependentsOf = (stuck: string, left: readonly OutboxEntry[]): ReadonlySet<string> => {
	const found = new Set([stuck])
	for (const { command, args, stream } of left) {
		const { resetAttemptId } = args as { resetAttemptId?: string }
		if (command === 'quiz.reset' && found.has(resetAttemptId ?? '')) found.add(stream)
	}
	return found
}

/** I9: one stream fails for half an hour while the others get through. */
const blockOneStream = async (run: Run, user: string): Promise<void> => {
	const { world, wire } = run
	const streams = [...new Set((await waitingOf(run, user)).map((entry) => entry.stream))]
	if (streams.length < 2 || world.oneIn(3)) return
	wire.stuckStream = world.pick(streams)
	world.log(`stream ${wire.stuckStream.slice(0, 4)} is stuck`)
	await world.pass(HOUR / 2)
	const left = await waitingOf(run, user)
	const excused = dependentsOf(wire.stuckStream, left)
	const blocked = left.filter((entry) => !excused.has(entry.stream))
	if (blocked.length > 0)
		run.reportViolation('I9', `${blocked.length} entries wait behind another stream`)
	wire.stuckStream = null
}

/** Freezes the sending tab permanently; the queue must be sent without it. */
const freezeHolder = async (run: Run, user: string): Promise<void> => {
	const { world, device } = run
	if ((await waitingOf(run, user)).length < 2 || world.oneIn(2)) return
	await world.pass(world.below(400))
	const tab = device.tabs.find((one) => one === device.origin.holder('evenhand/outbox'))
	if (tab === undefined) return
	device.freeze(tab, 3 * HOUR)
	// The voter switches to another tab.
	for (const other of device.tabs) if (!other.frozen) other.local.engine.wake().catch(ignore)
}

/** Sometimes retries everything refused, after newer answers were given. */
const retryRefused = async (run: Run, user: string): Promise<void> => {
	const refused = await refusedOf(run, user)
	const [tab] = run.device.tabs
	if (tab === undefined || refused.length === 0 || run.world.oneIn(2)) return
	for (const entry of refused) {
		await answerDifferently(run, tab, entry)
		await run.world.pass(1000)
	}
	run.world.log(`${tab.name} tries everything again`)
	for (const { id } of await refusedOf(run, user)) run.retried.add(id)
	await tab.local.outbox.retryAll()
}

/** Signs a user in and checks that their queue is sent within the hour. */
const sendAll = async (run: Run, user: string): Promise<void> => {
	const { world } = run
	signIn(run, user)
	await retryRefused(run, user)
	await blockOneStream(run, user)
	await freezeHolder(run, user)
	await world.pass(HOUR)
	const { length } = await waitingOf(run, user)
	if (length > 0) run.reportViolation('I8', `${length} entries of ${user} are never sent`)
}

const restart = ({ device }: Run): void => {
	for (const tab of [...device.tabs]) device.kill(tab, tab.storage)
	if (device.worker) device.kill(device.worker, device.worker.storage)
	device.open()
	device.open()
}

/** Ends the faults of open pages, which must recover by themselves once the voter looks at them. */
const recover = ({ device }: Run): void => {
	for (const tab of [...device.tabs]) {
		const { old, source, storage, stuck } = tab
		// Data of a page in memory ends with it.
		if (old || stuck || source?.inMemory()) device.kill(tab, storage)
		storage.calm()
		device.thaw(tab)
		device.cache.visit(tab)
	}
	if (device.worker) device.kill(device.worker, device.worker.storage)
	while (device.tabs.length < 2) device.open()
}

/** Checks that the visitors' queue is sent within the hour, regardless of the sign-in. */
const sendVisitors = async (run: Run): Promise<void> => {
	for (const { visitor } of run.device.tabs) visitor?.engine.wake().catch(ignore)
	await run.world.pass(HOUR)
	const { length } = await waitingOf(run, VISITOR.key)
	if (length > 0) run.reportViolation('I8', `${length} entries of visitors are never sent`)
}

/** Ends all faults, at times by a restart of the device, and sends until nothing waits. */
export const heal = async (run: Run): Promise<void> => {
	if (run.world.oneIn(2)) recover(run)
	else restart(run)
	for (const user of USERS) {
		await sendAll(run, user)
		// The frozen tab stays frozen, so the next voter gets new tabs.
		if (run.device.tabs.some(({ frozen }) => frozen)) restart(run)
	}
	await sendVisitors(run)
}

/** Reads everything once more for each voter, like opening the app's pages. */
export const rereadAll = async (run: Run): Promise<void> => {
	const { device, world } = run
	const must = (read: Promise<{ ok: boolean }>): void =>
		void read.then(
			({ ok }) => ok || run.reportViolation('I11', 'a read failed on a whole network'),
			(error) => run.reportViolation('I11', `a read failed: ${error}`),
		)
	for (const user of USERS) {
		signIn(run, user)
		const [tab] = device.tabs
		if (tab === undefined) return
		must(tab.local.attempts.refreshHistory())
		await world.pass(5000)
		const shown = await device.look((db) => db.attempts.where({ userId: user }).toArray())
		for (const { id, superseded } of shown) if (!superseded) must(tab.local.attempts.refresh(id))
		await world.pass(5000)
	}
}

/** Opens each voter's and visitor's history, so the device detects and resends what a restored server lacks. */
export const sendLost = async (run: Run): Promise<void> => {
	const { device, world } = run
	const [tab] = device.tabs
	if (tab === undefined) return
	for (const user of USERS) {
		signIn(run, user)
		tab.local.attempts.refreshHistory({ whole: true }).catch(ignore)
		await world.pass(HOUR / 2)
		const shown = await device.look((db) => db.attempts.where({ userId: user }).toArray())
		for (const { id, superseded } of shown) {
			if (!superseded) tab.local.attempts.refresh(id).catch(ignore)
		}
		await world.pass(HOUR / 2)
		const { length } = await waitingOf(run, user)
		if (length > 0) run.reportViolation('I8', `${length} entries of ${user} are never sent again`)
	}
	const sessions = await device.look((db) => db.testSessions.toArray())
	for (const { id, guesses } of sessions) {
		if (guesses.length > 0) tab.visitor?.tests.refreshResults(id).catch(ignore)
	}
	await sendVisitors(run)
}
