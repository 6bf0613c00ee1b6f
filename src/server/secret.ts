import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The secret that signs tokens, kept in the data folder for its owner alone and made there when it is missing.
 * Processes that share users but no data folder need JWT_SECRET instead.
 */
export const readOrMakeSecret = (dataDir: string): string => {
	mkdirSync(dataDir, { recursive: true, mode: 0o700 })
	const path = join(dataDir, 'jwt-secret')
	try {
		writeFileSync(path, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
	} catch (error) {
		const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST'
		if (!exists) throw error
	}
	return readFileSync(path, 'utf8').trim()
}
