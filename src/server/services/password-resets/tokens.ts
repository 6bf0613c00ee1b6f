import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm'
import { passwordResets } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'

/** A new token: whoever has it may set the password. */
export const makeToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token, and what it is found by. It needs no salt: nobody can guess 256 bits. */
export const hashToken = (token: string): string =>
	createHash('sha256').update(token).digest('base64url')

/** The condition of links that are somebody's, not used and in their time. */
export const isOpen = (now: Date) =>
	and(
		isNotNull(passwordResets.userId),
		isNull(passwordResets.usedAt),
		gt(passwordResets.expiresAt, now),
	)

/** Ends every open link of a user. */
export const endLinks = async (tx: Db, userId: string, now: Date): Promise<void> => {
	await tx
		.update(passwordResets)
		.set({ expiresAt: now, sealedToken: null })
		.where(and(eq(passwordResets.userId, userId), isOpen(now)))
}

/** Deletes the links whose time has ended, used or not. */
export const purgeResets = async (db: Db, now: Date): Promise<void> => {
	await db.delete(passwordResets).where(lt(passwordResets.expiresAt, now))
}
