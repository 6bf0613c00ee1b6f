import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')

/** Production build into an empty folder. @param config path of the Vite config from the project root. */
export const buildAside = async (
	config: string,
	outDir: string,
	others: Readonly<Record<string, string>> = {},
): Promise<void> => {
	// A separate process, because vitest's environment would select development builds of Vite and React.
	const { VITEST: _, ...env } = process.env
	await run(
		join(root, 'node_modules/.bin/vite'),
		['build', '--config', join(root, config), '--outDir', outDir, '--emptyOutDir'],
		{ cwd: root, env: { ...env, NODE_ENV: 'production', ...others } },
	)
}

export type BarePage = 'index' | 'store' | 'text' | 'cards'

/**
 * Builds a minimal app on the same libraries into an empty folder.
 * @param page `index`: a login form. `store`: a page with a local database. `text`: a page that fetches a text. `cards`: a
 * quiz that stores each answer.
 */
export const buildBare = (outDir: string, page: BarePage = 'index'): Promise<void> =>
	buildAside('tests/build/bare/vite.config.ts', outDir, { BARE_PAGE: page })
