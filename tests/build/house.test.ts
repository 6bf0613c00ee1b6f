import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

// House rules that no linter checks.

const root = resolve(import.meta.dirname, '../..')
const TOP = [
	'README.md',
	'index.html',
	'package-lock.json',
	'package.json',
	'public',
	'src',
	'sw',
	'tests',
	'tsconfig.json',
	'vite.config.ts',
]

const filesUnder = async (folder: string, pattern: RegExp): Promise<string[]> => {
	const path = join(root, folder)
	if (!existsSync(path)) return []
	const entries = await readdir(path, { recursive: true, withFileTypes: true })
	return entries
		.filter((entry) => entry.isFile() && pattern.test(entry.name))
		.map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8')

const findings = async (paths: readonly string[], pattern: RegExp): Promise<string[]> => {
	const found = await Promise.all(
		paths.map(async (path) =>
			((await read(path)).match(pattern) ?? []).map((hit) => `${path}: ${hit}`),
		),
	)
	return found.flat()
}

describe('repository', () => {
	it('has only known top-level files', async () => {
		const ignored = (await read('.gitignore')).split('\n').filter(Boolean)
		const entries = (await readdir(root)).filter((name) => !name.startsWith('.'))
		const unknown = entries.filter((name) => !TOP.includes(name) && !ignored.includes(name))
		expect(unknown.filter((name) => !name.endsWith('.log'))).toEqual([])
	})

	it('has a lock file without download URLs', async () => {
		const { packages } = JSON.parse(await read('package-lock.json')) as {
			packages: Record<string, { resolved?: string }>
		}
		expect(Object.keys(packages).length).toBeGreaterThan(1)
		expect(Object.keys(packages).filter((name) => packages[name]?.resolved)).toEqual([])
	})

	it('skips and isolates no tests', async () => {
		const tests = await filesUnder('tests', /\.(test|spec)\.tsx?$/)
		const switched = /\b(?:it|test|describe|suite)(?:\.\w+)*\.(?:only|skip\w*|todo|fixme|runIf)\b/g
		expect(tests.length).toBeGreaterThan(0)
		expect(await findings(tests, switched)).toEqual([])
	})

	it('has no TODOs and suppresses no compiler errors', async () => {
		const paths = await Promise.all(
			['src', 'sw', 'tests'].map((folder) => filesUnder(folder, /\.(tsx?|css|html)$/)),
		)
		const others = paths.flat().filter((path) => path !== relative(root, import.meta.filename))
		expect(await findings(others, /\b(?:TODO|FIXME)\b|@ts-(?:ignore|nocheck)/g)).toEqual([])
	})

	it('names no app files in the chunk configuration', async () => {
		const config = await read('vite.config.ts')
		const named = config.match(/src\W+(?:web|device|domain|contract|http)\b.*\.tsx?\b/g)
		expect(named).toEqual(['src/web/routeTree.gen.ts'])
	})

	it('has no modules that only re-export', async () => {
		const paths = [...(await filesUnder('src', /\.tsx?$/)), ...(await filesUnder('sw', /\.ts$/))]
		const texts = await Promise.all(paths.map(async (path) => [path, await read(path)] as const))
		const isOnly = (text: string): boolean =>
			/^export /m.test(text) &&
			text
				.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
				.replace(/export (?:type )?\{[^}]*\} from '[^']+'/g, '')
				.trim() === ''
		// Language indexes are loaded as one module.
		const only = texts.filter(
			([path, text]) => isOnly(text) && !/texts\/\w+\/index\.ts$/.test(path),
		)
		expect(only.map(([path]) => path)).toEqual([])
	})

	it('exports only the route from route files', async () => {
		const paths = await filesUnder('src/web/routes', /\.tsx$/)
		expect(paths.length).toBeGreaterThan(20)
		expect(await findings(paths, /^export (?!const Route\b|interface \w+Search\b).*$/gm)).toEqual(
			[],
		)
	})

	it('connects URLs to screens in route files, without markup, state, or texts', async () => {
		const paths = await filesUnder('src/web/routes', /\.tsx$/)
		expect(await findings(paths, /from 'react'|'#web\/texts\/.*'|\s<[a-z][\w.]*/g)).toEqual([])
	})

	it('limits the README to 900 words', async () => {
		expect((await read('README.md')).split(/\s+/).length).toBeLessThanOrEqual(900)
	})
})
