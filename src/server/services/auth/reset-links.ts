import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { passwordResets as contract } from '#contract/admin/users.ts'
import type { Sent } from '#contract/endpoint.ts'
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

/** Keeps short texts in the database so that nobody can read them there. */
export interface Seal {
	/** @param owner the id of the row: moved to another one, what was sealed opens no more. */
	readonly seal: (text: string, owner: string) => string
	/** The text; null where it was sealed under another secret or for another row, or was touched. */
	readonly open: (sealed: string, owner: string) => string | null
}

/**
 * Encrypts under a key that is derived from the server's secret.
 * @param purpose what for: the same secret gives another key for each.
 */
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
				// Not what this key has sealed for this row: there is nothing else to learn from it.
				return null
			}
		},
	}
}

/** Whom a link is for. */
interface Recipient {
	readonly username: string
	readonly email: string
}

/** The links to set a new password, and how they come to whoever asked. */
export interface ResetLinks {
	/** What whoever asks is told, whether or not the address has an account. */
	readonly told: string
	/** What is stored of a token beside its hash; null where mail carries the link. @param id of the row. */
	readonly keep: (token: string, id: string) => string | null
	/** The link of what was kept; null where that cannot be read any more, as after a change of the secret. */
	readonly linkOf: (kept: string, id: string) => string | null
	/** Sends a link on its way by mail, or writes it to the log. Nobody waits for that, and it never fails. */
	readonly deliver: (to: Recipient, token: string) => void
	/** Waits for what is on its way. */
	readonly settled: () => Promise<void>
}

export interface ResetLinksOptions {
	/** The server's secret, of 32 characters or more. */
	readonly secret: string
	/** The origin at which people reach the app; never taken from a request, whose headers are anybody's words. */
	readonly publicUrl: string
	/** Null where there is no mail server: administrators hand the links on then. */
	readonly mailer: Mailer | null
	readonly log: Log
}

// No username: it is its owner's words, and would make a letter of ours say them to any address.
const mailOf = (to: string, link: string): Mail => ({
	to,
	subject: 'Set a new password for Evenhand',
	text: [
		'Somebody asked for a new password for the Evenhand account with this address.',
		`To choose one, open this link within ${RESET_LINK_MINUTES} minutes. It works once:`,
		link,
		'If that was not you, there is nothing to do: your password stays as it is.',
	].join('\n\n'),
})

const TERMS = `It works once, for ${RESET_LINK_MINUTES} minutes.`
const TOLD_BY_MAIL = `If this address has an account, a link to set a new password is on its way to it. ${TERMS}`
const TOLD_TO_ASK = `If this address has an account, an administrator can now give you a link to set a new password. ${TERMS}`

/** What may be logged of a mail that was not taken: the words of a mail server repeat addresses, so only its codes. */
const codesOf = (error: unknown): Record<string, unknown> => {
	const { code, responseCode } = (error instanceof Error ? error : {}) as {
		code?: unknown
		responseCode?: unknown
	}
	return { code, responseCode }
}

/** Makes the links, by mail where there is a mail server, else by the log and the administrators. */
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
		// Not before the reply is out: how long that took would tell that there is an account.
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
		told: mailer === null ? TOLD_TO_ASK : TOLD_BY_MAIL,
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

/** Whoever has asked before a hundred others did will ask again: a link is good for half an hour. */
const MOST = 100

/** The requests for a new password that are open, newest first, one a user. */
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
