import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import type { PlannedChange } from '#contract/admin/import-export.ts'
import { IMPORT_MAX_BYTES } from '#domain/limits.ts'
import { DATE_ORDERS } from '#domain/written-forms.ts'
import { ensureCategoryWeights } from '../boot.ts'
import { readConfig } from '../config.ts'
import { harmlessMessage } from '../db/errors.ts'
import { type Db, openDb } from '../db/open.ts'
import { setTimeZone } from '../util.ts'
import { type Outcome, reportOf, tryImport, writeSources } from './import.ts'
import { type Read, readSources, type SourceFile } from './parse.ts'

const USAGE = 'Usage: npm run import -- FILE [FILE…] [--dry-run] [--dates MDY|DMY]'

const readFiles = async (paths: readonly string[]): Promise<SourceFile[]> => {
	let bytes = 0
	const files: SourceFile[] = []
	for (const path of paths) {
		const content = await readFile(path)
		bytes += content.length
		if (bytes > IMPORT_MAX_BYTES) {
			throw new Error(`The files have more than ${IMPORT_MAX_BYTES} bytes together.`)
		}
		// Decoding another encoding as UTF-8 would silently corrupt letters.
		if (!isUtf8(content)) throw new Error(`${path} is not in UTF-8. Save it as UTF-8 first.`)
		files.push({ name: basename(path), text: content.toString('utf8') })
	}
	return files
}

const linesOf = ({ file, line, action, table, name, message, notes }: PlannedChange): string[] => [
	`${file}:${line}: ${action} ${table}${name === '' ? '' : ` "${name}"`}${message === null ? '' : `: ${message}`}`,
	...(notes ?? []).map((note) => `  note: ${note}`),
]

type Print = (line: string) => void

const printReport = (outcome: Outcome, written: boolean, print: Print): boolean => {
	const report = reportOf(outcome, { written, most: Number.POSITIVE_INFINITY })
	const { counts, changes, notes = [] } = report
	for (const { file, line, message } of notes) print(`${file}:${line}: note: ${message}`)
	for (const line of changes.flatMap(linesOf)) print(line)
	const sums = `${counts.create} to create, ${counts.update} to update, ${counts.same} the same, ${counts.refuse} refused`
	print(`${sums}. ${written ? 'All of it was written.' : 'Nothing was written.'}`)
	return counts.refuse === 0
}

const write = async (db: Db, read: Read, now: Date): ReturnType<typeof writeSources> => {
	// Refusals are found before the first write, so the transaction needs no rollback.
	return db.transaction((tx) => writeSources(tx, read, { now, actorId: null }))
}

/**
 * Runs `npm run import`. An embedded database must not be open in a running server.
 * @param args the arguments after the program name. @returns true if nothing was refused.
 */
export const runImport = async (
	args: readonly string[],
	env: Readonly<Record<string, string | undefined>>,
	print: Print,
): Promise<boolean> => {
	const { values, positionals } = parseArgs({
		args: [...args],
		allowPositionals: true,
		options: { 'dry-run': { type: 'boolean', default: false }, dates: { type: 'string' } },
	})
	const dateOrder = DATE_ORDERS.find((order) => order === values.dates) ?? null
	if (positionals.length === 0 || (values.dates !== undefined && dateOrder === null)) {
		throw new Error(USAGE)
	}
	const files = await readFiles(positionals)
	const { DATABASE_URL, DATA_DIR, TIME_ZONE } = readConfig(env)
	setTimeZone(TIME_ZONE)
	const location =
		DATABASE_URL === undefined
			? ({ kind: 'embedded', dataDir: DATA_DIR } as const)
			: ({ kind: 'postgres', url: DATABASE_URL } as const)
	const opened = await openDb(location, (error) => print(harmlessMessage(error)))
	const now = new Date()
	const dryRun = values['dry-run']
	try {
		await opened.prepare((db) => ensureCategoryWeights(db, now))
		const read = await readSources(files, { dateOrder })
		if (dryRun) return printReport(await tryImport(opened.db, read, now), false, print)
		const outcome = await write(opened.db, read, now)
		return printReport(outcome, outcome.written, print)
	} finally {
		await opened.close()
	}
}
