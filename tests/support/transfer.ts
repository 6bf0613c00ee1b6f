import type { ImportReport, TextFile } from '#contract/admin/import-export.ts'
import { endpoints } from '#contract/index.ts'
import { replyOf } from './quizzes.ts'
import type { Voter } from './server.ts'

const { transfer } = endpoints

/** A named file. Serializes objects as JSON. */
export const fileOf = (name: string, content: unknown): TextFile => ({
	name,
	text: typeof content === 'string' ? content : JSON.stringify(content, null, '\t'),
})

/** Imports files, or dry-runs. */
export const importing = async (
	admin: Voter,
	files: readonly TextFile[],
	dryRun = false,
): Promise<ImportReport> =>
	replyOf(await admin.call(transfer.import, { body: { files: [...files], dryRun } }))

/** Exports an election. */
export const exported = async (
	admin: Voter,
	id: string,
	format: 'json' | 'csv',
): Promise<TextFile[]> =>
	replyOf(await admin.call(transfer.export, { params: { id }, query: { format } })).files

/** Refusals as `file:line table name: message`. */
export const refusedIn = ({ changes }: ImportReport): string[] =>
	changes.flatMap(({ action, file, line, table, name, message }) =>
		action === 'refuse' ? `${file}:${line} ${table} ${name}: ${message}` : [],
	)

/** A small election file with overrides. */
export const electionFile = (replaced: Record<string, unknown> = {}) => ({
	election: { name: 'Mayor of Austin', electionDate: '2026-12-03', jurisdiction: 'FEDERAL' },
	quizzes: [{ name: 'Rate', quizType: 'SCALE' }],
	candidates: ['Ann', 'Bo'].map((name) => ({
		name,
		policies: [
			{
				text: `${name[0]} is for parks.`,
				category: 'ENVIRONMENT',
				validationStatus: 'VALIDATED',
			},
		],
	})),
	...replaced,
})
