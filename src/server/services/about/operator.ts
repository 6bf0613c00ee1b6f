import type { about } from '#contract/about.ts'
import type { manageAbout, OperatorFields } from '#contract/admin/about.ts'
import type { Sent } from '#contract/endpoint.ts'
import type { Db } from '../../db/open.ts'
import { operator } from '../../db/schema.ts'
import {
	type AdminContext,
	changeOnce,
	etagOf,
	guardVersion,
	nextVersion,
} from '../admin-shared/change.ts'

type Row = typeof operator.$inferSelect
type SentAbout = Sent<typeof manageAbout.get>

const TARGET = 'operator'

/** Version of a row that holds nothing yet. */
const NOTHING = 0

const toFields = ({ name, contact, text, revised }: Row): OperatorFields | null =>
	revised === NOTHING ? null : { name, contact, text }

const toManaged = (row: Row | undefined): SentAbout => ({
	operator: row ? toFields(row) : null,
	etag: etagOf(row?.revised ?? NOTHING),
})

export const getManagedAbout = async (db: Db): Promise<SentAbout> =>
	toManaged((await db.select().from(operator))[0])

export const readAbout = async (db: Db): Promise<Sent<typeof about.read>> => ({
	operator: (await getManagedAbout(db)).operator ?? null,
})

/** Locks the only row, which the first call creates. */
const holdOperator = async (tx: Db): Promise<Row> => {
	const empty = { name: '', contact: '', revised: NOTHING }
	await tx.insert(operator).values(empty).onConflictDoNothing()
	const [row] = await tx.select().from(operator).for('update')
	return row as Row
}

/** Sets who runs this installation. @throws 412 for another version. */
export const setOperator = (context: AdminContext, fields: OperatorFields): Promise<SentAbout> =>
	changeOnce(context, { action: 'operator.updated', target: TARGET, body: fields }, async (tx) => {
		const row = await holdOperator(tx)
		guardVersion(context, row.revised)
		const [changed] = await tx
			.update(operator)
			.set({ ...fields, ...nextVersion(operator) })
			.returning()
		return {
			...{ target: TARGET, name: fields.name, told: toManaged(changed) },
			...{ before: toFields(row), after: fields },
		}
	})
