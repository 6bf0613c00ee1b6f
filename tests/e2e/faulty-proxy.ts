import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

export type Fault =
	/** Resets the connection before the server gets the request. */
	| { readonly kind: 'down' }
	/** Never answers; the server does not get the request. */
	| { readonly kind: 'hang' }
	/** The server processes the request; its reply is truncated. */
	| { readonly kind: 'cut' }
	/** The server processes the request; its reply is delayed until `mend`. */
	| { readonly kind: 'hold' }
	/** Delays the request by `ms`. */
	| { readonly kind: 'delay'; readonly ms: number }
	/** Answers in place of the server, which does not get the request. */
	| {
			readonly kind: 'answer'
			readonly status: number
			readonly headers: Readonly<Record<string, string>>
			readonly body: string
	  }

/** Captive portal: an HTML page with status 200. */
export const CAPTIVE_PORTAL: Fault = {
	kind: 'answer',
	status: 200,
	headers: { 'content-type': 'text/html' },
	body: '<!doctype html><title>Welcome</title><h1>Free wireless: accept our terms</h1>',
}

export const problem = (status: number, headers: Readonly<Record<string, string>> = {}): Fault => ({
	kind: 'answer',
	status,
	headers: { 'content-type': 'application/problem+json', ...headers },
	body: JSON.stringify({ type: 'about:blank', status, title: `Problem ${status}` }),
})

export interface Seen {
	readonly method: string
	readonly path: string
	readonly headers: Readonly<Record<string, string>>
	readonly body: Buffer
	/** Arrival in ms of a monotonic clock. */
	readonly at: number
	/** Number of concurrent write requests at arrival. */
	readonly beside: number
	/** Applied fault; null if passed on unchanged. */
	readonly fault: Fault['kind'] | null
}

export interface FaultyProxy {
	readonly origin: string
	readonly seen: readonly Seen[]
	writes(): Seen[]
	/** Applies a fault to matching requests, up to `times`. Earlier faults have priority. */
	break(path: RegExp, fault: Fault, times?: number): void
	/** Removes all faults and releases held replies. */
	mend(): void
	held(): number
	/** Repeats a request. @returns the status of the reply. */
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

/** Forwards a request over a new connection. Rejects if the server is unreachable. */
const forward = (target: URL, { method, path, headers, body }: Seen): Promise<Reply> =>
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

const HOP = ['connection', 'keep-alive', 'transfer-encoding', 'content-length']

const answer = (response: ServerResponse, { status, headers, body }: Reply): void => {
	const own = Object.entries(headers).filter(([name]) => !HOP.includes(name))
	response.writeHead(status, { ...Object.fromEntries(own), 'content-length': body.length })
	response.end(body)
}

/** Sends half of a reply, then closes: browsers do not retry that on their own. */
const answerHalf = (response: ServerResponse, { status, headers, body }: Reply): void => {
	const own = Object.entries(headers).filter(([name]) => !HOP.includes(name))
	response.writeHead(status, { ...Object.fromEntries(own), 'content-length': body.length + 1 })
	response.write(body.subarray(0, body.length >> 1), () => response.destroy())
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const isWrite = ({ method }: Pick<Seen, 'method'>): boolean => method !== 'GET' && method !== 'HEAD'

/** Starts a proxy on a free loopback port in front of `origin`. Without faults it forwards everything unchanged. */
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

	const pass = async (message: Seen, fault: Fault | null, response: ServerResponse) => {
		if (fault?.kind === 'answer') {
			return answer(response, { ...fault, body: Buffer.from(fault.body) })
		}
		if (fault?.kind === 'delay') await sleep(fault.ms)
		const reply = await forward(target, message)
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
		// An unreachable server appears as a reset connection.
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
		replay: async (message) => (await forward(target, message)).status,
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
