import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'

export let dataDir: string
export let child: ChildProcess
const started: ChildProcess[] = []

/**
 * Gives each test its own data folder, and stops its processes.
 * @param begin `beforeAll` and `afterAll` do so for a whole file.
 */
export const setUpProgram = (
	begin: (act: () => void) => void = beforeEach,
	end: (act: () => void) => void = afterEach,
): void => {
	begin(() => {
		dataDir = mkdtempSync(join(tmpdir(), 'evenhand-process-'))
	})
	end(() => {
		for (const each of started.splice(0)) each.kill('SIGKILL')
		rmSync(dataDir, { recursive: true })
	})
}

/** The built server, which starts much faster than its sources. */
export const SERVER = 'dist/server/main.js'

/** Runs a program, by default the server. `output` grows; `ended` resolves to the exit code. */
export const run = (env: Record<string, string>, what: readonly string[] = [SERVER]) => {
	const program = what[0] === SERVER ? what : ['--import', 'tsx', ...what]
	// Port 0, because the default port may be in use.
	const own = { DATA_DIR: dataDir, SAMPLE_DATA: 'none', HOST: '127.0.0.1', PORT: '0' }
	const all = { ...process.env, ...own, ...env }
	child = spawn(process.execPath, program, { env: all, stdio: ['ignore', 'pipe', 'pipe'] })
	started.push(child)
	// "close" instead of "exit": it fires after all output has been read.
	const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
	const result = { output: '', ended }
	const streams = [child.stdout, child.stderr]
	for (const stream of streams) {
		stream?.on('data', (chunk: Buffer) => {
			result.output += chunk.toString()
		})
	}
	const until = (pattern: RegExp) =>
		new Promise<RegExpExecArray>((resolve, reject) => {
			const look = () => {
				const found = pattern.exec(result.output)
				if (found) resolve(found)
			}
			for (const stream of streams) stream?.on('data', look)
			child.once('close', () => reject(new Error(`ended early:\n${result.output}`)))
		})
	return { result, until }
}
