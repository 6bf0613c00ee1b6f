import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Booted, boot } from './boot.ts'
import { type Config, readConfig } from './config.ts'
import { mostAtOnceOf } from './http/admission.ts'
import { servePages } from './http/static-files.ts'
import { jsonLog } from './log.ts'
import { addUpWorkers, createMetrics, serveMetrics } from './metrics.ts'
import {
	createHttpServer,
	createStartupProxy,
	failStart,
	listenProblem,
	onStop,
	serve,
	tellReady,
	urlOf,
} from './serve.ts'
import { createWorkers, isFirstWorker } from './workers.ts'

const USAGE = 'Usage: npm start -- [--workers N], N from 1 to 64'

const workersOf = (args: readonly string[]): number => {
	const { workers = '1' } = parseArgs({
		args: [...args],
		options: { workers: { type: 'string' } },
	}).values
	const count = Number(workers)
	if (!/^\d+$/.test(workers) || count < 1 || count > 64) throw new Error(USAGE)
	return count
}

const serveMetricsOf = async (
	{ METRICS_PORT: port, METRICS_HOST: host }: Config,
	text: () => Promise<string>,
): Promise<void> => {
	if (port === undefined) return
	try {
		await serveMetrics(text, { port, host })
	} catch (error) {
		throw listenProblem(error, { port: `METRICS_PORT ${port}`, host: `METRICS_HOST ${host}` })
	}
}

const WEB = fileURLToPath(new URL('../web/', import.meta.url))

// The bundle is in dist/server, next to dist/web.
const runOne = async (config: Config): Promise<void> => {
	const metrics = createMetrics()
	const begin = async (): Promise<Booted> => {
		const booted = await boot(config, console.log, {
			onAttended: metrics.onAttended,
			keepsHouse: isFirstWorker(),
		})
		servePages(booted.app, WEB)
		return booted
	}
	if (cluster.isWorker) {
		// The primary counts a worker as ready once it listens, so boot first.
		const booted = await begin()
		return serve(createHttpServer(booted.app), config, () => Promise.resolve(booted))
	}
	// First, because the port may be taken.
	await serveMetricsOf(config, metrics.text)
	const door = createStartupProxy(WEB, mostAtOnceOf(config))
	await serve(createHttpServer(door), config, async () => {
		const booted = await begin()
		door.open(booted.app)
		return booted
	})
}

const runMany = async (count: number, config: Config): Promise<void> => {
	if (config.DATABASE_URL === undefined) {
		throw new Error('--workers needs DATABASE_URL: the embedded database is for one process.')
	}
	await serveMetricsOf(config, addUpWorkers())
	// Let each worker accept its own connections. Round-robin would give a busy worker one connection per event loop
	// turn, even with thousands queued.
	cluster.schedulingPolicy = cluster.SCHED_NONE
	cluster.setupPrimary({ exec: fileURLToPath(import.meta.url) })
	const workers = createWorkers(count, jsonLog)
	onStop(workers.stop)
	const listening = new Promise<string>((resolve) => {
		cluster.once('listening', (_, { port, address }) => {
			resolve(urlOf({ port, address, family: '' }, config))
		})
	})
	try {
		await workers.begin()
	} catch (error) {
		await workers.stop()
		throw error
	}
	tellReady(await listening)
}

const run = async (): Promise<void> => {
	const count = workersOf(process.argv.slice(2))
	const config = readConfig(process.env)
	await (count > 1 && cluster.isPrimary ? runMany(count, config) : runOne(config))
}

await run().catch(failStart)
