import { existsSync } from 'node:fs'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'
import { hashSources, STAMP_URL } from './build-stamp.ts'
import { MIGRATIONS_URL, SAMPLE_URL } from './paths.ts'

const COMPRESSIBLE = /\.(?:css|html|ico|js|json|map|svg|txt|webmanifest|xml)$/
const compress = promisify(brotliCompress)

const compressFile = async (path: string): Promise<void> => {
	const plain = await readFile(path)
	const params = {
		[constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
		[constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
	}
	const small = await compress(plain, { params })
	if (small.length < plain.length) await writeFile(`${path}.br`, small)
}

/** Writes a brotli variant next to every output file that compresses well. */
export const precompress = (): Plugin => {
	let outDir = ''
	return {
		name: 'evenhand:precompress',
		apply: 'build',
		configResolved({ root, build }) {
			outDir = resolve(root, build.outDir)
		},
		closeBundle: {
			order: 'post',
			sequential: true,
			handler: async () => {
				// A failed build leaves no folder.
				if (!existsSync(outDir)) return
				const entries = await readdir(outDir, { recursive: true, withFileTypes: true })
				const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
				await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))))
			},
		},
	}
}

/** Copies the server's runtime files next to its bundle, as `paths.ts` expects. */
export const copyServerFiles = (outDir: string): Plugin => ({
	name: 'evenhand:server-files',
	apply: 'build',
	writeBundle: async () => {
		await cp(MIGRATIONS_URL, join(outDir, 'db/migrations'), { recursive: true })
		await cp(SAMPLE_URL, join(outDir, 'sample'), { recursive: true })
		// Lazy import: tests load this file through the Vite config and must not open a database.
		const { writeTemplate } = await import('./db/template.ts')
		await writeTemplate(join(outDir, 'db/template'))
	},
})

export const stampBuild = (): Plugin => ({
	name: 'evenhand:stamp',
	apply: 'build',
	writeBundle: async () => {
		await writeFile(STAMP_URL, await hashSources())
	},
})
