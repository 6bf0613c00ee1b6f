import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'

// Checks the service worker's list, and with it offline use, against the finished build.

const web = resolve(import.meta.dirname, '../../dist/web')

let built: string[]
let worker: string
let listed: { url: string; revision: string | null }[]
beforeAll(async () => {
	const entries = await readdir(web, { recursive: true, withFileTypes: true })
	built = entries
		.filter((entry) => entry.isFile())
		.map((entry) => relative(web, join(entry.parentPath, entry.name)))
	worker = await readFile(join(web, 'sw.js'), 'utf8')
	listed = [...worker.matchAll(/\{"revision":(null|"\w+"),"url":"([^"]+)"\}/g)].map(
		([, revision = '', url = '']) => ({ url, revision: JSON.parse(revision) }),
	)
})
const urls = () => listed.map(({ url }) => url)

describe('precache', () => {
	it('contains every part of the voter’s app', () => {
		const parts = built.filter((file) => /^assets\/(?!admin-).*\.(?:js|css)$/.test(file))
		expect(parts.length).toBeGreaterThan(10)
		expect(urls()).toEqual(expect.arrayContaining(['index.html', ...parts]))
	})

	it('excludes the back-office from the precache', async () => {
		const modules: Record<string, string[]> = JSON.parse(
			await readFile(join(web, '.vite/modules.json'), 'utf8'),
		)
		const behind =
			/^src\/(?:web\/features\/admin\/|web\/texts\/en\/admin\/|contract\/admin\/|web\/routes\/(?:admin|moderator).*\?)/
		const parts = Object.entries(modules).filter(([, ids]) => ids.some((id) => behind.test(id)))
		expect(parts.length, 'the build has a back-office').toBeGreaterThan(0)
		const styles = built.filter((file) => /^assets\/admin-.*\.css$/.test(file))
		expect(styles, 'the back-office has its own style sheet').toHaveLength(1)
		const files = [...parts.map(([file]) => file), ...styles]
		expect(files.filter((file) => urls().includes(file))).toEqual([])
	})

	// A chunk with a missing import would not load offline.
	it('contains every import of its files', async () => {
		const manifest: Record<string, { file: string; imports?: string[]; css?: string[] }> =
			JSON.parse(await readFile(join(web, '.vite/manifest.json'), 'utf8'))
		const needed = Object.values(manifest)
			.filter(({ file }) => urls().includes(file))
			.flatMap(({ imports = [], css = [] }) => [
				...imports.map((key) => manifest[key]?.file ?? key),
				...css,
			])
		expect(needed.length).toBeGreaterThan(20)
		expect(needed.filter((file) => !urls().includes(file))).toEqual([])
	})

	it('contains the icons and the manifest', () => {
		const icons = built.filter((file) => file.startsWith('icons/'))
		expect(icons.length).toBeGreaterThan(0)
		expect(urls()).toEqual(
			expect.arrayContaining(['favicon.svg', 'manifest.webmanifest', ...icons]),
		)
	})

	// A missing file would make every version impossible to install.
	it('lists only existing files', () => {
		expect(urls().filter((url) => !built.includes(url))).toEqual([])
	})

	it('excludes files that no screen needs', () => {
		const known =
			/^(?:index\.html|favicon\.svg|manifest\.webmanifest|assets\/[^/]+\.(?:js|css)|icons\/[^/]+\.png)$/
		expect(urls().filter((url) => !known.test(url))).toEqual([])
	})

	// Two revisions of a file would make a version impossible to install.
	it('lists each file in the precache once', () => {
		expect(urls().toSorted()).toEqual([...new Set(urls())].toSorted())
	})

	it('changes its revision or file name with the content', async () => {
		for (const { url, revision } of listed) {
			const digest = createHash('md5')
				.update(await readFile(join(web, url)))
				.digest('hex')
			if (revision === null) expect(url).toMatch(/^assets\/.*-[\w-]{6,8}\.(?:js|css)$/)
			else expect({ url, revision }).toEqual({ url, revision: digest })
		}
	})
})

describe('service workers', () => {
	it('are classic scripts without imports and exports', async () => {
		const off = await readFile(join(web, 'sw-off.js'), 'utf8')
		for (const script of [worker, off]) expect(() => new Function(script)).not.toThrow()
	})

	it('include a kill switch that keeps all databases', async () => {
		const off = await readFile(join(web, 'sw-off.js'), 'utf8')
		expect(off).toContain('unregister')
		expect(off).not.toMatch(/fetch|indexedDB/)
	})
})
