import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import {
	chunksWith,
	entryKeys,
	filesFor,
	type Manifest,
	ringsIn,
	sizesOf,
	totalOf,
} from '#tests/support/bundle.ts'

// Measures the transferred bytes of each page in the finished build.

const LOGIN = 'src/web/routes/login.tsx?tsr-split=component'
const LIMIT = 130_000

/** Libraries that the sign-in page does not need. */
const NOT_YET = {
	dexie: /node_modules\/dexie/,
	'@use-gesture': /node_modules\/@use-gesture\//,
	'@react-spring': /node_modules\/@react-spring\//,
	uplot: /node_modules\/uplot/,
	administration: /src\/web\/(?!routes\/).*\badmin/,
	"voters' pages": /src\/web\/features\/(?:activity|elections|quiz|results|your-data)\//,
	'another language': /src\/web\/texts\/(?!en\/)\w+\//,
}

const root = resolve(import.meta.dirname, '../..')
const web = join(root, 'dist/web')

const readJson = async <Value>(path: string): Promise<Value> =>
	JSON.parse(await readFile(path, 'utf8')) as Value

const manifestOf = (folder: string): Promise<Manifest> =>
	readJson(join(folder, '.vite/manifest.json'))

describe('late parts of the knowledge test', () => {
	it("leave out the voters' app, which would start for visitors", async () => {
		const manifest = await manifestOf(web)
		const modules = await readJson<Record<string, string[]>>(join(web, '.vite/modules.json'))
		const ofTest = /^src\/web\/(?:features\/test\/|app\/(?:knowledge-test|visitor))/
		const parts = Object.keys(manifest).filter((key) =>
			modules[manifest[key]?.file ?? '']?.some((id) => ofTest.test(id)),
		)
		expect(parts.length).toBeGreaterThan(1)
		const loaded = filesFor(manifest, parts).flatMap((file) => modules[file] ?? [])
		expect(loaded.filter((id) => /src\/web\/app\/local\.ts/.test(id))).toEqual([])
	})
})

describe('chunks', () => {
	// In a cycle, the first chunk would run before what it calls is defined.
	it('have no chunk import cycles', async () => {
		expect(ringsIn(await manifestOf(web))).toEqual([])
	})
})

describe('initial load of /login', () => {
	let modules: Record<string, string[]>
	let files: string[]
	let sizes: { file: string; bytes: number }[]
	const needed = (): string[] => files.flatMap((file) => modules[file] ?? [])

	beforeAll(async () => {
		const manifest = await manifestOf(web)
		modules = await readJson(join(web, '.vite/modules.json'))
		files = filesFor(manifest, [...entryKeys(manifest), ...chunksWith(manifest, modules, LOGIN)])
		sizes = await sizesOf(web, files)
		const lines = sizes.map(({ file, bytes }) => `${String(bytes).padStart(8)}  ${file}`)
		console.log(
			`/login, brotli:\n${lines.join('\n')}\n${String(totalOf(sizes)).padStart(8)}  together`,
		)
	})

	it(`loads at most ${LIMIT} bytes of JavaScript and CSS for /login`, () => {
		expect(totalOf(sizes)).toBeLessThanOrEqual(LIMIT)
	})

	it('includes the screen, React, the router and the CSS', () => {
		for (const part of [
			/login-screen\.tsx/,
			/node_modules\/react-dom\//,
			/node_modules\/@tanstack\/react-router\//,
		]) {
			expect(
				needed().filter((id) => part.test(id)),
				String(part),
			).not.toEqual([])
		}
		expect(files.filter((file) => file.endsWith('.css'))).not.toEqual([])
	})

	it.each(Object.entries(NOT_YET))('excludes the code of %s', (_, part) => {
		expect(needed().filter((id) => part.test(id))).toEqual([])
	})

	it('leaves the excluded libraries in other chunks', () => {
		const everything = Object.values(modules).flat()
		for (const part of [NOT_YET.dexie, NOT_YET['@use-gesture'], NOT_YET['@react-spring']]) {
			expect(
				everything.filter((id) => part.test(id)),
				String(part),
			).not.toEqual([])
		}
	})

	it('preloads only what /login needs', async () => {
		const html = await readFile(join(web, 'index.html'), 'utf8')
		const asked = [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(
			(match) => match[1],
		)
		expect(asked.length).toBeGreaterThan(0)
		expect(asked.filter((file) => file === undefined || !files.includes(file))).toEqual([])
	})
})
