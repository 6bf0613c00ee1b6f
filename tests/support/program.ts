import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'

export let dataDir: string
/** What was started last. */
export let child: ChildProcess
/** All that a test has started. */
const started: ChildProcess[] = []

/** Gives each test of a file a data folder of its own, and ends what it has started. */
export const setUpProgram = (): void => {
	beforeEach(() => {
		dataDir = mkdtempSync(join(tmpdir(), 'evenhand-process-'))
	})
	afterEach(() => {
		for (const each of started.splice(0)) each.kill('SIGKILL')
		rmSync(dataDir, { recursive: true })
	})
}

/** The built server: it starts in a fraction of the time that its sources take. */
export const SERVER = 'dist/server/main.js'

/** Runs a program, the server unless another is named; `output` grows, `ended` is its exit code. */
export const run = (env: Record<string, string>, what: readonly string[] = [SERVER]) => {
	const program = what[0] === SERVER ? what : ['--import', 'tsx', ...what]
	// Port 0: the default port may belong to a server that somebody uses.
	const own = { DATA_DIR: dataDir, SAMPLE_DATA: 'none', HOST: '127.0.0.1', PORT: '0' }
	const all = { ...process.env, ...own, ...env }
	child = spawn(process.execPath, program, { env: all, stdio: ['ignore', 'pipe', 'pipe'] })
	started.push(child)
	// "close" and not "exit": by then all that it wrote has been read.
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
