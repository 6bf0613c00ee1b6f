import { readdir, readFile } from 'node:fs/promises'
import { inArray } from 'drizzle-orm'
import { imports } from '../db/schema.ts'
import type { Db } from '../db/types.ts'
import { writeAudit } from '../db/write-audit.ts'
import { parseElectionFiles, type SourceFile } from './parse.ts'
import { writeElection } from './write-election.ts'

/** The election files of a folder, by name. */
export const readFolder = async (folder: URL): Promise<SourceFile[]> => {
	const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
	return Promise.all(
		names.map(async (name) => ({ name, text: await readFile(new URL(name, folder), 'utf8') })),
	)
}

/**
 * Imports election files, each once: a name that was imported before is left out. All of them in one transaction or none.
 * @returns the names of those that were imported now.
 * @throws an error with every problem of every file, before anything is written.
 */
export const importFiles = async (
	db: Db,
	sources: readonly SourceFile[],
	now: Date,
): Promise<string[]> =>
	db.transaction(async (tx) => {
		const names = sources.map((source) => source.name)
		const done = await tx
			.select({ name: imports.name })
			.from(imports)
			.where(inArray(imports.name, names))
		const files = parseElectionFiles(
			sources.filter((source) => !done.some(({ name }) => name === source.name)),
		)
		for (const { name, file } of files) {
			await tx.insert(imports).values({ name, importedAt: now })
			const electionId = await writeElection(tx, file, now)
			const entry = { action: 'election.imported', target: electionId, detail: { file: name } }
			await writeAudit(tx, { ...entry, actorId: null, at: now })
		}
		return files.map(({ name }) => name)
	})
