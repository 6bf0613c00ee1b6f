import type { Tab } from './device.ts'
import type { Run } from './run.ts'

const DAY = 86_400_000

/** What happens to the device, each as likely as the others: it hits whatever the app is at. */
const MISFORTUNES: readonly ((run: Run, tab: Tab) => void)[] = [
	({ world }, tab) => {
		tab.storage.fuse = 1 + world.below(25)
	},
	({ world, device }, tab) => {
		const { storage } = device.worker ?? tab
		storage.fuse = 1 + world.below(15)
	},
	(run, tab) => {
		const { device, world } = run
		// Whoever is sending, where somebody is: nobody else notices.
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
		// What an old build does then is not ours to mend any more.
		if (!tab.old) tab.storage.full = 1 + world.below(4)
	},
	(run, tab) => {
		run.note('closed by the browser')
		run.wire.forgetQuiet()
		tab.storage.forceClose()
	},
]

export const misfortune = (run: Run, tab: Tab): void => run.world.pick(MISFORTUNES)(run, tab)
