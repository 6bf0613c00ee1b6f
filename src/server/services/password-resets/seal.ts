import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

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
export const createSeal = (secret: string, purpose: string): Seal => {
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
