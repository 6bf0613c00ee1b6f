import type { HandlerInput } from '#contract/endpoint.ts'
import type { ImportReport, transfer } from '#contract/transfer.ts'
import { IMPORT_MAX_LISTED } from '#domain/manage-limits.ts'
import { type Outcome, reportOf, tryImport, writeSources } from '../../import/import-sources.ts'
import { readSources } from '../../import/parse.ts'
import { type AdminContext, changeOnce } from './change.ts'

type Body = HandlerInput<typeof transfer.import>['body']

/** What takes a transaction back in which something was refused. */
interface Refused extends Error {
	readonly outcome: Outcome
}

const isRefused = (error: unknown): error is Refused => error instanceof Error && 'outcome' in error

const report = (outcome: Outcome, dryRun: boolean): ImportReport =>
	reportOf(outcome, { dryRun, most: IMPORT_MAX_LISTED })

/**
 * Imports files, all of them or, where anything in them is refused, nothing; a dry run only says what would happen.
 * What is refused leaves the idempotency key free, so that it can be put right.
 */
export const importSources = async (context: AdminContext, body: Body): Promise<ImportReport> => {
	const { db, now, user } = context
	const read = await readSources(body.files)
	if (body.dryRun) return report(await tryImport(db, read, now), true)
	const names = body.files.map(({ name }) => name).join(', ')
	try {
		return await changeOnce(
			context,
			{ action: 'import.imported', target: null, body },
			async (tx) => {
				const outcome = await writeSources(tx, read, { now, actorId: user.id })
				if (outcome.refused.length > 0) {
					throw Object.assign(new Error('refused'), { outcome })
				}
				const told = report(outcome, false)
				const after = { files: body.files.map(({ name }) => name), ...told.counts }
				return { target: names.slice(0, 200), name: names.slice(0, 200), before: null, after, told }
			},
		)
	} catch (error) {
		if (isRefused(error)) return report(error.outcome, false)
		throw error
	}
}
