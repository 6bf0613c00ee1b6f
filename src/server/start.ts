import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { hashSources, STAMP_URL } from './build-stamp.ts'

const builtFrom = async (): Promise<string | null> => {
	try {
		return await readFile(STAMP_URL, 'utf8')
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
		throw error
	}
}

/** Builds where what is built is missing or of other sources, then runs it. */
const start = async (): Promise<void> => {
	if ((await builtFrom()) !== (await hashSources())) {
		console.log('Building the app …')
		const windows = process.platform === 'win32'
		const { status } = spawnSync('npm', ['run', 'build'], { stdio: 'inherit', shell: windows })
		if (status !== 0) process.exit(status ?? 1)
	}
	await import(new URL('../../dist/server/main.js', import.meta.url).href)
}

await start()
