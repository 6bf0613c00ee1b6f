import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

/** What may happen to a request between the browser and the server. */
export type Fault =
	/** The connection is reset before anything arrives. */
	| { readonly kind: 'down' }
	/** Taken and never answered; the server hears nothing of it. */
	| { readonly kind: 'hang' }
	/** The server does what it is asked; its reply breaks off in the middle. */
	| { readonly kind: 'cut' }
	/** The server does what it is asked; its reply is kept back until the proxy is mended. */
	| { readonly kind: 'hold' }
	/** The server hears of it `ms` later. */
	| { readonly kind: 'delay'; readonly ms: number }
	/** Somebody else answers in the server's place, which hears nothing of it. */
	| {
			readonly kind: 'answer'
			readonly status: number
			readonly headers: Readonly<Record<string, string>>
			readonly body: string
	  }

/** The page of a network that wants a click first: a success by its status. */
export const CAPTIVE_PORTAL: Fault = {
	kind: 'answer',
	status: 200,
	headers: { 'content-type': 'text/html' },
	body: '<!doctype html><title>Welcome</title><h1>Free wireless: accept our terms</h1>',
}

/** The server's own word, as a problem document. */
export const problem = (status: number, headers: Readonly<Record<string, string>> = {}): Fault => ({
	kind: 'answer',
	status,
	headers: { 'content-type': 'application/problem+json', ...headers },
	body: JSON.stringify({ type: 'about:blank', status, title: `Problem ${status}` }),
})

/** A request that came by. */
export interface Seen {
	readonly method: string
	readonly path: string
	readonly headers: Readonly<Record<string, string>>
	readonly body: Buffer
	/** When it came, in ms of a clock that only runs forward. */
	readonly at: number
	/** How many other requests that change something were under way at that moment. */
	readonly beside: number
	/** What was done to it; null where it passed unharmed. */
	readonly fault: Fault['kind'] | null
}

export interface FaultyProxy {
	readonly origin: string
	/** Everything that came by, in order. */
	readonly seen: readonly Seen[]
	/** The requests that changed something. */
	writes(): Seen[]
	/** Does `fault` to the requests whose path matches, `times` of them; the fault that was asked for first goes first. */
	break(path: RegExp, fault: Fault, times?: number): void
	/** Takes all faults back and lets go what was held. */
	mend(): void
	/** How many replies are held now. */
	held(): number
	/** Sends a request once more as it was. @returns the status of the server's answer. */
	replay(seen: Seen): Promise<number>
	/** Clears the log, closes every connection, and removes all faults. */
	reset(): void
	stop(): Promise<void>
}

interface Rule {
	readonly path: RegExp
	readonly fault: Fault
	left: number
}

interface Reply {
	readonly status: number
	readonly headers: IncomingMessage['headers']
	readonly body: Buffer
}

const bodyOf = async (message: IncomingMessage): Promise<Buffer> => {
	const parts: Buffer[] = []
	for await (const part of message) parts.push(part as Buffer)
	return Buffer.concat(parts)
}

/** Hands a request on, over a connection of its own. Rejects where the server cannot be reached. */
const handOn = (target: URL, { method, path, headers, body }: Seen): Promise<Reply> =>
	new Promise((resolve, reject) => {
		const { hostname, port } = target
		const onward = request({ hostname, port, method, path, headers, agent: false }, (reply) => {
			const { statusCode: status = 502 } = reply
			bodyOf(reply).then(
				(whole) => resolve({ status, headers: reply.headers, body: whole }),
				reject,
			)
		})
		onward.once('error', reject)
		onward.end(body)
	})

/** Headers that belong to one connection and not to the message. */
const HOP = ['connection', 'keep-alive', 'transfer-encoding', 'content-length']

const answer = (response: ServerResponse, { status, headers, body }: Reply): void => {
	const own = Object.entries(headers).filter(([name]) => !HOP.includes(name))
	response.writeHead(status, { ...Object.fromEntries(own), 'content-length': body.length })
	response.end(body)
}

/** Half of a reply, then the end of the connection: a browser does not repeat the request by itself then. */
const answerHalf = (response: ServerResponse, { status, headers, body }: Reply): void => {
	const own = Object.entries(headers).filter(([name]) => !HOP.includes(name))
	response.writeHead(status, { ...Object.fromEntries(own), 'content-length': body.length + 1 })
	response.write(body.subarray(0, body.length >> 1), () => response.destroy())
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const isWrite = ({ method }: Pick<Seen, 'method'>): boolean => method !== 'GET' && method !== 'HEAD'

/** Listens on a free loopback port in front of `origin`. Without faults it hands on everything as it is. */
export const startFaultyProxy = async (origin: string): Promise<FaultyProxy> => {
	const target = new URL(origin)
	const seen: Seen[] = []
	let rules: Rule[] = []
	let writing = 0
	let release: (() => void)[] = []

	const faultFor = (path: string): Fault | null => {
		const rule = rules.find((each) => each.left > 0 && each.path.test(path))
		if (rule === undefined) return null
		rule.left--
		return rule.fault
	}
	const mended = (): Promise<void> => new Promise((resolve) => release.push(resolve))

	/** What comes of a request, once it was read. */
	const pass = async (message: Seen, fault: Fault | null, response: ServerResponse) => {
		if (fault?.kind === 'answer') {
			return answer(response, { ...fault, body: Buffer.from(fault.body) })
		}
		if (fault?.kind === 'delay') await sleep(fault.ms)
		const reply = await handOn(target, message)
		if (fault?.kind === 'hold') await mended()
		return fault?.kind === 'cut' ? answerHalf(response, reply) : answer(response, reply)
	}

	const take = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
		const { method = 'GET', url: path = '/' } = incoming
		const fault = faultFor(path)
		const headers = incoming.headers as Record<string, string>
		const kind = fault?.kind ?? null
		const body = await bodyOf(incoming)
		const message = {
			method,
			path,
			headers,
			body,
			at: performance.now(),
			beside: writing,
			fault: kind,
		}
		seen.push(message)
		if (kind === 'down') return void response.destroy()
		if (kind === 'hang') return
		if (isWrite(message)) writing++
		try {
			await pass(message, fault, response)
		} finally {
			if (isWrite(message)) writing--
		}
	}

	const server = createServer((incoming, response) => {
		// A server that is not there looks like a connection that is reset.
		take(incoming, response).catch(() => response.destroy())
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const address = server.address()
	const port = typeof address === 'object' && address ? address.port : 0

	const mend = (): void => {
		rules = []
		for (const go of release) go()
		release = []
	}
	return {
		origin: `http://127.0.0.1:${port}`,
		seen,
		writes: () => seen.filter(isWrite),
		break(path, fault, times = Number.POSITIVE_INFINITY) {
			rules.push({ path, fault, left: times })
		},
		mend,
		held: () => release.length,
		replay: async (message) => (await handOn(target, message)).status,
		reset() {
			mend()
			server.closeAllConnections()
			seen.length = 0
		},
		async stop() {
			mend()
			server.closeAllConnections()
			await new Promise((resolve) => server.close(resolve))
		},
	}
}
