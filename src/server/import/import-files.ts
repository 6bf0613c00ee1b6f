import { readdir, readFile } from 'node:fs/promises'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { elections, imports } from '../db/schema.ts'
import type { Db } from '../db/types.ts'
import type { Refusal } from './drafts.ts'
import { writeSources } from './import-sources.ts'
import { type Read, readSources, type SourceFile } from './parse.ts'

/** The election files of a folder, by name. */
export const readFolder = async (folder: URL): Promise<SourceFile[]> => {
	const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
	return Promise.all(
		names.map(async (name) => ({ name, text: await readFile(new URL(name, folder), 'utf8') })),
	)
}

const lineOf = ({ file, line, path, reason }: Refusal): string =>
	[`${file}:${line}`, path, reason].filter((part) => part !== '').join(': ')

/** Whether an administrator has the election already, by hand or by an import: a start makes no second one. */
const isThere = async (tx: Db, { elections: drafts }: Read): Promise<boolean> => {
	for (const { said } of drafts) {
		if (said === null) continue
		const { name, electionDate } = said
		const there = and(
			eq(elections.name, name),
			eq(elections.electionDate, electionDate),
			isNull(elections.deletedAt),
		)
		if ((await tx.$count(elections, there)) > 0) return true
	}
	return false
}

/**
 * Imports election files at a start, each once: a name that was imported before is left out, and an election that is
 * there. All of them in one transaction or none.
 * @returns the names of those that were imported now.
 * @throws an error with every problem of every file, one a line: file, line, field and what is wrong with it.
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
		const problems: string[] = []
		const imported: string[] = []
		for (const source of sources) {
			if (done.some(({ name }) => name === source.name)) continue
			const read = await readSources([source])
			await tx.insert(imports).values({ name: source.name, importedAt: now })
			if (await isThere(tx, read)) continue
			const { refused } = await writeSources(tx, read, { now, actorId: null })
			problems.push(...refused.map(lineOf))
			imported.push(source.name)
		}
		if (problems.length > 0) throw new Error(`Cannot import:\n  ${problems.join('\n  ')}`)
		return imported
	})
