import { registerVoter, startServer } from '../support/built-server.ts'
import { freePort } from '../support/free-port.ts'
import { isPostgresThere, makeDatabase, startPostgres } from '../support/postgres.ts'
import { type Figure, figure } from './figure.ts'

const VOTERS = 20
const MB = 1_000_000

/** Resident memory of the server process, in MB. */
const residentOf = async (port: number): Promise<number> => {
	const reply = await fetch(`http://127.0.0.1:${port}/metrics`)
	const bytes = /^process_resident_memory_bytes (\S+)/m.exec(await reply.text())?.[1]
	return Number(bytes) / MB
}

const visit = async (origin: string): Promise<void> => {
	for (let voter = 0; voter < VOTERS; voter++) {
		const { token } = await registerVoter(origin)
		for (const path of ['/elections/active', '/quiz/history']) {
			const reply = await fetch(`${origin}/api${path}`, {
				headers: { authorization: `Bearer ${token}` },
			})
			if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
			await reply.arrayBuffer()
		}
	}
}

const ofServer = async (
	name: string,
	env: Readonly<Record<string, string>>,
): Promise<{ readonly name: string; readonly idle: number; readonly used: number }> => {
	const port = await freePort()
	const server = await startServer({ ...env, METRICS_PORT: String(port) })
	try {
		const idle = await residentOf(port)
		await visit(server.origin)
		return { name, idle, used: await residentOf(port) }
	} finally {
		await server.stop()
	}
}

const onPostgres = async () => {
	const { url, stop } = await startPostgres()
	try {
		return await ofServer('PostgreSQL', { DATABASE_URL: await makeDatabase(url) })
	} finally {
		await stop()
	}
}

/** Measures the server's memory with the embedded database, and with PostgreSQL if installed. */
export const memory = async (): Promise<Figure[]> => {
	const measured = [await ofServer('embedded', { DATABASE_URL: '' })]
	if (isPostgresThere()) measured.push(await onPostgres())
	return measured.map(({ name, idle, used }) =>
		figure({
			what: `the server's process, ${name}: memory after ${VOTERS} voters`,
			unit: 'MB',
			value: used,
			floor: { name: 'at startup', value: idle },
		}),
	)
}
