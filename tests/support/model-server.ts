import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ModelSettings } from '#server/extraction/model.ts'

export interface AskedQuote {
	readonly number: number
	readonly heading: string | null
	readonly quote: string
	readonly statement: string
}

interface Asked {
	readonly headers: IncomingMessage['headers']
	readonly path: string
	readonly body: {
		readonly model: string
		readonly temperature: number
		readonly messages: readonly { readonly role: string; readonly content: string }[]
		readonly response_format?: { readonly type: string }
	}
	readonly quotes: readonly AskedQuote[]
	readonly outside: string
}

/** The content of the reply: an object as JSON or a text; null if it replies by itself or never. */
type Answer = (asked: Asked, reply: ServerResponse) => object | string | null

/** A reply as OpenAI-compatible servers send it. */
export const completion = (message: object, finish = 'stop'): object => ({
	id: 'chatcmpl-1',
	object: 'chat.completion',
	created: 1764000000,
	model: 'test',
	choices: [
		{ index: 0, message: { role: 'assistant', ...message }, logprobs: null, finish_reason: finish },
	],
	usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
})

/** Sends JSON, or a text as it is. */
export const send = (reply: ServerResponse, body: object | string, status = 200, headers = {}) => {
	const isText = typeof body === 'string'
	const type = isText ? 'text/html' : 'application/json'
	reply.writeHead(status, { 'content-type': type, ...headers })
	reply.end(isText ? body : JSON.stringify(body))
	return null
}

/** OpenAI-compatible. */
export interface ModelServer {
	readonly settings: ModelSettings
	readonly asked: Asked[]
	stop(): Promise<void>
}

const parse = async (request: IncomingMessage): Promise<Asked> => {
	const chunks: Buffer[] = []
	for await (const chunk of request) chunks.push(chunk)
	const body = JSON.parse(Buffer.concat(chunks).toString())
	const prompt: string = body.messages.at(-1).content
	const marked = /^<(quotes-[\da-f]{32})>\n([\s\S]*)\n<\/\1>$/.exec(prompt)
	const quotes = (marked?.[2] ?? '').split('\n').map((line) => JSON.parse(line) as AskedQuote)
	const outside = marked ? '' : prompt
	return { headers: request.headers, path: request.url ?? '', body, quotes, outside }
}

/** Starts a model server. */
export const startModelServer = async (answer: Answer): Promise<ModelServer> => {
	const asked: Asked[] = []
	const server = createServer(async (request, reply) => {
		const one = await parse(request)
		asked.push(one)
		const answered = answer(one, reply)
		if (answered === null) return
		const content = typeof answered === 'string' ? answered : JSON.stringify(answered)
		send(reply, completion({ content }))
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
	const { port } = server.address() as AddressInfo
	const settings = { url: `http://127.0.0.1:${port}/v1`, name: 'test', key: 'sk-of-the-tests' }
	const stop = (): Promise<void> =>
		new Promise((resolve) => {
			server.close(() => resolve())
			server.closeAllConnections()
		})
	return { settings, asked, stop }
}
