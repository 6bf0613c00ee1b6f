import { mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openDb } from './open.ts'

/** Writes an empty, migrated database. Copying it skips PGlite's `initdb`, which takes seconds and doubles memory. */
export const writeTemplate = async (folder: string): Promise<void> => {
	const dataDir = await mkdtemp(join(dirname(folder), 'template-'))
	try {
		const opened = await openDb({ kind: 'embedded', dataDir, template: null }, (error) => {
			throw error
		})
		try {
			await opened.prepare(async () => undefined)
		} finally {
			await opened.close()
		}
		await rm(folder, { recursive: true, force: true })
		await rename(join(dataDir, 'db'), folder)
	} finally {
		await rm(dataDir, { recursive: true, force: true })
	}
}
