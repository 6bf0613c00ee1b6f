import { spawn } from 'node:child_process'

export interface Program {
	readonly pid: number
	readonly stop: () => Promise<void>
}

/** Generous, because of builds or an embedded database's first start. */
const START_MS = 300_000

/** Starts a program and waits until it prints that it is ready. */
export const startProgram = async (
	args: readonly string[],
	env: Readonly<Record<string, string>>,
): Promise<Program> => {
	const child = spawn(process.execPath, ['--import', 'tsx', ...args], {
		env: { ...process.env, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	})
	// Kill the server if the bench exits early.
	const end = (): boolean => child.kill('SIGKILL')
	process.once('exit', end)
	let output = ''
	const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
	await new Promise<void>((resolve, reject) => {
		const timeout = setTimeout(() => reject(new Error(`not ready:\n${output}`)), START_MS)
		const read = (chunk: Buffer): void => {
			// Keep the output for error messages.
			output = (output + chunk.toString()).slice(-20_000)
			if (!/^ready$|is ready at/m.test(output)) return
			clearTimeout(timeout)
			resolve()
		}
		child.stdout.on('data', read)
		child.stderr.on('data', (chunk: Buffer) => {
			read(chunk)
			process.stderr.write(chunk)
		})
		child.once('close', () => reject(new Error(`ended:\n${output}`)))
	})
	const stop = async (): Promise<void> => {
		child.kill('SIGTERM')
		await ended
		process.off('exit', end)
	}
	return { pid: child.pid ?? 0, stop }
}
