import { createHash } from 'node:crypto'
import { type Dirent, existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT_URL = new URL('../../', import.meta.url)
const SOURCES = ['index.html', 'package-lock.json', 'vite.config.ts', 'public/', 'src/', 'sw/']

/** Where a build notes which sources it is of. */
export const STAMP_URL = new URL('dist/built-from', ROOT_URL)

const isSource = (entry: Dirent): boolean =>
	// A build writes these itself.
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
 * A digest of everything that a build is made of: paths and contents, so that a changed date alone builds nothing.
 * @param root the folder of the project.
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

/** Says whether the finished build is of the present sources. */
export const isBuildCurrent = async (): Promise<boolean> =>
	existsSync(STAMP_URL) && (await readFile(STAMP_URL, 'utf8')) === (await hashSources())
