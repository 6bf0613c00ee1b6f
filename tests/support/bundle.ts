import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

interface ManifestEntry {
	readonly file: string
	readonly isEntry?: boolean
	readonly imports?: readonly string[]
	readonly css?: readonly string[]
}

export type Manifest = Readonly<Record<string, ManifestEntry>>

/** Files needed before the modules of `keys` can run: chunks, their static imports, and CSS. */
export const filesFor = (manifest: Manifest, keys: readonly string[]): string[] => {
	const visited = new Set<string>()
	const files = new Set<string>()
	const visit = (key: string): void => {
		if (visited.has(key)) return
		visited.add(key)
		const entry = manifest[key]
		if (!entry) throw new Error(`The manifest does not contain ${key}`)
		files.add(entry.file)
		for (const file of entry.css ?? []) files.add(file)
		for (const imported of entry.imports ?? []) visit(imported)
	}
	for (const key of keys) visit(key)
	return [...files]
}

/** Finds cycles of static imports, as lists of keys. */
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

/** Keys of the entry modules. */
export const entryKeys = (manifest: Manifest): string[] =>
	Object.keys(manifest).filter((key) => manifest[key]?.isEntry)

/** Keys of the chunks that hold a module. @param modules by file, as the build lists them */
export const chunksWith = (
	manifest: Manifest,
	modules: Readonly<Record<string, readonly string[]>>,
	module: string,
): string[] => {
	const keys = Object.keys(manifest).filter((key) =>
		modules[manifest[key]?.file ?? '']?.includes(module),
	)
	if (keys.length === 0) throw new Error(`The build does not contain ${module}`)
	return keys
}

/** Brotli size at maximum quality, as served. */
const brotliSize = (content: Buffer): number =>
	brotliCompressSync(content, {
		params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
	}).length

/** Brotli sizes of files in bytes, in descending order. */
export const sizesOf = async (
	folder: string,
	files: readonly string[],
): Promise<{ file: string; bytes: number }[]> => {
	const sizes = await Promise.all(
		files.map(async (file) => ({ file, bytes: brotliSize(await readFile(join(folder, file))) })),
	)
	return sizes.toSorted((a, b) => b.bytes - a.bytes)
}

/** Total bytes of files. */
export const totalOf = (sizes: readonly { readonly bytes: number }[]): number =>
	sizes.reduce((sum, { bytes }) => sum + bytes, 0)
