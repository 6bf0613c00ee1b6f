import { randomBytes, randomUUID } from 'node:crypto'
import { and, arrayContains, isNull, sql } from 'drizzle-orm'
import { users } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import { writeAudit } from '../../db/write-audit.ts'
import { emailKey, identityKey } from './identity.ts'
import { hashPassword } from './passwords.ts'

interface FirstAdmin {
	readonly username: string
	readonly email: string
	/** Undefined: one is generated. */
	readonly password: string | undefined
	readonly now: Date
}

/**
 * Makes the first administrator where there is none.
 * @returns the generated password, to be shown once; null where none was generated.
 */
export const ensureAdmin = async (db: Db, admin: FirstAdmin): Promise<string | null> => {
	const [existing] = await db
		.select({ one: sql`1` })
		.from(users)
		.where(and(arrayContains(users.roles, ['ROLE_ADMIN']), isNull(users.deletedAt)))
		.limit(1)
	if (existing !== undefined) return null
	const password = admin.password ?? randomBytes(15).toString('base64url')
	const id = randomUUID()
	const row = {
		id,
		username: admin.username,
		usernameKey: identityKey(admin.username),
		email: admin.email,
		emailKey: emailKey(admin.email),
		passwordHash: await hashPassword(password),
		roles: ['ROLE_ADMIN' as const],
		createdAt: admin.now,
	}
	await db.transaction(async (tx) => {
		await tx.insert(users).values(row)
		const entry = { action: 'user.first-admin', target: id, at: admin.now }
		await writeAudit(tx, { ...entry, actorId: null })
	})
	return admin.password === undefined ? password : null
}
