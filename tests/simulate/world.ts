import { createHash } from 'node:crypto'
import { createRandom } from '#domain/draw.ts'
import { settle } from './event-loop.ts'

export interface Process {
	readonly name: string
	dead: boolean
	frozen: boolean
	/** True time of the last thaw. */
	thawedAt?: number
	/** An open has not answered since the last one that did. */
	stuck?: boolean
}

interface Event {
	readonly at: number
	readonly order: number
	readonly owner: Process | null
	readonly run: () => void
}

/** Deterministic environment of a schedule: seeded randomness, virtual time, and a log. */
export interface World {
	/** ms since the start of the schedule; monotonic. */
	now(): number
	/** The device's clock, which may be wrong and jump. */
	wallClock(): number
	jump(ms: number): void
	/** Random integer from 0 to `bound` - 1. */
	below(bound: number): number
	/** True with probability 1 / `times`. */
	oneIn(times: number): boolean
	pick<Item>(items: readonly Item[]): Item
	uuid(): string
	/** Runs after `ms` unless the owner has died; a frozen owner runs it after thawing. @returns a cancel function. */
	after(ms: number, owner: Process | null, run: () => void): () => void
	pass(ms: number): Promise<void>
	/** Stops the time until `work` settles. */
	busy<Value>(work: Promise<Value>): Promise<Value>
	log(line: string): void
	readonly lines: readonly string[]
	digest(): string
}

/** Upper bound of events in a schedule that terminates. */
const MAX_EVENTS = 20_000

const START = Date.parse('2026-11-21T12:00:00Z')

export const createWorld = (seed: number): World => {
	const random = createRandom(`schedule ${seed}`)
	const lines: string[] = []
	let events: Event[] = []
	let now = 0
	let offset = 0
	let order = 0
	let under = 0
	let taken = 0
	/** Waits until nothing runs without time passing. */
	const rest = async (): Promise<void> => {
		do await settle()
		while (under > 0)
	}

	const runnable = (event: Event): boolean => !(event.owner?.dead || event.owner?.frozen)

	/** The next event to run. @param owner limits it to a process; undefined for any. */
	const next = (until: number, owner?: Process | null): Event | null => {
		events = events.filter((event) => !event.owner?.dead)
		let first: Event | null = null
		for (const event of events) {
			if (event.at > until || !runnable(event)) continue
			if (owner !== undefined && event.owner !== owner) continue
			if (
				first === null ||
				event.at < first.at ||
				(event.at === first.at && event.order < first.order)
			) {
				first = event
			}
		}
		return first
	}

	const take = (event: Event): void => {
		events = events.filter((other) => other !== event)
		now = Math.max(now, event.at)
		event.run()
	}

	/** Runs all overdue events of a thawed process at once, like a browser delivers its backlog. */
	const takeOverdue = ({ owner }: Event): void => {
		for (let event = next(now, owner); event; event = next(now, owner)) take(event)
	}

	const world: World = {
		now: () => now,
		wallClock: () => START + offset + now,
		jump(ms) {
			offset += ms
		},
		below: (bound) => random.below(bound),
		oneIn: (times) => random.below(times) === 0,
		pick: <Item>(items: readonly Item[]) => items[random.below(items.length)] as Item,
		uuid() {
			const hex = Array.from({ length: 4 }, () => random.next().toString(16).padStart(8, '0')).join(
				'',
			)
			return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
		},
		after(ms, owner, run) {
			const event: Event = { at: now + ms, order: order++, owner, run }
			events.push(event)
			return () => {
				events = events.filter((other) => other !== event)
			}
		},
		async pass(ms) {
			const until = now + ms
			await rest()
			for (let event = next(until); event; event = next(until)) {
				if (event.at < now) takeOverdue(event)
				else take(event)
				await rest()
				if (++taken > MAX_EVENTS) throw new Error('the schedule does not end')
			}
			now = Math.max(now, until)
		},
		async busy(work) {
			under++
			try {
				return await work
			} finally {
				under--
			}
		},
		log: (line) => void lines.push(`${String(now).padStart(8)} ${line}`),
		lines,
		digest: () => createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16),
	}
	return world
}
