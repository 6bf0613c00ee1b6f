import { and, asc, eq, gt, or } from 'drizzle-orm'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import { ACCOUNT_DATA, type yourData } from '#contract/your-data.ts'
import type { Actor } from '../../context.ts'
import { atOneMoment } from '../../db/at-one-moment.ts'
import { audit, passwordResets, users } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import type { CallContext } from '../../http/mount.ts'
import { accountGone } from '../../http/service-error.ts'
import { readAttempts } from './attempts.ts'

type Row = typeof yourData.read
type Data = Sent<Row>

/** How much one part has at most: about a megabyte before it is compressed. */
const ATTEMPTS = 25
const CHANGES = 500

const readAccount = async (tx: Db, userId: string): Promise<Data['account']> => {
	const [row] = await tx.select().from(users).where(eq(users.id, userId))
	// Erased since the caller was let in.
	if (row === undefined) throw accountGone()
	return {
		id: row.id,
		username: row.username,
		email: row.email,
		roles: [...row.roles],
		createdAt: row.createdAt.toISOString(),
		signInGeneration: row.tokenVersion,
		registrationKey: row.registerKey,
	}
}

const readResets = async (tx: Db, userId: string): Promise<Data['passwordResets']> => {
	const rows = await tx
		.select()
		.from(passwordResets)
		.where(eq(passwordResets.userId, userId))
		.orderBy(asc(passwordResets.createdAt), asc(passwordResets.id))
	return rows.map((row) => ({
		id: row.id,
		createdAt: row.createdAt.toISOString(),
		expiresAt: row.expiresAt.toISOString(),
		usedAt: row.usedAt?.toISOString() ?? null,
		linkKept: row.sealedToken !== null,
	}))
}

const readChanges = async (
	tx: Db,
	userId: string,
	after: number,
	limit: number,
): Promise<Data['changes']> => {
	const rows = await tx
		.select()
		.from(audit)
		.where(and(or(eq(audit.target, userId), eq(audit.actorId, userId)), gt(audit.id, after)))
		.orderBy(asc(audit.id))
		.limit(limit)
	return rows.map(({ id, at, action, target, detail, before, after, actorId }) => ({
		id: String(id),
		at: at.toISOString(),
		action,
		target,
		detail:
			target === userId ? { ...detail, ...(before && { before }), ...(after && { after }) } : null,
		byYou: actorId === userId,
	}))
}

/** A part of a list that was read with one entry too many, and where the next part begins. */
const cut = <Item extends { readonly id: string | number }>(
	items: readonly Item[],
	most: number,
	before: string | null,
) => {
	const part = items.slice(0, most)
	const last = part.at(-1)
	return { part, more: items.length > most, last: last === undefined ? before : String(last.id) }
}

/**
 * The next part of everything that is held about the caller. Account and requests for a new password are few, and in
 * every part; the record of changes and the attempts go on where the part before ended. Read at one moment.
 */
export const readData = (
	{ db, user, now }: Pick<CallContext<Actor>, 'db' | 'user' | 'now'>,
	query: HandlerInput<Row>['query'],
): Promise<Data> =>
	atOneMoment(db, async (tx) => {
		const afterAttempt = query.afterAttempt ?? null
		const afterChange = query.afterChange ?? null
		const account = await readAccount(tx, user.id)
		const resets = await readResets(tx, user.id)
		const from = Number(afterChange ?? 0)
		const changes = cut(await readChanges(tx, user.id, from, CHANGES + 1), CHANGES, afterChange)
		const attempts = cut(
			await readAttempts(tx, user.id, afterAttempt, ATTEMPTS + 1),
			ATTEMPTS,
			afterAttempt,
		)
		const next = { afterAttempt: attempts.last, afterChange: changes.last }
		return {
			...ACCOUNT_DATA,
			generatedAt: now.toISOString(),
			account,
			passwordResets: resets,
			changes: changes.part,
			attempts: attempts.part,
			next: attempts.more || changes.more ? next : null,
		}
	})
