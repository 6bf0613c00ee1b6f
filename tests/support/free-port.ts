import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ephemeral ports, which outgoing connections could occupy before the server listens. */
const FROM = 15_000
const TO = 32_000
const TRIES = 100

const isFree = (port: number): Promise<boolean> =>
	new Promise((resolve, reject) => {
		const probe = createServer()
		probe.once('error', (error: NodeJS.ErrnoException) => {
			if (error.code === 'EADDRINUSE') resolve(false)
			else reject(error)
		})
		probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
	})

/** Finds a free loopback port. */
export const freePort = async (): Promise<number> => {
	for (let tries = 0; tries < TRIES; tries++) {
		const port = randomInt(FROM, TO)
		if (await isFree(port)) return port
	}
	throw new Error(`found no free port in ${TRIES} tries`)
}
