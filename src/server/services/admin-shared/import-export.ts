import type { ImportReport, TextFile, transfer } from '#contract/admin/import-export.ts'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import { IMPORT_MAX_LISTED } from '#domain/limits.ts'
import type { Db } from '../../db/open.ts'
import { toCsvFiles, toJsonFile } from '../../export/export.ts'
import { loadElection } from '../../export/load-election.ts'
import { toOpenVaaFile } from '../../export/openvaa.ts'
import { type Outcome, reportOf, tryImport, writeSources } from '../../import/import.ts'
import { readInWorker } from '../../import/read-in-worker.ts'
import { TABLES, type TableName } from '../../import/tables.ts'
import { writeTable } from '../../import/write-table.ts'
import { createYield } from '../../util.ts'
import { type AdminContext, changeOnce } from './change.ts'

type Body = HandlerInput<typeof transfer.import>['body']

/** Thrown to roll back the transaction when records are rejected. */
interface Refused extends Error {
	readonly outcome: Outcome
}

const isRefused = (error: unknown): error is Refused => error instanceof Error && 'outcome' in error

const report = (outcome: Outcome, written: boolean): ImportReport =>
	reportOf(outcome, { written, most: IMPORT_MAX_LISTED })

/** Imports files, all or nothing unless `leaveOut` is set. A rejected import does not use up its idempotency key. */
export const importSources = async (context: AdminContext, body: Body): Promise<ImportReport> => {
	const { db, now, user } = context
	const { leaveOut, dateOrder, columns } = body
	const read = await readInWorker(body.files, { dateOrder, columns })
	if (body.dryRun) return report(await tryImport(db, read, now), false)
	const names = body.files.map(({ name }) => name).join(', ')
	try {
		return await changeOnce(
			context,
			{ action: 'import.imported', target: null, body },
			async (tx) => {
				const outcome = await writeSources(tx, read, { now, actorId: user.id, leaveOut })
				if (!outcome.written) {
					throw Object.assign(new Error('refused'), { outcome })
				}
				const told = report(outcome, true)
				const after = { files: body.files.map(({ name }) => name), ...told.counts }
				return { target: names.slice(0, 200), name: names.slice(0, 200), before: null, after, told }
			},
		)
	} catch (error) {
		if (isRefused(error)) return report(error.outcome, false)
		throw error
	}
}

const ELECTION = 'Mayor of Springfield'

const EXAMPLES: Readonly<Record<TableName, readonly Readonly<Record<string, unknown>>[]>> = {
	election: [
		{
			...{ name: ELECTION, electionDate: '2030-11-05', jurisdiction: 'City' },
			...{ state: 'Illinois', county: 'Sangamon', city: 'Springfield', active: 'no' },
		},
	],
	candidate: ['Ann Example', 'Ben Example'].map((name) => ({
		...{ election: ELECTION, name, party: 'Example Party' },
		...{ website: 'https://www.example.org/', standing: 'yes' },
	})),
	policy: [
		['Ann Example', 'Extend the opening hours of the public library.', 'Education', 2, -1],
		['Ben Example', 'Plant a thousand trees along the main streets.', 'Environment', 1, 2],
	].map(([candidate, text, category, ann, ben]) => ({
		...{ election: ELECTION, candidate, text, category, importance: 1 },
		...{ 'Ann Example': ann, 'Ben Example': ben },
		...{ validationStatus: 'Pending', keywords: '', source: 'https://www.example.org/program' },
	})),
	quiz: [
		{
			...{ election: ELECTION, name: 'Compare the candidates', quizType: 'SCALE' },
			...{ startDate: '2030-10-01', endDate: '2030-11-05', active: 'no' },
			candidates: 'Ann Example; Ben Example',
		},
	],
}

export const importTemplates = async (): Promise<Sent<typeof transfer.importTemplates>> => {
	const breathe = createYield()
	const files: TextFile[] = []
	for (const table of Object.keys(TABLES) as TableName[]) {
		const { file, columns } = TABLES[table]
		const headers = table === 'policy' ? EXAMPLES.candidate.map(({ name }) => String(name)) : []
		const text = await writeTable([...Object.keys(columns), ...headers], EXAMPLES[table], breathe)
		files.push({ name: file, text })
	}
	return { files }
}

type Row = typeof transfer.export

/** Exports an election with candidates, policies, positions, and quizzes in a format of the import. @throws 404. */
export const exportElection = async (
	{ db }: { readonly db: Db },
	{ params, query }: Pick<HandlerInput<Row>, 'params' | 'query'>,
): Promise<Sent<Row>> => {
	const whole = await loadElection(db, params.id)
	const breathe = createYield()
	if (query.format === 'csv') return { files: await toCsvFiles(whole, breathe) }
	if (query.format === 'openvaa') return { files: [toOpenVaaFile(whole)] }
	return { files: [await toJsonFile(whole, breathe)] }
}
