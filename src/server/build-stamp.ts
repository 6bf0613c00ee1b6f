import { createHash } from 'node:crypto'
import { type Dirent, existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT_URL = new URL('../../', import.meta.url)
const SOURCES = ['index.html', 'package-lock.json', 'vite.config.ts', 'public/', 'src/', 'sw/']

export const STAMP_URL = new URL('dist/built-from', ROOT_URL)

const isSource = (entry: Dirent): boolean =>
	// The build generates these files.
	entry.isFile() && !entry.name.endsWith('.gen.ts')

const filesOf = async (source: string, root: URL): Promise<URL[]> => {
	const url = new URL(source, root)
	if (!existsSync(url)) return []
	if (!source.endsWith('/')) return [url]
	const entries = await readdir(url, { recursive: true, withFileTypes: true })
	return entries
		.filter(isSource)
		.map((entry) => pathToFileURL(`${entry.parentPath}${sep}${entry.name}`))
}

/**
 * SHA-256 of the paths and contents of all build inputs. Ignores dates, so touching a file triggers no build.
 * @param root the project folder.
 */
export const hashSources = async (root = ROOT_URL): Promise<string> => {
	const files = (await Promise.all(SOURCES.map((source) => filesOf(source, root)))).flat()
	const hash = createHash('sha256')
	for (const file of files.sort((a, b) => (a.href < b.href ? -1 : 1))) {
		const path = relative(fileURLToPath(root), fileURLToPath(file))
		hash.update(path.replaceAll(sep, '/')).update('\0')
		hash.update(await readFile(file)).update('\0')
	}
	return hash.digest('hex')
}

export const isBuildCurrent = async (): Promise<boolean> =>
	existsSync(STAMP_URL) && (await readFile(STAMP_URL, 'utf8')) === (await hashSources())
