import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createServer as createVite } from 'vite'
import { boot } from './boot.ts'
import { readConfig } from './config.ts'
import { failStart, serve } from './serve.ts'

const run = async (): Promise<void> => {
	const config = readConfig(process.env)
	const server = createServer()
	await serve(server, config, async () => {
		const booted = await boot(config, console.log)
		const api = getRequestListener(booted.app.fetch)
		const vite = await createVite({ server: { middlewareMode: true, hmr: { server } } })
		server.on('request', (request, response) => {
			if (request.url?.startsWith('/api/')) api(request, response).catch(failStart)
			else vite.middlewares(request, response)
		})
		const close = async () => {
			await vite.close()
			await booted.close()
		}
		return { close }
	})
}

await run().catch(failStart)
