import type { Server } from 'node:http'
import type { Booted } from './boot.ts'
import type { Config } from './config.ts'
import { dbFailure, isDatabaseCode } from './db/errors.ts'

/** How long requests may take to finish once the server stops. */
const GRACE_MS = 10_000

/** Listens on the configured address. */
const listen = (server: Server, { PORT, HOST }: Config): Promise<void> =>
	new Promise((resolve, reject) => {
		const refuse = (error: Error) => {
			const taken = 'code' in error && error.code === 'EADDRINUSE'
			reject(taken ? new Error(`PORT ${PORT} is in use by another program.`) : error)
		}
		server.once('error', refuse)
		server.listen({ port: PORT, host: HOST }, () => {
			server.off('error', refuse)
			resolve()
		})
	})

const urlOf = (server: Server, { HOST }: Config): string => {
	const address = server.address()
	const port = typeof address === 'object' && address ? address.port : 0
	const host = HOST === undefined || HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST
	return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

const announceFirstRows = ({ ADMIN_USERNAME }: Config, { firstRows }: Booted): void => {
	for (const name of firstRows.imported) console.log(`Imported ${name}`)
	if (firstRows.adminPassword !== null) {
		console.log(
			`First administrator: ${ADMIN_USERNAME}, password ${firstRows.adminPassword} (shown this once)`,
		)
	}
}

/** Takes no new request, lets those under way finish, then closes what the server stands on. */
const stop = async (server: Server, close: () => Promise<void>): Promise<void> => {
	const ended = new Promise<void>((resolve) => server.close(() => resolve()))
	const impatience = setTimeout(() => server.closeAllConnections(), GRACE_MS)
	await ended
	clearTimeout(impatience)
	await close()
}

/** Ends the program with a message that a person can act on; never with a statement's values. */
export const failStart = (error: unknown): never => {
	const failure = dbFailure(error)
	if (failure !== null && isDatabaseCode(failure.code)) {
		console.error(`The database cannot be used (${failure.code}).`)
	} else console.error(error instanceof Error ? error.message : String(error))
	process.exit(1)
}

/** Serves until the process is asked to stop (SIGINT, SIGTERM); a second signal does not wait. */
export const serve = async (server: Server, config: Config, booted: Booted): Promise<void> => {
	// Before anything else can fail: the password is told once.
	announceFirstRows(config, booted)
	try {
		await listen(server, config)
	} catch (error) {
		await booted.close()
		throw error
	}
	console.log(`Evenhand is ready at ${urlOf(server, config)}`)
	let stopping = false
	const onSignal = () => {
		if (stopping) process.exit(1)
		stopping = true
		stop(server, booted.close).then(() => process.exit(0), failStart)
	}
	process.on('SIGINT', onSignal)
	process.on('SIGTERM', onSignal)
}
