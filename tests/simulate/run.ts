import type { OutboxEntry, StoredAttempt } from '#device/db.ts'
import type { Backend } from './backend.ts'
import { createDevice, type Device, type Tab } from './device.ts'
import { createWire, type Wire } from './network.ts'
import { createWorld, type World } from './world.ts'

export interface Violation {
	readonly invariant: string
	readonly text: string
}

export interface Run {
	readonly world: World
	readonly server: Backend
	readonly wire: Wire
	readonly device: Device
	/** Every entry ever written, by id, including those of rolled-back transactions. */
	readonly written: Map<string, OutboxEntry>
	/** Attempts as the device drew them, by id. */
	readonly begun: Map<string, StoredAttempt>
	/** Entries whose command reported success. */
	readonly saved: Set<string>
	readonly discarded: Set<string>
	/** Refused entries that the voter retried; they may arrive after later answers. */
	readonly retried: Set<string>
	/** Count of each fault per command, by "fault|command". */
	readonly faults: Map<string, number>
	readonly violations: Violation[]
	/** Counts a device fault for the last command queued or sent. */
	note(fault: string): void
	doing(command: string): void
	lastDone(): string
	reportViolation(invariant: string, text: string): void
	ops: number
	readonly seed: number
	restored: boolean
}

export const USERS = ['u1', 'u2'] as const

/** @param seed determines all randomness of the schedule. */
export const createRun = (seed: number, server: Backend): Run => {
	const world = createWorld(seed)
	const faults = new Map<string, number>()
	const violations: Violation[] = []
	let command = 'quiz.start'
	const note = (fault: string, of = command): void => {
		faults.set(`${fault}|${of}`, (faults.get(`${fault}|${of}`) ?? 0) + 1)
		world.log(`fault: ${fault} at ${of}`)
	}
	const reportViolation = (invariant: string, text: string): void => {
		violations.push({ invariant, text })
		world.log(`VIOLATION ${invariant}: ${text}`)
	}
	const doing = (of: string): void => {
		command = of
	}
	const sets = {
		saved: new Set<string>(),
		discarded: new Set<string>(),
		retried: new Set<string>(),
	}
	const wire = createWire(world, server, {
		onFault: note,
		onSend: doing,
		onViolation: reportViolation,
	})
	const written = new Map<string, OutboxEntry>()
	const begun = new Map<string, StoredAttempt>()
	const device = createDevice(seed, world, wire, {
		onFault: (fault) => {
			note(fault)
			wire.forgetQuiet()
		},
		onLateWork: (what) => reportViolation('I2', `${what} in a page that enters the cache`),
		onReport: (error) => world.log(`reported: ${error instanceof Error ? error.name : error}`),
		onUnauthorized: (token) => {
			if (device.user?.token === token) device.user = null
		},
		onWritten: (entry) => written.set(entry.id, entry),
		onBegun: (attempt) => begun.set(attempt.id, attempt),
	})
	const base = { world, server, wire, device, written, begun, faults, violations, ...sets }
	const lastDone = (): string => command
	return {
		...base,
		doing,
		lastDone,
		reportViolation,
		note: (fault) => note(fault),
		ops: 0,
		seed,
		restored: false,
	}
}

const ignore = (): void => undefined

/** Signs a user in like the page does; the previous user's queue stays. */
export const signIn = (run: Run, user: string): void => {
	const { device, server, world } = run
	const token = `${user}.${world.below(2 ** 30)}`
	server.issue(user, token)
	device.user = { key: user, token }
	world.log(`${user} signs in`)
	// A frozen page follows when it thaws.
	for (const tab of device.tabs.filter(({ storage }) => !storage.hidden)) {
		tab.local.session.set(device.user).catch(ignore)
		tab.local.engine.start().catch(ignore)
	}
}

/** Signs the user out and keeps their queue. */
export const signOut = (run: Run): void => {
	const { device, world } = run
	world.log(`${device.user?.key} signs out`)
	device.user = null
	for (const { storage, local } of device.tabs) {
		if (!storage.hidden) local.session.set(null).catch(ignore)
	}
}

export const waitingOf = (run: Run, user: string): Promise<OutboxEntry[]> =>
	run.device.look((db) => db.outbox.where('[userId+state]').equals([user, 'waiting']).sortBy('seq'))

