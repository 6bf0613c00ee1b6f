import { execFileSync } from 'node:child_process'
import { describe, expect, inject, it } from 'vitest'
import { freePort } from '../../support/free-port.ts'
import { makeDatabase } from '../../support/postgres.ts'
import { child, run, SERVER, setUpProgram } from '../../support/program.ts'

setUpProgram()

const start = async (env: Record<string, string> = {}) => {
	const url = await makeDatabase(inject('postgresUrl') ?? '')
	const program = run({ DATABASE_URL: url, PORT: String(await freePort()), ...env }, [
		SERVER,
		'--workers',
		'2',
	])
	const [, origin = ''] = await program.until(/ready at (http:\/\/127\.0\.0\.1:\d+)\n/)
	return { ...program, origin }
}
const childrenOf = (pid: number | undefined): number[] =>
	execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
		.split('\n')
		.flatMap((line) => (line.trim() === '' ? [] : [Number(line)]))
const workers = () =>
	childrenOf(child.pid).filter((pid) =>
		execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).includes(SERVER),
	)

describe('several workers', () => {
	it('share one port and password, replace a killed worker, and stop together', async () => {
		const { origin, result, until } = await start()
		const [first = 0, ...others] = workers()
		expect(others).toHaveLength(1)
		expect(result.output.match(/First administrator: /g)).toHaveLength(1)
		expect(result.output.match(/ready at/g)).toHaveLength(1)
		process.kill(first, 'SIGKILL')
		await until(/"event":"worker ended"/)
		for (let call = 0; call < 20; call++) {
			expect((await fetch(`${origin}/api/health`)).status).toBe(200)
		}
		for (let tries = 0; workers().length < 2 && tries < 300; tries++) {
			await new Promise((resolve) => setTimeout(resolve, 100))
		}
		expect(workers()).toHaveLength(2)
		expect(workers()).not.toContain(first)
		child.kill('SIGTERM')
		expect(await result.ended).toBe(0)
		await expect(fetch(`${origin}/api/health`)).rejects.toThrow()
	})

	it('finish open calls when workers and primary receive SIGTERM', async () => {
		const { origin, result } = await start()
		const register = (number: number) =>
			fetch(`${origin}/api/auth/register`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({
					username: `voter${number}`,
					email: `voter${number}@example.org`,
					password: 'a good password',
				}),
			})
		// Password hashes take long enough to be interrupted.
		const under = Array.from({ length: 24 }, (_, number) => register(number))
		await Promise.race(under)
		for (const pid of workers()) process.kill(pid, 'SIGTERM')
		// The system merges two simultaneous signals, so this one comes later.
		await new Promise((resolve) => setTimeout(resolve, 50))
		child.kill('SIGTERM')
		const replies = await Promise.all(under)
		expect(replies.map(({ status }) => status)).toEqual(under.map(() => 201))
		expect(await result.ended).toBe(0)
	})

	it('are summed in the metrics on a separate port', async () => {
		const port = String(await freePort())
		const { origin } = await start({ METRICS_PORT: port })
		for (let call = 0; call < 10; call++) {
			await fetch(`${origin}/api/health`, { headers: { connection: 'close' } })
		}
		const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
		expect(text).toContain(
			'http_request_duration_seconds_count{method="GET",route="/api/health",status="200"} 10',
		)
		expect((await fetch(`${origin}/metrics`)).headers.get('content-type')).not.toContain('0.0.4')
		expect((await fetch(`http://127.0.0.1:${port}/other`)).status).toBe(404)
	})
})
