import { spawnSync } from 'node:child_process'
import { isBuildCurrent } from '#server/build-stamp.ts'

/** Builds the app for tests of the finished build, if the existing build is outdated. */
export const setup = async (): Promise<void> => {
	if (await isBuildCurrent()) return
	// The test run's variables would change the build.
	const { NODE_ENV: _, VITEST: __, ...env } = process.env
	const { status } = spawnSync('npm', ['run', 'build'], { stdio: 'inherit', env })
	if (status !== 0) throw new Error('The build failed.')
}