export const refusedOf = (run: Run, user: string): Promise<OutboxEntry[]> =>
	run.device.look((db) => db.outbox.where('[userId+state]').equals([user, 'refused']).sortBy('seq'))

/** Number of storage faults at which a command may fail. */
const MAX_FAULTS = { lost: 3, full: 2 } as const

interface Before {
	readonly user: Device['user']
	readonly met: Tab['storage']['met']
	/** True time of its start. The page may freeze afterwards. */
	readonly at: number
}

/** Time after an unanswered open in which commands may fail, in ms. */
const SILENCE_MS = 30_000

/** Accepts a rejection only if the voter left or the store failed more often than the app tolerates. */
const checkRejection = (run: Run, tab: Tab, error: unknown, before: Before): void => {
	const fault = error instanceof Object && 'fault' in error ? String(error.fault) : 'none'
	run.world.log(`${tab.name} failed: ${fault} ${error instanceof Error ? error.message : error}`)
	const { met, silentAt } = tab.storage
	if (run.device.user !== before.user) return
	if (met.cached > before.met.cached) return
	if (fault === 'lost' && before.at - silentAt < SILENCE_MS) return
	const lost = met.lost - before.met.lost + met.closed - before.met.closed
	const times = { lost, full: met.full - before.met.full }
	if ((fault !== 'lost' && fault !== 'full') || times.lost + times.full < MAX_FAULTS[fault]) {
		run.reportViolation(
			'I1',
			`${tab.name} turned an answer away after ${times.lost + times.full} faults: ${error}`,
		)
	}
}

/** Time in which a running page must say whether an answer was saved, in ms. */
const PATIENCE_MS = 20_000

/** I2: a command that hangs is told. */
const awaitWord = (run: Run, tab: Tab, name: string): (() => void) => {
	const { world } = run
	const late = (): void => {
		const awake = world.now() - (tab.thawedAt ?? Number.NEGATIVE_INFINITY)
		if (awake < PATIENCE_MS) cancel = world.after(PATIENCE_MS - awake, tab, late)
		else run.reportViolation('I2', `${tab.name} never says whether ${name} was saved`)
	}
	let cancel = world.after(PATIENCE_MS, tab, late)
	return () => cancel()
}

/** Queue entries of commands that are counted on their own. */
const QUEUED_AS: Readonly<Record<string, string>> = {
	'quiz.skip': 'quiz.interact',
	'quiz.finish': 'quiz.complete',
}

/** Runs a command and records its saved entry. @returns true if it saved one. */
const carryOut = async (
	run: Run,
	tab: Tab,
	name: string,
	act: () => Promise<{ ok: boolean }>,
): Promise<boolean> => {
	const made = tab.made.length
	const told = awaitWord(run, tab, name)
	const { ok } = await act().finally(told)
	// The voter is told that a page in memory keeps nothing.
	if (tab.source?.inMemory()) return false
	// Other commands may write entries meanwhile, e.g. a check that settles.
	const entry = tab.made.slice(made).findLast((each) => each.command === (QUEUED_AS[name] ?? name))
	const wrote = entry !== undefined
	if (ok && !wrote && (name === 'quiz.interact' || name === 'quiz.skip')) {
		run.reportViolation('I1', `${tab.name} reported a saved answer but queued nothing`)
	}
	if (!ok || !wrote) return false
	run.saved.add(entry.id)
	run.world.log(`${tab.name} saved ${name} ${entry.id.slice(0, 8)}`)
	return true
}

export const command = (
	run: Run,
	tab: Tab,
	name: string,
	...acts: readonly (() => Promise<{ ok: boolean }>)[]
): void => {
	// The voter may have been signed out meanwhile; a visitor cannot be.
	if (run.device.user === null && name.startsWith('quiz.')) return
	const before = { user: run.device.user, met: { ...tab.storage.met }, at: run.world.now() }
	run.ops++
	run.doing(name)
	run.world.log(`${tab.name} does ${name}`)
	tab.busy = true
	const all = async (): Promise<void> => {
		for (const act of acts) if (!(await carryOut(run, tab, name, act))) break
	}
	const failed = (error: unknown): void => checkRejection(run, tab, error, before)
	all()
		.catch(failed)
		.finally(() => {
			tab.busy = false
		})
}
