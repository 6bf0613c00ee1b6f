import { spawnSync } from 'node:child_process'
import { isBuildCurrent } from './build-stamp.ts'

const start = async (): Promise<void> => {
	if (!(await isBuildCurrent())) {
		console.log('Building the app …')
		const windows = process.platform === 'win32'
		const { status } = spawnSync('npm', ['run', 'build'], { stdio: 'inherit', shell: windows })
		if (status !== 0) process.exit(status ?? 1)
	}
	await import(new URL('../../dist/server/main.js', import.meta.url).href)
}

await start()
