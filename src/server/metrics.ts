import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { AggregatorRegistry, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Attended } from './http/admission.ts'

/** Histogram buckets in seconds, dense below the first second, where users notice. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]

export interface Metrics {
	readonly onAttended: (call: Attended) => void
	readonly text: () => Promise<string>
}

/**
 * Measures calls by method, route, and status, plus Node's default metrics. Labels contain no voter data. With workers,
 * the primary process aggregates.
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
		// The constructor registers the listener that answers the primary process.
		new AggregatorRegistry()
	}
	return {
		onAttended: ({ seconds, ...labels }) => calls.observe(labels, seconds),
		text: () => registry.metrics(),
	}
}

export const addUpWorkers = (): (() => Promise<string>) => {
	const all = new AggregatorRegistry()
	return () => all.clusterMetrics()
}

/** Serves `/metrics` on a separate address. Resolves once the server listens. */
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
