import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')

/** Builds what a configuration of Vite's names into an empty folder, as for production. @param config its path from the top. */
export const buildAside = async (
	config: string,
	outDir: string,
	others: Readonly<Record<string, string>> = {},
): Promise<void> => {
	// Its own process: Vite and React would take the environment of a test for one of development.
	const { VITEST: _, ...env } = process.env
	await run(
		join(root, 'node_modules/.bin/vite'),
		['build', '--config', join(root, config), '--outDir', outDir, '--emptyOutDir'],
		{ cwd: root, env: { ...env, NODE_ENV: 'production', ...others } },
	)
}

/**
 * Builds a bare page, the least that an app on the same libraries can be, into an empty folder.
 * @param page `index`: a sign-in. `store`: a page with a store on the device.
 */
export const buildBare = (outDir: string, page: 'index' | 'store' = 'index'): Promise<void> =>
	buildAside('tests/build/bare/vite.config.ts', outDir, { BARE_PAGE: page })
