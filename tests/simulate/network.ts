import type { Backend, Sent } from './backend.ts'
import { carry, commandOf, READ_FAULTS, REQUEST_FAULTS, type RequestFault } from './faults.ts'
import type { Process, World } from './world.ts'

/** A call in flight, for checking that only one process sends at a time. */
interface Flight {
	readonly owner: Process
	wasFrozen: boolean
	/** The browser has ended it, and the page hears of that when it runs again. */
	cut: boolean
}

export interface Wire {
	faulty: boolean
	stuckStream: string | null
	/** Called with the sender of each batch. */
	onBatch: (sender: Process) => void
	readonly fetchOf: (owner: Process) => typeof fetch
	/** Exempts the process's calls in flight from the single-sender check: while frozen it may have lost the lock. */
	exempt(owner: Process): void
	/** Ends the process's calls in flight, whose requests may have arrived. */
	cut(owner: Process): void
	/** Clears the stored Retry-After, after a fault that may lose it on the device. */
	forgetQuiet(): void
	/** Number of write calls sent. */
	readonly sends: () => number
}

export interface WireEvents {
	readonly onFault: (fault: string, command: string) => void
	readonly onViolation: (invariant: string, text: string) => void
	readonly onSend: (command: string, sent: Sent) => void
}

const readRequest = (input: RequestInfo | URL, init: RequestInit = {}): Sent => {
	const headers = new Headers(init.headers)
	const order = /^"([^"]+)";seq=(\d+)$/.exec(headers.get('evenhand-order') ?? '')
	const body = typeof init.body === 'string' ? JSON.parse(init.body) : (init.body ?? null)
	return {
		method: init.method ?? 'GET',
		path: new URL(String(input)).pathname.replace(/^\/api/, ''),
		token: (headers.get('authorization') ?? '').replace('Bearer ', ''),
		body,
		key: headers.get('idempotency-key')?.replaceAll('"', '') ?? null,
		stream: order?.[1] ?? body?.stream ?? null,
		seq: order ? Number(order[2]) : null,
	}
}

/** I10: only one process sends at a time, and it respects Retry-After. */
const createSendRules = (world: World, { onViolation: reportViolation }: WireEvents) => {
	const flights = new Set<Flight>()
	/** End of Retry-After by token, in true time rather than device time. */
	const quietUntil = new Map<string, number>()
	return {
		flights,
		forget: () => quietUntil.clear(),
		/** Records a Retry-After as soon as the sender receives it. */
		receive(flight: Flight, sent: Sent, { status, headers }: Response): void {
			const { token } = sent
			// Ignore late replies to frozen processes, because another process has sent since, and those to a process that cannot store it.
			if (flight.wasFrozen || flight.owner.stuck || commandOf(sent) === 'quiz.read') return
			if (status !== 429 && status !== 503) return
			quietUntil.set(token, world.now() + Number(headers.get('retry-after') ?? 0) * 1000)
		},
		check(owner: Process, sent: Sent): void {
			const other = [...flights].find(
				(flight) => !flight.owner.dead && flight.owner !== owner && !flight.wasFrozen,
			)
			if (other) reportViolation('I10', `${owner.name} sends while ${other.owner.name} does`)
			const early = (quietUntil.get(sent.token) ?? 0) - world.now()
			if (early > 0) reportViolation('I10', `sent ${early} ms before Retry-After was over`)
		},
	}
}

export const createWire = (world: World, server: Backend, events: WireEvents): Wire => {
	const rules = createSendRules(world, events)
	const { flights } = rules
	let sends = 0
	const lag = (): number => 5 + world.below(300)

	const draw = (command: string): RequestFault | null => {
		if (!wire.faulty) return null
		if (command === 'quiz.read') return world.oneIn(8) ? world.pick(READ_FAULTS) : null
		// Raise the rate for rare commands, so each fault meets each command.
		const rare = !['quiz.start', 'quiz.interact', 'test.guess'].includes(command)
		return world.below(20) < (rare ? 17 : 7) ? world.pick(REQUEST_FAULTS) : null
	}

	const deliver = (
		flight: Flight,
		sent: Sent,
		fault: RequestFault | null,
		signal: AbortSignal | null,
	): Promise<Response> =>
		new Promise((resolve, reject) => {
			const end = (settle: () => void): void => {
				flights.delete(flight)
				settle()
			}
			signal?.addEventListener('abort', () => end(() => reject(signal.reason)))
			const answer = (response: Response | null): void => {
				if (response === null && fault === 'hangs') return
				world.after(lag(), flight.owner, () => {
					if (response === null || flight.cut)
						return end(() => reject(new TypeError('network error')))
					rules.receive(flight, sent, response)
					end(() => resolve(response))
				})
			}
			const carried = carry(world, server, sent, fault)
			const broken = (error: unknown) => events.onViolation('server', String(error))
			world.after(lag(), null, () => void carried().then(answer, broken))
		})

	const send = (owner: Process, sent: Sent, signal: AbortSignal | null): Promise<Response> => {
		const command = commandOf(sent)
		const flight: Flight = { owner, wasFrozen: owner.frozen, cut: false }
		const stuck = sent.stream !== null && sent.stream === wire.stuckStream
		if (command !== 'quiz.read') {
			sends++
			rules.check(owner, sent)
			flights.add(flight)
			events.onSend(command, sent)
			if (command.endsWith('.batch')) wire.onBatch(owner)
		}
		const fault = stuck ? '500 before' : draw(command)
		const place = `${sent.stream?.slice(0, 4) ?? ''}#${sent.seq ?? ''}`
		world.log(`${owner.name} ${command} ${place} ${fault ?? ''}`)
		if (fault && !stuck && command !== 'quiz.read') events.onFault(fault, command)
		return deliver(flight, sent, fault, signal)
	}

	const wire: Wire = {
		faulty: false,
		stuckStream: null,
		onBatch: () => undefined,
		fetchOf: (owner) => (input, init) =>
			send(owner, readRequest(input, init), init?.signal ?? null),
		exempt(owner) {
			for (const flight of flights) if (flight.owner === owner) flight.wasFrozen = true
		},
		cut(owner) {
			for (const flight of flights) if (flight.owner === owner) flight.cut = true
		},
		forgetQuiet: rules.forget,
		sends: () => sends,
	}
	return wire
}
