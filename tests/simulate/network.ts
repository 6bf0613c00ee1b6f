import type { Backend, Sent } from './backend.ts'
import { carry, commandOf, READ_FAULTS, REQUEST_FAULTS, type RequestFault } from './faults.ts'
import type { Process, World } from './world.ts'

/** A call that is on its way, for the rule that there is one at a time. */
interface Flight {
	readonly owner: Process
	wasFrozen: boolean
}

export interface Wire {
	/** Whether chance may break calls. */
	faulty: boolean
	/** Calls of this stream fail, whatever else works. */
	stuckStream: string | null
	readonly fetchOf: (owner: Process) => typeof fetch
	/** What this process has on its way may meet another's: it was frozen, and may have been robbed of the lock. */
	excuse(owner: Process): void
	/** Something happened to the device that may have it forget what the server asked. */
	forgetQuiet(): void
	/** How many calls that change something were sent. */
	readonly sends: () => number
}

export interface WireEvents {
	/** A fault hit a call of this command. */
	readonly onFault: (fault: string, command: string) => void
	readonly onViolation: (invariant: string, text: string) => void
	/** A call of this command goes out. */
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

/** I10: who sends while another does, and who does not leave the server alone as it asked. */
const createManners = (world: World, { onViolation: complain }: WireEvents) => {
	const flights = new Set<Flight>()
	/** Until when the server asked to be left alone, by token; true time, which no clock of the device changes. */
	const quietUntil = new Map<string, number>()
	return {
		flights,
		forget: () => quietUntil.clear(),
		/** From now on the sender knows that the server wants to be left alone. */
		heard(flight: Flight, sent: Sent, { status, headers }: Response): void {
			const { path, token } = sent
			// What a frozen process hears late is overtaken: another has sent meanwhile, and was heard.
			if (flight.wasFrozen || commandOf(path) === 'quiz.read') return
			if (status !== 429 && status !== 503) return
			quietUntil.set(token, world.now() + Number(headers.get('retry-after') ?? 0) * 1000)
		},
		check(owner: Process, sent: Sent): void {
			const other = [...flights].find(
				(flight) => !flight.owner.dead && flight.owner !== owner && !flight.wasFrozen,
			)
			if (other) complain('I10', `${owner.name} sends while ${other.owner.name} does`)
			const early = (quietUntil.get(sent.token) ?? 0) - world.now()
			if (early > 0) complain('I10', `sent ${early} ms before Retry-After was over`)
		},
	}
}

export const createWire = (world: World, server: Backend, events: WireEvents): Wire => {
	const manners = createManners(world, events)
	const { flights } = manners
	let sends = 0
	const lag = (): number => 5 + world.below(300)

	const draw = (command: string): RequestFault | null => {
		if (!wire.faulty) return null
		if (command === 'quiz.read') return world.oneIn(8) ? world.pick(READ_FAULTS) : null
		// What is done seldom meets them more often, so that each fault meets each command.
		const rare = !['quiz.start', 'quiz.interact', 'test.guess'].includes(command)
		return world.below(20) < (rare ? 17 : 7) ? world.pick(REQUEST_FAULTS) : null
	}

	/** Has a call carried out and answered, each after a while. */
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
					if (response === null) return end(() => reject(new TypeError('network error')))
					manners.heard(flight, sent, response)
					end(() => resolve(response))
				})
			}
			const carried = carry(world, server, sent, fault)
			const broken = (error: unknown) => events.onViolation('server', String(error))
			world.after(lag(), null, () => void carried().then(answer, broken))
		})

	const send = (owner: Process, sent: Sent, signal: AbortSignal | null): Promise<Response> => {
		const command = commandOf(sent.path)
		const flight: Flight = { owner, wasFrozen: owner.frozen }
		const stuck = sent.stream !== null && sent.stream === wire.stuckStream
		if (command !== 'quiz.read') {
			sends++
			manners.check(owner, sent)
			flights.add(flight)
			events.onSend(command, sent)
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
		fetchOf: (owner) => (input, init) =>
			send(owner, readRequest(input, init), init?.signal ?? null),
		excuse(owner) {
			for (const flight of flights) if (flight.owner === owner) flight.wasFrozen = true
		},
		forgetQuiet: manners.forget,
		sends: () => sends,
	}
	return wire
}
