import type { Locks } from '#device/context.ts'
import type { Process, World } from './world.ts'

interface Holder {
	readonly owner: Process
	readonly stolen: () => void
}

interface Waiter {
	readonly owner: Process
	readonly grant: () => void
}

export interface Origin {
	locksOf(owner: Process): Locks
	/** Releases the locks and requests of a dead process. */
	release(owner: Process): void
	holder(name: string): Process | undefined
}

/** @param onStolen is called with the owner of a stolen lock. */
export const createOrigin = (world: World, onStolen: (owner: Process) => void): Origin => {
	const holders = new Map<string, Holder>()
	const queues = new Map<string, Waiter[]>()
	const queueOf = (name: string): Waiter[] => {
		const queue = queues.get(name) ?? []
		queues.set(name, queue)
		return queue
	}
	const next = (name: string): void => {
		if (!holders.has(name)) queueOf(name).shift()?.grant()
	}

	const hold = (
		name: string,
		owner: Process,
		run: () => Promise<void>,
		settled: (error: unknown) => void,
	): void => {
		let lost = false
		const holder: Holder = {
			owner,
			stolen: () => {
				lost = true
				world.after(0, owner, () => settled(new DOMException('stolen', 'AbortError')))
			},
		}
		holders.set(name, holder)
		world.log(`${owner.name} gets ${name}`)
		const end = (error: unknown): void => {
			if (owner.dead) return
			if (!lost) settled(error)
			if (holders.get(name) !== holder) return
			holders.delete(name)
			world.log(`${owner.name} leaves ${name}`)
			next(name)
		}
		// Grant in a separate task, so a frozen process starts when it thaws.
		world.after(0, owner, () => void run().then(() => end(null), end))
	}

	return {
		locksOf: (owner) => ({
			request: (name, { signal, steal }, run) =>
				new Promise<void>((resolve, reject) => {
					const settled = (error: unknown): void => (error === null ? resolve() : reject(error))
					if (steal) {
						const victim = holders.get(name)
						if (victim) onStolen(victim.owner)
						victim?.stolen()
						holders.delete(name)
						return hold(name, owner, run, settled)
					}
					const waiter: Waiter = { owner, grant: () => hold(name, owner, run, settled) }
					queueOf(name).push(waiter)
					signal?.addEventListener('abort', () => {
						const at = queueOf(name).indexOf(waiter)
						if (at < 0) return
						queueOf(name).splice(at, 1)
						reject(signal.reason)
					})
					next(name)
				}),
			query: async () => ({
				held: [...holders].map(([name, holder]) => ({ name, clientId: holder.owner.name })),
			}),
		}),
		release(owner) {
			for (const [name, queue] of queues) {
				queues.set(
					name,
					queue.filter((waiter) => waiter.owner !== owner),
				)
			}
			for (const [name, holder] of holders) {
				if (holder.owner !== owner) continue
				holders.delete(name)
				next(name)
			}
		},
		holder: (name) => holders.get(name)?.owner,
	}
}
