import { QUIZ_TYPES } from '#domain/types.ts'
import { QUIZZES } from './catalogue.ts'
import type { Tab } from './device.ts'
import type { Storage } from './idb.ts'
import type { Run } from './run.ts'
import { isFresh } from './seeds.ts'
import type { Process } from './world.ts'

const DAY = 86_400_000

type Owner = Process & { readonly storage: Storage }

const afterBatch = (run: Run): boolean => run.lastDone().endsWith('.batch')

/** Acts within `steps` of the storage. A reply to a batch is stored in few. */
const soon = (run: Run, storage: Storage, steps: number, act: () => void): void =>
	storage.arm(1 + run.world.below(afterBatch(run) ? 4 : steps), act)

const killSoon = (run: Run, owner: Owner, steps: number): void =>
	soon(run, owner.storage, steps, () => {
		run.note('killed')
		run.device.kill(owner, owner.storage)
	})

/** Puts a page into the back/forward cache for a while. The browser ends some of them there. */
const cache = ({ world, device, wire, note }: Run, tab: Tab): void => {
	if (tab.old || tab.frozen || tab.dead) return
	note('cached')
	wire.forgetQuiet()
	device.cache.hide(tab)
	const ends = world.oneIn(8)
	world.after(world.pick([0, 50, 1000, 10_000, 100_000]), null, () => {
		if (ends && tab.frozen) device.kill(tab, tab.storage)
		else device.thaw(tab)
	})
}

const RANDOM_FAULTS: readonly ((run: Run, tab: Tab) => void)[] = [
	(run, tab) => killSoon(run, tab, 25),
	(run, tab) => killSoon(run, run.device.worker ?? tab, 15),
	(run, tab) => {
		const { device, world } = run
		// Prefer the sending tab, because freezing another has no effect.
		const holder = device.tabs.find((one) => one === device.origin.holder('evenhand/outbox'))
		const frozen = holder ?? tab
		if (frozen.frozen || device.tabs.length < 2) return
		run.note('frozen')
		device.freeze(frozen, 20_000 + world.below(150_000))
	},
	(run) => {
		const { world, wire } = run
		run.note('clock jump')
		wire.forgetQuiet()
		world.jump(world.pick([-1, 1]) * world.pick([60_000, 3_600_000, 30 * DAY]))
	},
	({ world }, tab) => {
		tab.storage.lose = 1 + world.below(4)
	},
	({ world }, tab) => {
		// Full-disk handling of the old build can no longer be fixed.
		if (!tab.old) tab.storage.full = 1 + world.below(4)
	},
	(run, tab) => {
		run.note('closed by the browser')
		run.wire.forgetQuiet()
		tab.storage.forceClose(false)
	},
]

/** Not for fresh seeds, because too few seeds have been tried yet: one in some thousand never comes to rest. */
const NEW_FAULTS: typeof RANDOM_FAULTS = [
	(run, tab) => {
		soon(run, tab.storage, 15, () => {
			run.note('closed in a transaction')
			run.wire.forgetQuiet()
			tab.storage.forceClose(true)
		})
	},
	(run, tab) => {
		run.note('asked to close')
		run.wire.forgetQuiet()
		tab.storage.askToClose()
	},
	({ world }, tab) => {
		// An old build waits for it forever.
		if (tab.old) return
		// For one open, or until the page thaws or ends.
		tab.storage.silent = world.oneIn(3) ? Number.POSITIVE_INFINITY : 1
		if (!world.oneIn(3)) tab.storage.forceClose(false)
	},
	(run, tab) => {
		if (run.world.oneIn(3)) cache(run, tab)
		else soon(run, tab.storage, 20, () => cache(run, tab))
	},
]

const ALL_FAULTS = [...RANDOM_FAULTS, ...NEW_FAULTS]

export const injectRandomFault = (run: Run, tab: Tab): void =>
	run.world.pick(isFresh(run.seed) ? RANDOM_FAULTS : ALL_FAULTS)(run, tab)

/** Hits every second batch in flight, at the tab that sent it and stores the reply. Chance alone would rarely do so. */
export const hitBatch = (run: Run, sender: Process): void => {
	const { world, device, wire } = run
	if (!world.oneIn(2)) return
	world.after(world.below(100), null, () => {
		const tab = device.tabs.find((one) => one === sender)
		if (tab && !tab.frozen && wire.faulty) injectRandomFault(run, tab)
	})
}

/** Changes a quiz while the device still has its previous state. */
export const administer = async ({ world, server }: Run): Promise<void> => {
	const { id } = world.pick(QUIZZES)
	const quizType = world.pick(QUIZ_TYPES)
	if (world.oneIn(2)) {
		world.log(`quiz ${id.slice(0, 14)} becomes ${quizType}`)
		return world.busy(server.setType(id, quizType))
	}
	const open = world.oneIn(3)
	world.log(`quiz ${id.slice(0, 14)} ${open ? 'opens' : 'closes'}`)
	await world.busy(server.setOpen(id, open))
}

/**
 * Restores the server from a backup in a third of the schedules, except those with fresh seeds,
 * because too few seeds have been tried yet. @returns a function to call at each step.
 */
export const createRestore = (run: Run, steps: number): ((step: number) => void) => {
	const { world, server } = run
	const { backups } = server
	if (backups === undefined || isFresh(run.seed) || !world.oneIn(3)) return () => undefined
	const taken = world.below(steps - 1)
	const earliest = taken + 1 + world.below(steps - taken - 1)
	return (step) => {
		if (step === taken) backups.take()
		if (step < earliest || run.restored) return
		// Prefer restoring after a batch, because batches are rare.
		if (step < steps - 1 && !afterBatch(run) && !world.oneIn(4)) return
		backups.restore()
		run.restored = true
		run.note('server restored')
	}
}
