import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { passwordResets as contract } from '#contract/admin/users.ts'
import type { Sent } from '#contract/endpoint.ts'
import { type CodedMessage, messageOf } from '#contract/messages.ts'
import { RESET_LINK_MINUTES } from '#domain/limits.ts'
import type { Deps } from '../../context.ts'
import { passwordResets, users } from '../../db/schema.ts'
import type { Log } from '../../log.ts'
import type { Mail, Mailer } from '../../mail.ts'
import { isOpen } from './password-reset.ts'

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

export interface Seal {
	/** @param owner row id; the text can be decrypted only for the same row. */
	readonly seal: (text: string, owner: string) => string
	/** Null if the secret or row differs, or the text was modified. */
	readonly open: (sealed: string, owner: string) => string | null
}

const createSeal = (secret: string, purpose: string): Seal => {
	const key = new Uint8Array(hkdfSync('sha256', secret, '', purpose, KEY_BYTES))
	return {
		seal: (text, owner) => {
			const nonce = randomBytes(NONCE_BYTES)
			const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(owner))
			const hidden = [cipher.update(text, 'utf8'), cipher.final()]
			return Buffer.concat([nonce, cipher.getAuthTag(), ...hidden]).toString('base64url')
		},
		open: (sealed, owner) => {
			const bytes = Buffer.from(sealed, 'base64url')
			const hiddenAt = NONCE_BYTES + TAG_BYTES
			try {
				const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES))
					.setAAD(Buffer.from(owner))
					.setAuthTag(bytes.subarray(NONCE_BYTES, hiddenAt))
				return decipher.update(bytes.subarray(hiddenAt), undefined, 'utf8') + decipher.final('utf8')
			} catch {
				// Decryption failed; the error gives no further detail.
				return null
			}
		},
	}
}

interface Recipient {
	readonly username: string
	readonly email: string
}

export interface ResetLinks {
	readonly told: CodedMessage
	/** Stored form of a token; null if the link is sent by mail. @param id row id. */
	readonly keep: (token: string, id: string) => string | null
	/** Link of a stored token; null if it cannot be decrypted, e.g. after a change of the secret. */
	readonly linkOf: (kept: string, id: string) => string | null
	/** Sends the link by mail or logs it, in the background. Never throws. */
	readonly deliver: (to: Recipient, token: string) => void
	readonly settled: () => Promise<void>
}

export interface ResetLinksOptions {
	/** At least 32 characters. */
	readonly secret: string
	/** Public origin of the app. Never derived from request headers, which can be forged. */
	readonly publicUrl: string
	/** Null without a mail server; administrators then pass on the links. */
	readonly mailer: Mailer | null
	readonly log: Log
}

// Omits the username: its owner chose the text, and could use our mail to send it to any address.
const mailOf = (to: string, link: string): Mail => ({
	to,
	subject: 'Set a new password for Evenhand',
	text: [
		'Someone asked for a new password for the Evenhand account with this address.',
		`To set one, open this link within ${RESET_LINK_MINUTES} minutes. It works only once:`,
		link,
		'If this was not you, ignore this email. Your password stays the same.',
	].join('\n\n'),
})

/** Error codes for the log. Mail servers repeat addresses in their messages. */
const codesOf = (error: unknown): Record<string, unknown> => {
	const { code, responseCode } = (error instanceof Error ? error : {}) as {
		code?: unknown
		responseCode?: unknown
	}
	return { code, responseCode }
}

/** Creates reset links, delivered by mail, or without a mail server by the log and administrators. */
export const createResetLinks = (options: ResetLinksOptions): ResetLinks => {
	const { secret, publicUrl, mailer, log } = options
	const { seal, open } = createSeal(secret, 'evenhand password resets')
	const underWay = new Set<Promise<void>>()

	const urlOf = (token: string): string => {
		const url = new URL('/reset-password', publicUrl)
		url.searchParams.set('token', token)
		return url.href
	}
	const send = async ({ username, email }: Recipient, link: string): Promise<void> => {
		// Wait until the response is sent, so that its timing does not reveal the account.
		await new Promise((resolve) => setImmediate(resolve))
		if (mailer === null) {
			log('info', 'password reset link', { username, link })
			return
		}
		try {
			await mailer.send(mailOf(email, link))
		} catch (error) {
			log('warn', 'password reset mail not sent', codesOf(error))
		}
	}

	return {
		told: messageOf({
			code: mailer === null ? 'reset-link-ready' : 'reset-link-mailed',
			values: { minutes: RESET_LINK_MINUTES },
		}),
		keep: (token, id) => (mailer === null ? seal(token, id) : null),
		linkOf: (kept, id) => {
			const token = open(kept, id)
			return token === null ? null : urlOf(token)
		},
		deliver: (to, token) => {
			const sent = send(to, urlOf(token)).finally(() => underWay.delete(sent))
			underWay.add(sent)
		},
		settled: async () => {
			await Promise.all(underWay)
		},
	}
}

/** Older requests are left out; their links last only half an hour anyway. */
const MOST = 100

/** Lists open reset requests, newest first, one per user. */
export const listResets = async ({
	db,
	now,
	links,
}: Pick<Deps, 'db' | 'links'> & { readonly now: Date }): Promise<Sent<typeof contract.list>> => {
	const rows = await db
		.select({ reset: passwordResets, username: users.username, email: users.email })
		.from(passwordResets)
		.innerJoin(users, eq(users.id, passwordResets.userId))
		.where(and(isOpen(now), isNull(users.deletedAt)))
		.orderBy(desc(passwordResets.createdAt), desc(passwordResets.id))
		.limit(MOST)
	return rows.map(({ reset: { id, sealedToken, createdAt, expiresAt }, username, email }) => ({
		id,
		username,
		email,
		link: sealedToken === null ? null : links.linkOf(sealedToken, id),
		createdAt: createdAt.toISOString(),
		expiresAt: expiresAt.toISOString(),
	}))
}
