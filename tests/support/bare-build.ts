import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')

/**
 * Builds a bare page, the least that an app on the same libraries can be, into an empty folder.
 * @param page `index`: a sign-in. `store`: a page with a store on the device.
 */
export const buildBare = async (
	outDir: string,
	page: 'index' | 'store' = 'index',
): Promise<void> => {
	// Its own process: Vite and React would take the environment of a test for one of development.
	const { VITEST: _, ...env } = process.env
	const config = join(root, 'tests/build/bare/vite.config.ts')
	await run(
		join(root, 'node_modules/.bin/vite'),
		['build', '--config', config, '--outDir', outDir, '--emptyOutDir'],
		{ cwd: root, env: { ...env, NODE_ENV: 'production', BARE_PAGE: page } },
	)
}
