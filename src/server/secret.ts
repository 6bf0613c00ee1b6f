import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SECRET_MIN } from './config.ts'
import { inDataDir, placeFile } from './data-dir.ts'

/**
 * The secret that signs tokens, kept in the data folder for its owner alone and made there when it is missing.
 * Processes that share users but no data folder need JWT_SECRET instead.
 */
export const readOrMakeSecret = (dataDir: string): Promise<string> =>
	inDataDir(dataDir, () => {
		const path = join(dataDir, 'jwt-secret')
		placeFile(path, randomBytes(48).toString('base64url'))
		const secret = readFileSync(path, 'utf8').trim()
		if (secret.length < SECRET_MIN) {
			throw new Error(
				`${path} holds no secret of at least ${SECRET_MIN} characters. Delete it to have one made; everybody signs in anew then.`,
			)
		}
		return secret
	})
