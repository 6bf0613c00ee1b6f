import { CATEGORY_WEIGHT_DEFAULT } from '#domain/constants.ts'
import { POLICY_CATEGORIES } from '#domain/types.ts'
import type { Config } from './config.ts'
import { categoryWeights } from './db/schema.ts'
import type { Db } from './db/types.ts'
import { importFiles, readFolder } from './import/import-files.ts'
import { SAMPLE_URL } from './paths.ts'
import { ensureAdmin } from './services/auth/first-admin.ts'

/** Every category weighs the same until somebody decides otherwise. */
export const ensureCategoryWeights = async (db: Db, now: Date): Promise<void> => {
	const rows = POLICY_CATEGORIES.map((category) => ({
		category,
		weight: CATEGORY_WEIGHT_DEFAULT,
		defaultWeight: CATEGORY_WEIGHT_DEFAULT,
		updatedAt: now,
	}))
	await db.insert(categoryWeights).values(rows).onConflictDoNothing()
}

/** What a start wrote that somebody should hear of. */
export interface FirstRows {
	/** Generated for the first administrator; null where none was. */
	readonly adminPassword: string | null
	/** The files that were imported now. */
	readonly imported: readonly string[]
}

/** Writes what a new database needs; on one that has it, nothing. */
export const writeFirstRows = async (db: Db, config: Config, now: Date): Promise<FirstRows> => {
	await ensureCategoryWeights(db, now)
	const sources = config.SAMPLE_DATA === 'none' ? [] : await readFolder(SAMPLE_URL)
	const imported = await importFiles(db, sources, now)
	// Last: a start that fails before has made nobody whose password was never shown.
	const adminPassword = await ensureAdmin(db, {
		username: config.ADMIN_USERNAME,
		email: config.ADMIN_EMAIL,
		password: config.ADMIN_PASSWORD,
		now,
	})
	return { adminPassword, imported }
}
