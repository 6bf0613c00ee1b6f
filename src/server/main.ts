import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { boot } from './boot.ts'
import { readConfig } from './config.ts'
import { servePages } from './http/pages.ts'
import { failStart, serve } from './serve.ts'

/** The built server: app and API from one process. It stands in dist/server, beside dist/web. */
const run = async (): Promise<void> => {
	const config = readConfig(process.env)
	const booted = await boot(config, console.log)
	servePages(booted.app, fileURLToPath(new URL('../web/', import.meta.url)))
	await serve(createServer(getRequestListener(booted.app.fetch)), config, booted)
}

await run().catch(failStart)
