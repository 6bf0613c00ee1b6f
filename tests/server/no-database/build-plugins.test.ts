import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { build } from 'vite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { precompress } from '#server/build-plugins.ts'
import { hashSources } from '#server/build-stamp.ts'

let root: string
beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'evenhand-build-'))
})
afterEach(() => rmSync(root, { recursive: true }))

it('the build writes a brotli variant beside each file that benefits', async () => {
	mkdirSync(join(root, 'public'))
	writeFileSync(join(root, 'index.html'), `<!doctype html><p>${'even hand '.repeat(50)}</p>`)
	writeFileSync(join(root, 'public/long.txt'), 'a line\n'.repeat(100))
	writeFileSync(join(root, 'public/tiny.txt'), 'x')
	writeFileSync(join(root, 'public/photo.png'), 'p'.repeat(1000))
	const outDir = join(root, 'dist')
	await build({
		root,
		configFile: false,
		logLevel: 'silent',
		build: { outDir },
		plugins: [precompress()],
	})
	const written = readdirSync(outDir).filter((name) => name.endsWith('.br'))
	expect(written.sort()).toEqual(['index.html.br', 'long.txt.br'])
	for (const name of written) {
		const plain = readFileSync(join(outDir, name.slice(0, -'.br'.length)))
		expect(brotliDecompressSync(readFileSync(join(outDir, name)))).toEqual(plain)
	}
})

it('the source hash follows contents and names except generated files', async () => {
	const source = (name: string, text: string) => writeFileSync(join(root, name), text)
	const at = new URL(`file://${root}/`)
	mkdirSync(join(root, 'src/web'), { recursive: true })
	source('index.html', 'shell')
	source('src/main.ts', 'one')
	const first = await hashSources(at)
	source('src/web/routes.gen.ts', 'generated')
	source('README.md', 'not built')
	expect(await hashSources(at)).toBe(first)
	source('src/main.ts', 'two')
	const second = await hashSources(at)
	expect(second).not.toBe(first)
	source('src/web/more.ts', '')
	expect(await hashSources(at)).not.toBe(second)
})
