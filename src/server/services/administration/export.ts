import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import type { transfer } from '#contract/transfer.ts'
import { createBreathing } from '../../breathing.ts'
import type { Db } from '../../db/types.ts'
import { loadElection } from '../../export/load-election.ts'
import { toCsvFiles } from '../../export/to-csv.ts'
import { toJsonFile } from '../../export/to-json.ts'

type Row = typeof transfer.export

/** An election with candidates, policies and quizzes as files that an import reads again; 404 where there is none. */
export const exportElection = async (
	{ db }: { readonly db: Db },
	{ params, query }: Pick<HandlerInput<Row>, 'params' | 'query'>,
): Promise<Sent<Row>> => {
	const whole = await loadElection(db, params.id)
	const breathe = createBreathing()
	if (query.format === 'csv') return { files: await toCsvFiles(whole, breathe) }
	return { files: [await toJsonFile(whole, breathe)] }
}
