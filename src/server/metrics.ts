import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { AggregatorRegistry, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Attended } from './http/admission.ts'

/** In seconds: what people feel is below the first second. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]

/** What a process counts for Prometheus. */
export interface Metrics {
	readonly onAttended: (call: Attended) => void
	/** In Prometheus' text format. */
	readonly text: () => Promise<string>
}

/**
 * Counts calls by method, route and status, with the time that each took, and what Node tells of its process. No label
 * holds anything of a voter. Where there are workers, the primary process adds up what they count.
 */
export const createMetrics = (): Metrics => {
	const registry = new Registry()
	collectDefaultMetrics({ register: registry })
	const calls = new Histogram({
		name: 'http_request_duration_seconds',
		help: 'How long the calls of the API took.',
		labelNames: ['method', 'route', 'status'],
		buckets: BUCKETS,
		registers: [registry],
	})
	if (cluster.isWorker) {
		AggregatorRegistry.setRegistries([registry])
		// Only by being made does it listen to the primary process.
		new AggregatorRegistry()
	}
	return {
		onAttended: ({ seconds, ...labels }) => calls.observe(labels, seconds),
		text: () => registry.metrics(),
	}
}

/** What all workers of this process have counted, added up. */
export const addUpWorkers = (): (() => Promise<string>) => {
	const all = new AggregatorRegistry()
	return () => all.clusterMetrics()
}

/** Serves metrics at `/metrics`, on an address of their own. @returns the server, which listens. */
export const serveMetrics = async (
	text: () => Promise<string>,
	where: { readonly port: number; readonly host: string },
): Promise<Server> => {
	const server = createServer((request, response) => {
		if (request.url !== '/metrics') {
			response.writeHead(404).end()
			return
		}
		text().then(
			(body) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(body),
			() => response.writeHead(503).end(),
		)
	})
	server.listen(where)
	await once(server, 'listening')
	return server
}
