import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SECRET_MIN } from './config.ts'

/**
 * The secret that signs tokens, kept in the data folder for its owner alone and made there when it is missing.
 * Processes that share users but no data folder need JWT_SECRET instead.
 */
export const readOrMakeSecret = (dataDir: string): string => {
	mkdirSync(dataDir, { recursive: true, mode: 0o700 })
	const path = join(dataDir, 'jwt-secret')
	// Written aside and linked: nobody ever reads half a secret, whatever happens meanwhile.
	const draft = `${path}.${randomUUID()}`
	writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600 })
	try {
		linkSync(draft, path)
	} catch (error) {
		const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST'
		if (!exists) throw error
	} finally {
		rmSync(draft, { force: true })
	}
	const secret = readFileSync(path, 'utf8').trim()
	if (secret.length < SECRET_MIN) {
		throw new Error(
			`${path} holds no secret of at least ${SECRET_MIN} characters. Delete it to have one made; everybody signs in anew then.`,
		)
	}
	return secret
}
