import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

interface ManifestEntry {
	readonly file: string
	readonly isEntry?: boolean
	readonly imports?: readonly string[]
	readonly css?: readonly string[]
}

/** Vite's manifest: what was built, by module. */
export type Manifest = Readonly<Record<string, ManifestEntry>>

/** The files that a browser must have before the modules of `keys` can run: their chunks, all that these import, and the CSS. */
export const filesFor = (manifest: Manifest, keys: readonly string[]): string[] => {
	const visited = new Set<string>()
	const files = new Set<string>()
	const visit = (key: string): void => {
		if (visited.has(key)) return
		visited.add(key)
		const entry = manifest[key]
		if (!entry) throw new Error(`The manifest knows no ${key}`)
		files.add(entry.file)
		for (const file of entry.css ?? []) files.add(file)
		for (const imported of entry.imports ?? []) visit(imported)
	}
	for (const key of keys) visit(key)
	return [...files]
}

/** Where files import one another statically, the keys on the way round, for each ring that is met first. */
export const ringsIn = (manifest: Manifest): string[][] => {
	const rings: string[][] = []
	const done = new Set<string>()
	const visit = (key: string, way: readonly string[]): void => {
		if (way.includes(key)) {
			rings.push(way.slice(way.indexOf(key)))
			return
		}
		if (done.has(key)) return
		for (const imported of manifest[key]?.imports ?? []) visit(imported, [...way, key])
		done.add(key)
	}
	for (const key of Object.keys(manifest)) visit(key, [])
	return rings
}

/** The keys of the modules that every page starts with. */
export const entryKeys = (manifest: Manifest): string[] =>
	Object.keys(manifest).filter((key) => manifest[key]?.isEntry)

const pathOf = (key: string): string => key.replace(/\?.*$/, '')

/**
 * The keys of the chunks that a file route was split into, its own and those of the layouts that it lies in
 * (`_nav/login.tsx` lies in `_nav.tsx` or `_nav/route.tsx`). A route that was not split has none: the entry has it.
 */
export const routeKeys = (manifest: Manifest, routes: string, route: string): string[] => {
	const parts = route.split(/[./]/)
	const layouts = parts.slice(0, -1).flatMap((_, index) => {
		const lead = parts.slice(0, index + 1)
		return [lead.join('/'), lead.join('.'), [...lead, 'route'].join('/')]
	})
	const paths = [route, '__root', ...layouts].map((each) => `${routes}/${each}.tsx`)
	return Object.keys(manifest).filter((key) => paths.includes(pathOf(key)))
}

/** What a file takes on the wire, in bytes: brotli at its best, as files are served precompressed. */
const brotliSize = (content: Buffer): number =>
	brotliCompressSync(content, {
		params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
	}).length

/** The files of a build with their brotli sizes in bytes, the largest first. */
export const sizesOf = async (
	folder: string,
	files: readonly string[],
): Promise<{ file: string; bytes: number }[]> => {
	const sizes = await Promise.all(
		files.map(async (file) => ({ file, bytes: brotliSize(await readFile(join(folder, file))) })),
	)
	return sizes.toSorted((a, b) => b.bytes - a.bytes)
}

/** The bytes of files together. */
export const totalOf = (sizes: readonly { readonly bytes: number }[]): number =>
	sizes.reduce((sum, { bytes }) => sum + bytes, 0)
