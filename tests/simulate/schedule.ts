import type { Backend } from './backend.ts'
import { storeCatalogue } from './catalogue.ts'
import { runTurns } from './event-loop.ts'
import { heal, rereadAll, sendLost } from './heal.ts'
import { checkShownState, checkStored, checkWaiting } from './oracle.ts'
import { administer, createRestore, hitBatch, injectRandomFault } from './random-faults.ts'
import { createRun, type Run, signIn } from './run.ts'
import { act, takeStep } from './voter.ts'

/** Creates a used device: the catalogue is stored in a database of this or the previous build. */
const prepare = async (run: Run): Promise<void> => {
	const { world, device } = run
	const old = world.oneIn(4)
	const tab = device.open(old)
	await storeCatalogue(tab.db, old)
	signIn(run, 'u1')
	if (!old) return
	const steps = 1 + world.below(7)
	for (let step = 0; step < steps; step++) {
		await takeStep(run, tab)
		await world.pass(world.pick([0, 200, 700]))
	}
	run.note('database upgrade')
	// The new build opens the database while the old tab stays open.
	device.open()
}

/** Injects all kinds of faults while voters act. */
const chaos = async (run: Run): Promise<void> => {
	const { world, wire } = run
	wire.faulty = true
	wire.onBatch = (sender) => hitBatch(run, sender)
	const steps = 16 + world.below(10)
	const restore = createRestore(run, steps)
	for (let step = 0; step < steps; step++) {
		restore(step)
		const tab = await act(run)
		if (tab && world.oneIn(3)) injectRandomFault(run, tab)
		// Leave the command unfinished at times, as if two tabs were used at once.
		if (world.oneIn(3)) await runTurns(world.below(20))
		else await world.pass(world.pick([0, 0, 20, 150, 800, 3000, 20_000]))
		if (world.oneIn(25)) await administer(run)
		if (world.oneIn(6)) await checkWaiting(run)
	}
	wire.faulty = false
}

/** Runs one schedule: uses the device under faults, heals it, and checks the invariants against the server's record. */
export const runSchedule = async (seed: number, server: Backend): Promise<Run> => {
	const run = createRun(seed, server)
	await prepare(run)
	await chaos(run)
	await heal(run)
	if (run.restored) await sendLost(run)
	await checkStored(run)
	await rereadAll(run)
	await checkShownState(run)
	return run
}
