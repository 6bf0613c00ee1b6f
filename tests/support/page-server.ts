import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A website on a free loopback port that records requests. */
export interface PageServer {
	readonly port: number
	readonly url: string
	readonly asked: string[]
	stop(): Promise<void>
}

/** Starts a website. */
export const servePages = async (
	answer: RequestListener = (_, reply) => {
		reply.writeHead(200, { 'content-type': 'text/plain' }).end('internal content')
	},
): Promise<PageServer> => {
	const asked: string[] = []
	const server = createServer((request, reply) => {
		asked.push(request.url ?? '')
		answer(request, reply)
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
	const { port } = server.address() as AddressInfo
	const stop = (): Promise<void> =>
		new Promise((resolve) => {
			server.close(() => resolve())
			server.closeAllConnections()
		})
	return { port, url: `http://127.0.0.1:${port}`, asked, stop }
}
