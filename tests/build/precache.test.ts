import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'

// The worker's list is what a voter has offline: it is held against the finished build, file by file.

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

describe('what is on the device after one visit', () => {
	it("is every part of a voter's app, so that each screen opens offline, also one that was never visited", () => {
		const parts = built.filter((file) => /^assets\/(?!admin-).*\.(?:js|css)$/.test(file))
		expect(parts.length).toBeGreaterThan(20)
		expect(urls()).toEqual(expect.arrayContaining(['index.html', ...parts]))
	})

	it("is nothing of the back-office, which works online only and is no voter's to download", async () => {
		const modules: Record<string, string[]> = JSON.parse(
			await readFile(join(web, '.vite/modules.json'), 'utf8'),
		)
		const behind =
			/^src\/(?:web\/features\/admin\/|web\/texts\/en\/admin\/|contract\/admin\/|web\/routes\/(?:admin|moderator).*\?)/
		const parts = Object.entries(modules).filter(([, ids]) => ids.some((id) => behind.test(id)))
		expect(parts.length, 'there is a back-office').toBeGreaterThan(0)
		const styles = built.filter((file) => /^assets\/admin-.*\.css$/.test(file))
		expect(styles, 'with a style sheet of its own').toHaveLength(1)
		const files = [...parts.map(([file]) => file), ...styles]
		expect(files.filter((file) => urls().includes(file))).toEqual([])
	})

	it('begins nowhere with a part that is not there: without a connection that page, and any beside it, would not open', async () => {
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

	it('has the icons and the manifest in it, by which the app is installed', () => {
		const icons = built.filter((file) => file.startsWith('icons/'))
		expect(icons.length).toBeGreaterThan(0)
		expect(urls()).toEqual(
			expect.arrayContaining(['favicon.svg', 'manifest.webmanifest', ...icons]),
		)
	})

	it('is nothing that is not there: one missing file, and no version could ever be installed', () => {
		expect(urls().filter((url) => !built.includes(url))).toEqual([])
	})

	it('is nothing that no screen needs: no compressed copies, hidden files or pictures of the app', () => {
		const known =
			/^(?:index\.html|favicon\.svg|manifest\.webmanifest|assets\/[^/]+\.(?:js|css)|icons\/[^/]+\.png)$/
		expect(urls().filter((url) => !known.test(url))).toEqual([])
	})

	it('has each file once: with two revisions of one no version could be installed', () => {
		expect(urls().toSorted()).toEqual([...new Set(urls())].toSorted())
	})

	it('changes when a file does: by the digest, or by the name where that holds one', async () => {
		for (const { url, revision } of listed) {
			const digest = createHash('md5')
				.update(await readFile(join(web, url)))
				.digest('hex')
			if (revision === null) expect(url).toMatch(/^assets\/.*-[\w-]{6,8}\.(?:js|css)$/)
			else expect({ url, revision }).toEqual({ url, revision: digest })
		}
	})
})

describe('the workers', () => {
	it('are scripts that every browser takes: no imports, no exports', async () => {
		const off = await readFile(join(web, 'sw-off.js'), 'utf8')
		for (const script of [worker, off]) expect(() => new Function(script)).not.toThrow()
	})

	it('have the way back ready, which serves nothing and deletes no database', async () => {
		const off = await readFile(join(web, 'sw-off.js'), 'utf8')
		expect(off).toContain('unregister')
		expect(off).not.toMatch(/fetch|indexedDB/)
	})
})
