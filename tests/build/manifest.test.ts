import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'

interface Picture {
	readonly src: string
	readonly sizes: string
	readonly type: string
	readonly purpose?: string
	readonly form_factor?: string
	readonly label?: string
}
interface WebManifest {
	readonly [name: string]: unknown
	readonly icons: readonly Picture[]
	readonly screenshots: readonly Picture[]
	readonly shortcuts: readonly { name: string; url: string; icons: readonly Picture[] }[]
}

const web = resolve(import.meta.dirname, '../../dist/web')

/** Width and height from the header of a PNG. */
const sizeOf = async (src: string): Promise<string> => {
	const bytes = await readFile(join(web, src))
	expect(bytes.subarray(1, 4).toString()).toBe('PNG')
	return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`
}

let manifest: WebManifest
let html: string
beforeAll(async () => {
	manifest = JSON.parse(await readFile(join(web, 'manifest.webmanifest'), 'utf8')) as WebManifest
	html = await readFile(join(web, 'index.html'), 'utf8')
})

const pictures = (): Picture[] => [
	...manifest.icons,
	...manifest.screenshots,
	...manifest.shortcuts.flatMap(({ icons }) => icons),
]

describe('web manifest', () => {
	// iOS does not read the manifest's icons.
	it('is linked by the page, with an icon for iOS', async () => {
		expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest"')
		expect(html).toContain('<link rel="apple-touch-icon" href="/icons/apple-touch.png"')
		expect(await sizeOf('icons/apple-touch.png')).toBe('180x180')
	})

	// A changed id would install an update as a second app.
	it('identifies the app', () => {
		expect(manifest).toMatchObject({
			name: 'Evenhand',
			short_name: 'Evenhand',
			id: '/',
			start_url: '/',
			scope: '/',
			display: 'standalone',
			lang: 'en',
		})
	})

	it('has the color of the light page; the page has both', () => {
		expect(manifest.theme_color).toBe(manifest.background_color)
		expect(html).toContain(
			`content="${manifest.theme_color}" media="(prefers-color-scheme: light)"`,
		)
		expect(html).toMatch(/name="theme-color" content="#\w+" media="\(prefers-color-scheme: dark\)"/)
	})

	it.each(['any', 'maskable'])(
		'has icons for the purpose "%s" in both required sizes',
		(purpose) => {
			const sizes = manifest.icons
				.filter((icon) => icon.purpose === purpose)
				.map((icon) => icon.sizes)
			expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']))
		},
	)

	it('has existing images of the declared sizes', async () => {
		for (const { src, sizes, type } of pictures()) {
			if (type === 'image/png') expect({ src, sizes: await sizeOf(src) }).toEqual({ src, sizes })
			else expect(existsSync(join(web, src)), src).toBe(true)
		}
	})

	it.each(['narrow', 'wide'])('has labeled screenshots for %s screens', (form) => {
		const shown = manifest.screenshots.filter((each) => each.form_factor === form)
		expect(shown.length).toBeGreaterThanOrEqual(2)
		for (const { label } of shown) expect(label).toBeTruthy()
	})

	it('has shortcuts to elections, results and the knowledge test', () => {
		expect(manifest.shortcuts.map(({ name, url }) => [name, url])).toEqual([
			['Elections', '/elections'],
			['My Results', '/activity'],
			['Knowledge test', '/test'],
		])
	})
})
